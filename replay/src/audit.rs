//! The audit of a ledger (contract, section 7): its entries verified one by
//! one, and every finished game recomputed against what was recorded of it.
//! Entries come in the order of seq, so that a ledger of any length passes
//! through with little more than its open games in memory.

pub(crate) mod announced;
mod games;
pub(crate) mod standings;

pub use games::GameAudit;

use crate::{
    bundle::LeftOut,
    kept_games::MOST_OVER,
    proof::{tlog_proof::TlogProof, tree::Node},
    sequencer::Head,
    verify::{
        Attached, Check, CheckState, Examined, Examiner, Expected, Linked, Part, Reread,
        Verification, Verifier, Whence,
    },
    views::{Discrepancy, Severity, discrepancy},
};
use announced::Announced;
use fupan_domain::{
    Timestamp,
    event::Stream,
    game::GameState,
    ids::{EntryId, GameId, PlayerId, Sha256},
    tournament::{AllFacts, GameFacts},
};
use games::GameReport;
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

/// How many games stay folded after they have a result: something often follows
/// at once. Fewer than the ledger itself keeps, so that none is let go of there
/// before its report is made here: it would have to be read and folded again.
const FINISHED_KEPT: usize = MOST_OVER / 4 * 3;

/// What an audit comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing was found.
    Sound,
    /// It holds, but something is worth asking about.
    SoundWithRemarks,
    /// It can't be as it says.
    Broken,
}

/// The audit of a ledger.
#[derive(Clone, Debug, Serialize)]
pub struct AuditView {
    /// The ledger.
    pub ledger: String,
    /// How many entries it has.
    pub size: u64,
    /// The hash of the last one.
    pub head: Sha256,
    /// When the last one was accepted.
    pub recorded_at: Option<Timestamp>,
    /// Whether the file is whole in which it was handed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<PartView>,
    /// Whether its entries are bound to each other.
    pub chain: PartView,
    /// Whether its Merkle tree holds.
    pub tree: PartView,
    /// Whether its checkpoints are signed.
    pub signatures: PartView,
    /// Whether each entry has the form that it should have.
    pub schemas: PartView,
    /// Whether each entry could have been accepted in its place.
    pub acceptance: PartView,
    /// Whether what lies beside the log is what the entries say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attachments: Option<PartView>,
    /// Each finished game, recomputed against what was recorded.
    pub games: Vec<GameAudit>,
    /// Why no game was recomputed, where that was not asked for or can't be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_unchecked: Option<&'static str>,
    /// The standings, recomputed against what was published.
    pub standings: PartView,
    /// All that was found.
    pub discrepancies: Vec<Discrepancy>,
    /// What it comes to.
    pub verdict: Verdict,
    /// What it comes to as a record, whatever was made of it: without results and
    /// standings that were announced and do not follow from it. Such a ledger can be
    /// kept, saved and put back as any other.
    pub record: Verdict,
}

/// A part of an audit.
#[derive(Clone, Debug, Serialize)]
pub struct PartView {
    /// `sound`, `remarks`, `broken` or `unchecked`.
    pub state: &'static str,
    /// Why it was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// What it was held against, where that makes a difference to what it is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<&'static str>,
    /// Its checks, in order.
    pub checks: Vec<CheckView>,
}

/// A check of an audit.
#[derive(Clone, Debug, Serialize)]
pub struct CheckView {
    /// Its name.
    pub check: &'static str,
    /// What holds where it is sound.
    pub proves: &'static str,
    /// How often it was made: of how many entries, checkpoints or files.
    pub made: u64,
    /// What it ended in.
    #[serde(flatten)]
    pub state: CheckState,
}

/// A ledger on its way through the audit.
pub struct Auditor<'a> {
    ledger: String,
    examiner: Examiner,
    verifier: Verifier<'a>,
    /// Games that were let go of, with what the audit says of them.
    reports: BTreeMap<GameId, GameReport>,
    /// Finished games that are kept folded, the longest untouched first.
    resting: VecDeque<GameId>,
    /// What each game tells the tournament, as far as it was asked and nothing came after.
    facts: AllFacts,
    /// Standings as announced, with what differed from what was known then.
    announced: Vec<Announced>,
}

impl<'a> Auditor<'a> {
    /// An auditor that has read nothing yet.
    pub fn new(expected: Expected, reread: Reread<'a>) -> Auditor<'a> {
        Auditor {
            ledger: expected.ledger.to_string(),
            examiner: Examiner::new(expected.ledger.clone()),
            verifier: Verifier::new(expected, reread),
            reports: BTreeMap::new(),
            resting: VecDeque::new(),
            facts: AllFacts::new(),
            announced: Vec::new(),
        }
    }

    /// Takes the next entry, in the order of seq.
    pub fn push(&mut self, bytes: &[u8]) {
        let examined = self.examiner.examine(bytes);
        self.take(examined);
    }

    /// Takes the next entry, in the order of seq, after it was examined by itself.
    pub fn take(&mut self, examined: Examined) {
        let Some(followed) = self.verifier.take(examined) else {
            return;
        };
        if followed.decides {
            self.forget_decided_upon(followed.entry);
        }
        if followed.sanctions {
            self.reports.clear();
        }
        match followed.stream {
            Stream::Game(id) => {
                self.reports.remove(&id);
                self.facts.remove(&id);
                self.let_rest(id);
            }
            Stream::Tournament => self.compare_announced(followed.entry),
            Stream::Appeal(_) | Stream::Log | Stream::Review | Stream::Access => {}
        }
    }

    /// Holds standings that were announced just now against those computed from
    /// what is known now.
    fn compare_announced(&mut self, entry: EntryId) {
        let steps = self.verifier.ledger().history().steps();
        let last = steps.last().filter(|step| step.entry == entry);
        let Some((seq, published)) =
            last.and_then(|step| Some((step.seq, standings::announced(step)?.clone())))
        else {
            return;
        };
        self.gather_facts(published.round);
        let tournament = self.verifier.ledger().tournament();
        let announced = Announced::of((entry, seq), &published, tournament, &self.facts);
        self.announced.push(announced);
    }

    /// What the games up to a round tell as they stand.
    fn gather_facts(&mut self, round: u32) {
        let games = self.verifier.ledger().tournament().games.iter();
        let missing =
            games.filter(|(id, game)| game.round <= round && !self.facts.contains_key(*id));
        let missing: Vec<GameId> = missing.map(|(id, _)| id.clone()).collect();
        for id in missing {
            let kept = self.verifier.ledger().kept(&id);
            let told = match (kept, self.reports.get(&id)) {
                (Some(state), _) => Some(Arc::new(GameFacts::of(state))),
                (None, Some(report)) => Some(Arc::clone(&report.facts)),
                (None, None) => self.verifier.take_game(&id).map(|state| {
                    let tournament = self.verifier.ledger().tournament();
                    let report = GameReport::of(state, tournament);
                    let told = Arc::clone(&report.facts);
                    self.reports.insert(id.clone(), report);
                    told
                }),
            };
            self.facts.extend(told.map(|told| (id, told)));
        }
    }

    /// Takes the next entry, in the order of seq, where only the log is asked for.
    pub fn take_linked(&mut self, linked: Linked) {
        self.verifier.take_linked(linked);
    }

    /// Who looks at entries one by one, before they are taken.
    pub fn examiner(&self) -> Examiner {
        self.examiner.clone()
    }

    /// A single proof that came with the entries; to be told of before them.
    pub fn expect_proof(&mut self, named: u64, proof: TlogProof) {
        self.verifier.expect_proof(named, proof);
    }

    /// Something beside the log, to be told of after the entries.
    pub fn attached(&mut self, attached: &Attached<'_>) {
        self.verifier.attached(attached);
    }

    /// Something is wrong with the file in which the ledger is handed on.
    pub fn bundle_fault(&mut self, check: Check, code: &'static str, sentence: String) {
        self.verifier.bundle_fault(check, code, sentence);
    }

    /// The tree that a store keeps has another hash in a place than follows from the entries.
    pub fn kept_tree_differs(&mut self, node: Node) {
        self.verifier.kept_tree_differs(node);
    }

    /// What that file says that it leaves out of what lies beside the log.
    pub fn expect_left_out(&mut self, left_out: LeftOut) {
        self.verifier.expect_left_out(left_out);
    }

    /// A check of that file was made.
    pub fn bundle_checked(&mut self, check: Check) {
        self.verifier.bundle_checked(check);
    }

    /// How many entries were taken.
    pub fn entries(&self) -> u64 {
        self.verifier.entries()
    }

    /// What was said of games about which an entry elsewhere decided holds no longer.
    fn forget_decided_upon(&mut self, entry: EntryId) {
        let decisions = &self.verifier.ledger().tournament().decisions_on;
        let untouched = |id: &GameId| {
            let last = decisions.get(id).and_then(|list| list.last());
            last.is_none_or(|fact| fact.entry != entry)
        };
        self.reports.retain(|id, _| untouched(id));
        self.facts.retain(|id, _| untouched(id));
    }

    /// A finished game is let go of once enough others have finished after it.
    fn let_rest(&mut self, id: GameId) {
        if !self.is_finished(&id) {
            return;
        }
        self.resting.retain(|resting| *resting != id);
        self.resting.push_back(id);
        if self.resting.len() > FINISHED_KEPT
            && let Some(first) = self.resting.pop_front()
            && self.is_finished(&first)
            && let Some(state) = self.verifier.ledger_mut().release(&first)
        {
            let report = GameReport::of(state, self.verifier.ledger().tournament());
            self.reports.insert(first, report);
        }
    }

    fn is_finished(&self, id: &GameId) -> bool {
        let kept = self.verifier.ledger().kept(id);
        kept.is_some_and(GameState::is_over)
    }

    /// The end of the ledger: what the audit comes to.
    pub fn finish(self) -> AuditView {
        self.finish_telling(|_, _| ())
    }

    /// The same; `told` hears of so many further games of so many.
    pub fn finish_telling(mut self, told: impl FnMut(u64, u64)) -> AuditView {
        let reports = self.all_reports(told);
        let findings = self.verifier.findings();
        // What could not have been accepted was told already.
        let told = |d: &Discrepancy| {
            d.severity == Severity::Error && d.entry.is_some_and(|e| findings.is_impossible(e))
        };
        let mut of_games = Vec::new();
        let mut games = Vec::new();
        let mut facts = AllFacts::new();
        let mut named = BTreeSet::new();
        for (id, report) in reports {
            of_games.extend(report.discrepancies.into_iter().filter(|d| !told(d)));
            games.extend(report.audit);
            named.extend(report.named);
            facts.insert(id, report.facts);
        }
        let mut of_tournament = discrepancy::of_tournament(self.verifier.ledger().history());
        let nobody = |_: &PlayerId| None;
        let ledger = self.verifier.ledger();
        of_tournament.extend(standings::irregularities(
            ledger.tournament(),
            &facts,
            &nobody,
        ));
        of_tournament.extend(discrepancy::sanctions_on_nothing(
            ledger.tournament(),
            &named,
        ));
        announced::settle(&mut self.announced);
        let unjudged = self.verifier.unjudged();
        let standings = match unjudged {
            Some(reason) => PartView::unchecked(reason),
            None => standings_part(&self.announced),
        };
        for Announced { entry, found, .. } in std::mem::take(&mut self.announced) {
            let sound = found.is_empty();
            of_tournament.extend(found);
            let step = ledger
                .history()
                .steps()
                .iter()
                .find(|step| step.entry == entry);
            let published = step.and_then(standings::announced).filter(|_| sound);
            of_tournament.extend(published.and_then(|published| {
                standings::changed_since(entry, published, ledger.tournament(), &facts)
            }));
        }
        // Each says in which entry it begins.
        for found in of_games.iter_mut().chain(&mut of_tournament) {
            let seq = found.entry.and_then(|entry| self.verifier.seq_of(entry));
            found.seq = found.seq.or(seq);
        }
        let whence = self.verifier.whence();
        let verification = self.verifier.finish();
        let mut view = view(
            self.ledger,
            verification,
            games,
            standings,
            of_tournament,
            of_games,
        );
        view.games_unchecked = unjudged;
        view.signatures.held_against(whence);
        view
    }

    /// What there is to say of each game of which anything was recorded.
    fn all_reports(&mut self, mut told: impl FnMut(u64, u64)) -> Vec<(GameId, GameReport)> {
        let tournament = Arc::clone(self.verifier.ledger().history().now());
        let ids: Vec<GameId> = tournament.games.keys().cloned().collect();
        let mut reports = std::mem::take(&mut self.reports);
        let of = ids.len() as u64;
        let report = |id: GameId| {
            told(1, of);
            let known = reports.remove(&id);
            let report = known.or_else(|| {
                let state = self.verifier.take_game(&id)?;
                Some(GameReport::of(state, &tournament))
            })?;
            Some((id, report))
        };
        ids.into_iter().filter_map(report).collect()
    }
}

fn view(
    ledger: String,
    verification: Verification,
    games: Vec<GameAudit>,
    standings: PartView,
    of_tournament: Vec<Discrepancy>,
    of_games: Vec<Discrepancy>,
) -> AuditView {
    let Verification {
        head,
        checks,
        made,
        mut discrepancies,
    } = verification;
    discrepancies.extend(of_tournament);
    discrepancies.extend(of_games);
    let Head {
        size,
        hash,
        recorded_at,
    } = head;
    let mut view = AuditView {
        ledger,
        size,
        head: hash,
        recorded_at,
        chain: PartView::of(Part::Chain, &checks),
        bundle: PartView::if_made(Part::Bundle, &checks),
        tree: PartView::or_because(Part::Tree, &checks, "no checkpoint was handed in"),
        signatures: PartView::of_signatures(&checks),
        attachments: PartView::if_made(Part::Attachments, &checks),
        schemas: PartView::of(Part::Schemas, &checks),
        acceptance: PartView::of(Part::Acceptance, &checks),
        games,
        games_unchecked: None,
        standings,
        verdict: Verdict::of(&discrepancies),
        record: Verdict::of_record(&discrepancies),
        discrepancies,
    };
    view.count(&made);
    view
}

/// The part about standings: each announcement against what was computed.
fn standings_part(announced: &[Announced]) -> PartView {
    if announced.is_empty() {
        return PartView::unchecked("no standings were published");
    }
    let of = |severity: Severity| {
        announced.iter().find_map(|one| {
            let first = one.found.iter().find(|d| d.severity == severity)?;
            Some((one.seq, first.text.clone()))
        })
    };
    let state = match (of(Severity::Error), of(Severity::Remark)) {
        (Some((seq, sentence)), _) => CheckState::Broken { seq, sentence },
        (None, Some((seq, sentence))) => CheckState::Remarks { seq, sentence },
        (None, None) => CheckState::Sound,
    };
    PartView {
        state: match state {
            CheckState::Sound => "sound",
            CheckState::Broken { .. } => "broken",
            _ => "remarks",
        },
        reason: None,
        against: None,
        checks: vec![CheckView {
            check: "published",
            proves: "Standings that were announced are those that follow from what was known then.",
            made: u64::try_from(announced.len()).unwrap_or(u64::MAX),
            state,
        }],
    }
}

impl AuditView {
    /// Its parts with checks of the log and of what comes with it, in the order in
    /// which they rest on each other: form, chain, tree, signatures, acceptance,
    /// standings, and what lies beside the log.
    pub fn parts(&self) -> Vec<(&'static str, &PartView)> {
        let parts = [
            ("bundle", self.bundle.as_ref()),
            ("schemas", Some(&self.schemas)),
            ("chain", Some(&self.chain)),
            ("tree", Some(&self.tree)),
            ("signatures", Some(&self.signatures)),
            ("acceptance", Some(&self.acceptance)),
            ("standings", Some(&self.standings)),
            ("attachments", self.attachments.as_ref()),
        ];
        let parts = parts.into_iter();
        parts
            .filter_map(|(name, part)| Some((name, part?)))
            .collect()
    }

    fn count(&mut self, made: &BTreeMap<&'static str, u64>) {
        let parts = [
            self.bundle.as_mut(),
            self.attachments.as_mut(),
            Some(&mut self.schemas),
            Some(&mut self.chain),
            Some(&mut self.tree),
            Some(&mut self.signatures),
            Some(&mut self.acceptance),
        ];
        for check in parts
            .into_iter()
            .flatten()
            .flat_map(|part| &mut part.checks)
        {
            check.made = made.get(check.check).copied().unwrap_or(0);
        }
    }

    /// Adds what was found beside the log, which this crate can't see.
    pub fn add(&mut self, found: Vec<Discrepancy>) {
        self.discrepancies.extend(found);
        self.verdict = Verdict::of(&self.discrepancies);
        self.record = Verdict::of_record(&self.discrepancies);
    }

    /// The first thing that is wrong with it as a record.
    pub fn first_fault(&self) -> Option<&Discrepancy> {
        let mut faults = self.discrepancies.iter();
        faults.find(|d| d.severity == Severity::Error && !is_announced(d))
    }
}

/// Whether something is about what was announced, a result or standings, and not
/// about the record from which it should follow.
fn is_announced(found: &Discrepancy) -> bool {
    found.code == "confirmed_otherwise" || found.code.starts_with("standings_")
}

impl Verdict {
    /// What the discrepancies come to; notes change nothing.
    fn of(discrepancies: &[Discrepancy]) -> Verdict {
        Verdict::of_worst(discrepancies.iter().map(|d| d.severity).max())
    }

    /// The same, where what was announced and does not follow is but a remark.
    fn of_record(discrepancies: &[Discrepancy]) -> Verdict {
        let severity = |d: &Discrepancy| match d.severity {
            Severity::Error if is_announced(d) => Severity::Remark,
            severity => severity,
        };
        Verdict::of_worst(discrepancies.iter().map(severity).max())
    }

    fn of_worst(worst: Option<Severity>) -> Verdict {
        match worst {
            Some(Severity::Error) => Verdict::Broken,
            Some(Severity::Remark) => Verdict::SoundWithRemarks,
            Some(Severity::Note) | None => Verdict::Sound,
        }
    }
}

impl PartView {
    fn unchecked(reason: &'static str) -> PartView {
        PartView {
            state: "unchecked",
            reason: Some(reason),
            against: None,
            checks: Vec::new(),
        }
    }

    /// A part of which at least one check was made.
    fn if_made(part: Part, all: &[(Check, CheckState)]) -> Option<PartView> {
        let view = PartView::of(part, all);
        (view.state != "unchecked").then_some(view)
    }

    /// A part, or why nothing of it was checked.
    fn or_because(part: Part, all: &[(Check, CheckState)], reason: &'static str) -> PartView {
        PartView::if_made(part, all).unwrap_or_else(|| PartView::unchecked(reason))
    }

    /// The signatures: where no key is trusted, that a checkpoint names the
    /// ledger makes none of them sound.
    fn of_signatures(all: &[(Check, CheckState)]) -> PartView {
        let view = PartView::or_because(Part::Signatures, all, "no checkpoint was handed in");
        let signed = all.iter().find(|(check, _)| *check == Check::Signed);
        match signed {
            Some((_, CheckState::Unchecked { .. })) if view.state == "sound" => PartView {
                state: "unchecked",
                reason: Some("no key was handed in to trust"),
                ..view
            },
            _ => view,
        }
    }

    /// Says what the signatures were held against, where they were.
    fn held_against(&mut self, whence: Whence) {
        let was_made = |check: &CheckView| {
            check.check == Check::Signed.name()
                && !matches!(check.state, CheckState::Unchecked { .. })
        };
        if self.checks.iter().any(was_made) {
            self.against = Some(whence.describes());
        }
    }

    /// The checks of a part, and the worst of what they ended in.
    fn of(part: Part, all: &[(Check, CheckState)]) -> PartView {
        let checks: Vec<CheckView> = all
            .iter()
            .filter(|(check, _)| check.part() == part)
            .map(|(check, state)| CheckView {
                check: check.name(),
                proves: check.proves(),
                made: 0,
                state: state.clone(),
            })
            .collect();
        let is = |state: fn(&CheckState) -> bool| checks.iter().any(|c| state(&c.state));
        let state = if is(|s| matches!(s, CheckState::Broken { .. })) {
            "broken"
        } else if is(|s| matches!(s, CheckState::Remarks { .. })) {
            "remarks"
        } else if is(|s| matches!(s, CheckState::Sound)) {
            "sound"
        } else {
            "unchecked"
        };
        PartView {
            state,
            reason: None,
            against: None,
            checks,
        }
    }
}
