//! Results in the forms in which others take them: tables for a terminal, CSV,
//! HTML for print, the EGF's h9, FIDE's tournament report.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan::{
    ledger,
    problem::Problem,
    results::{
        Sheet, csv,
        form::{Form, Table},
        h9, html, text, trf,
    },
};
use fupan_replay::draft::{Batch, Draft, Proposal};
use fupan_store::{EventStore, Known, Ledgers};
use fupan_tests::script::{Script, event, team_event};
use serde_json::json;

/// A ledger on disk with the script's entries, and its results.
fn sheet(script: &Script, round: Option<u32>) -> Sheet {
    try_sheet(script, round).unwrap()
}

fn try_sheet(script: &Script, round: Option<u32>) -> Result<Sheet, Box<Problem>> {
    let folder = tempfile::tempdir().unwrap();
    let ledgers = Ledgers::at(folder.path()).unwrap();
    let open = ledger::open_or_create(&ledgers, &"cup".parse().unwrap()).unwrap();
    for (n, line) in script.file().lines().enumerate() {
        let draft = Draft::read(line.as_bytes()).unwrap();
        let submitted_by = draft.actor.clone();
        let mut mark = [0; 16];
        mark[..8].copy_from_slice(&n.to_be_bytes());
        let id = fupan_domain::ids::EntryId(uuid::Builder::from_custom_bytes(mark).into_uuid());
        let proposals = vec![Proposal::prepare(draft, id, mark).unwrap()];
        open.store
            .append(Batch {
                proposals,
                submitted_by,
                seen_whole: None,
            })
            .unwrap();
    }
    Sheet::of(&open.reader, round, Known::Now).map_err(Box::new)
}

/// Three rounds of five, with a bye in each, a draw, a game that both lost, a
/// withdrawal and a sanction; names that make trouble.
fn five() -> Script {
    let regulations = json!({"rounds": 3, "tie_breaks": ["points", "opponents", "beaten"]});
    let told = [
        (
            "ann",
            json!({"name": "=1+2 Ann <b>", "dan": "5d", "federation": "FR", "rating": 2500}),
        ),
        (
            "bo",
            json!({"name": "聂卫平", "dan": "9p", "federation": "CN"}),
        ),
        ("cy", json!({"name": "Cy; the \"Second\"", "dan": "3k"})),
        ("di", json!({})),
        ("ed", json!({"rating": 1800})),
    ];
    let script = event("cn-2002", &regulations, &[]);
    let script = told
        .into_iter()
        .fold(script, |script, (id, more)| script.registers(id, more));
    let left = json!({"player": "ed", "after_round": 2, "justified": true, "reason": "ill"});
    let sanction = json!({"sanction": "s1", "player": "bo", "article": "cn-2002:23.1",
        "kind": "lose_games", "games": ["r1-ann-bo"], "reason": "verified"});
    script
        .round(1, "ann-bo 0-1, cy-di =, ed bye")
        .round(2, "bo-ed 1-0, di-ann 0-0, cy bye")
        .org("player_withdrew", left)
        .round(3, "ann-cy 1-0, bo-di ?")
        .tournament("chief-1", "sanction_imposed", sanction)
}

#[test]
fn a_terminal_shows_places_what_decided_them_and_how_it_was_counted() {
    insta::assert_snapshot!(text::standings(&sheet(&five(), None).standings));
}

#[test]
fn a_crosstable_shows_who_met_whom() {
    insta::assert_snapshot!(text::crosstable(&sheet(&five(), None).crosstable));
}

#[test]
fn an_explained_place_shows_each_term() {
    let shown = five().shown();
    let replayed = shown.replayed();
    let facts = replayed.facts();
    let about = (Some(2), "cy");
    let tournament = replayed.ledger.tournament();
    let view = fupan_replay::views::explain_view("cup", tournament, &facts, about, &|_| None);
    insta::assert_snapshot!(text::explain(&view.unwrap()));
}

#[test]
fn csv_files_can_be_read_back_and_hold_no_formula() {
    let sheet = sheet(&five(), None);
    for table in Table::ALL {
        let text = String::from_utf8(csv::table(&sheet, table).unwrap()).unwrap();
        insta::assert_snapshot!(format!("{}.csv", table.name()), text.replace("\r\n", "\n"));
    }
}

#[test]
fn the_egf_file_has_a_row_a_player_and_a_field_a_round() {
    let file = h9::file(&sheet(&five(), None)).unwrap();
    insta::assert_snapshot!(&file);
    for row in file.lines().filter(|line| !line.starts_with(';')) {
        // Number, two names, rank, country, club, wins, sum, and three rounds.
        assert_eq!(row.split_whitespace().count(), 8 + 3, "{row}");
    }
}

/// The EGF's words for a round without an opponent: a free win, half a point, a
/// free round; FIDE's: U, H, Z.
#[test]
fn a_bye_is_written_by_what_it_brings() {
    for (points, egf, fide) in [(2, "0+", "U"), (1, "0=", "H"), (0, "0-", "Z")] {
        let regulations = json!({"rounds": 2, "bye_points": points});
        let script =
            event("cn-2002", &regulations, &["ann", "bo", "cy"]).round(1, "ann-bo 1-0, cy bye");
        let sheet = sheet(&script, None);
        let h9 = h9::file(&sheet).unwrap();
        let cy = h9.lines().find(|line| line.contains(" cy ")).unwrap();
        assert_eq!(cy.split_whitespace().last(), Some(egf), "{cy}");
        let trf = trf::file(&sheet).unwrap();
        let cy = trf.lines().find(|line| line.contains(" cy ")).unwrap();
        assert!(cy.ends_with(&format!("  0000 - {fide}")), "{cy}");
    }
}

#[test]
fn the_fide_report_keeps_its_columns() {
    let file = trf::file(&sheet(&five(), None)).unwrap();
    insta::assert_snapshot!(file.replace('\r', ""));
    let player = file
        .lines()
        .find(|line| line.starts_with("001    1"))
        .unwrap();
    let columns: Vec<char> = player.chars().collect();
    let field = |from: usize, to: usize| columns[from - 1..to].iter().collect::<String>();
    assert_eq!(field(5, 8).trim(), "1");
    assert_eq!(field(15, 47).trim(), "=1+2 Ann <b>");
    assert_eq!(field(49, 52), "2500");
    assert_eq!(field(54, 56), "FRA");
    assert_eq!(field(81, 84).trim(), "2.0");
    assert_eq!(field(86, 89).trim(), "1");
    assert_eq!(
        (columns[97 - 1], columns[107 - 1], columns[117 - 1]),
        ('b', 'w', 'b')
    );
}

#[test]
fn the_printed_sheet_takes_no_markup_from_names_and_loads_nothing() {
    let page = html::sheet(&sheet(&five(), None));
    assert!(page.contains("=1+2 Ann &lt;b&gt;") && !page.contains("Ann <b>"));
    for forbidden in ["<script", "src=", "href=", "url(", "@import"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    insta::assert_snapshot!(page.replace("</tr>", "</tr>\n").replace("</li>", "</li>\n"));
}

#[test]
fn forms_of_players_alone_say_so_for_teams() {
    let regulations = json!({"format": "swiss", "rounds": 1, "team": "fixed_boards"});
    let script = team_event("cn-2002", &regulations, &["foxes", "herons"], 1)
        .team_round(1, &["foxes-herons 1-0"]);
    let sheet = sheet(&script, None);
    for refused in [h9::file(&sheet), trf::file(&sheet)] {
        assert_eq!(refused.unwrap_err().code, "not_in_this_form");
    }
    insta::assert_snapshot!(text::crosstable(&sheet.crosstable));
}

#[test]
fn an_earlier_round_is_told_as_it_was() {
    let sheet = sheet(&five(), Some(1));
    assert_eq!((sheet.standings.round, sheet.crosstable.round), (1, 1));
    assert_eq!(sheet.crosstable.rows[0].rounds.len(), 1);
}

/// Bo and di are still at their board in round 3.
#[test]
fn a_game_that_goes_on_is_told_as_such_in_every_form() {
    let sheet = sheet(&five(), None);
    let row = |text: &str, name: &str| {
        let row = text.lines().find(|line| line.contains(name)).unwrap();
        row.trim_end().to_owned()
    };
    let h9 = h9::file(&sheet).unwrap();
    assert!(row(&h9, "聂卫平").ends_with(" 5?/b0"), "{h9}");
    assert!(row(&h9, " di ").ends_with(" 3?/w0"), "{h9}");
    assert!(h9.contains("; provisional: open: r3-bo-di"), "{h9}");
    // Opponent and colour, and nothing where a result would stand; ed, who had
    // left, was not paired.
    let trf = trf::file(&sheet).unwrap();
    assert!(row(&trf, "聂卫平").ends_with("     5 b"), "{trf}");
    assert!(row(&trf, " di ").ends_with("     3 w"), "{trf}");
    assert!(row(&trf, " ed ").ends_with("  0000 - Z"), "{trf}");
    let csv = String::from_utf8(csv::table(&sheet, Table::Results).unwrap()).unwrap();
    assert!(
        csv.contains("3,game,r3-bo-di,bo,di,black,open,0,none,open\r\n"),
        "{csv}"
    );
    let table = text::crosstable(&sheet.crosstable);
    assert!(row(&table, "[bo]").contains("5?b"), "{table}");
    let page = html::sheet(&sheet);
    assert!(page.contains("<td class=\"cell\">3?w</td>"), "{page}");
}

#[test]
fn results_that_may_still_change_are_given_out_on_request_alone() {
    let open = sheet(&five(), None);
    let refused = open.need_settled().unwrap_err();
    assert_eq!(refused.code, "not_settled");
    for told in [
        "round 3",
        "open: r3-bo-di",
        "--provisional",
        "earlier round",
    ] {
        assert!(refused.detail.contains(told), "{told}: {}", refused.detail);
    }
    sheet(&five(), Some(2)).need_settled().unwrap();
    let ended = five().ended("r3-bo-di", "bo", "di", "1-0");
    sheet(&ended, None).need_settled().unwrap();
    // A result that only one side has confirmed is one that may change.
    let alone = five()
        .on("r3-bo-di")
        .fact("game_started", json!({"black": "bo", "white": "di"}))
        .side("resigned", "white");
    let refused = sheet(&alone, None).need_settled().unwrap_err();
    assert!(
        refused.detail.contains("not confirmed by all: r3-bo-di")
            && !refused.detail.contains("open:"),
        "{}",
        refused.detail
    );
}

#[test]
fn many_open_games_are_not_all_named() {
    let pairs: Vec<String> = (1..=25).map(|n| format!("a{n}-b{n} ?")).collect();
    let script = event("cn-2002", &json!({"rounds": 1}), &[]);
    let script = (1..=25).fold(script, |script, n| {
        let script = script.registers(&format!("a{n}"), json!({}));
        script.registers(&format!("b{n}"), json!({}))
    });
    let open = sheet(&script.round(1, &pairs.join(", ")), None);
    let detail = open.need_settled().unwrap_err().detail;
    assert!(detail.contains("r1-a20-b20 and 5 more"), "{detail}");
}

#[test]
fn what_has_one_meeting_a_round_says_so_of_two() {
    let script = event("cn-2002", &json!({"rounds": 1}), &["ann", "bo", "cy"])
        .round(1, "ann-bo 1-0, ann-cy 1-0");
    let sheet = sheet(&script, None);
    for form in [Form::H9, Form::Trf] {
        let refused = form.write(&sheet, Table::Standings).unwrap_err();
        assert_eq!(refused.code, "not_in_this_form");
        assert!(
            refused.detail.contains("ann has 2 meetings in round 1"),
            "{}",
            refused.detail
        );
    }
    let csv = String::from_utf8(csv::table(&sheet, Table::Results).unwrap()).unwrap();
    assert_eq!(csv.lines().count(), 3, "{csv}");
}

#[test]
fn an_unfinished_match_of_teams_stands_in_the_crosstable() {
    let regulations = json!({"format": "swiss", "rounds": 1, "team": "fixed_boards"});
    let script = team_event("cn-2002", &regulations, &["foxes", "herons"], 2)
        .team_round(1, &["foxes-herons 1-0 ?"]);
    let sheet = sheet(&script, None);
    let cells: Vec<(&str, &str)> = sheet
        .crosstable
        .rows
        .iter()
        .flat_map(|row| row.rounds.iter().flatten())
        .map(|cell| (cell.kind, cell.how))
        .collect();
    assert_eq!(cells, [("match", "open"), ("match", "open")]);
}

#[test]
fn a_round_that_was_not_paired_has_no_results() {
    for (round, told) in [
        (9, "there is no round 9: 3 were paired"),
        (4, "there is no round 4: 3 were paired"),
        (0, "there is no round 0: 3 were paired"),
    ] {
        let refused = try_sheet(&five(), Some(round)).unwrap_err();
        assert_eq!((refused.code, &*refused.detail), ("no_round", told));
    }
    // Before anything is paired there is nothing but the registration.
    let registered = event("cn-2002", &json!({"rounds": 1}), &["ann", "bo"]);
    for round in [None, Some(0)] {
        let sheet = sheet(&registered, round);
        assert_eq!((sheet.standings.round, sheet.standings.rows.len()), (0, 2));
    }
    let refused = try_sheet(&registered, Some(1)).unwrap_err();
    assert_eq!(refused.detail, "there is no round 1: none was paired");
}

/// A lot for the tie of round 3, a sanction on a game of round 3, and ed's
/// leaving after round 2.
#[test]
fn people_are_told_of_an_earlier_round_what_bears_on_it() {
    let lot = json!({"lot": "tie-3", "purpose": "tie", "round": 3, "entrants": ["bo", "ed"],
        "method": "by hand", "drawn": ["ed", "bo"]});
    let later = json!({"sanction": "s2", "player": "cy", "article": "cn-2002:23.1",
        "kind": "lose_games", "games": ["r3-ann-cy"], "reason": "verified"});
    let script = five()
        .org("lot_drawn", lot)
        .tournament("chief-1", "sanction_imposed", later);
    let shown = |round| {
        let sheet = sheet(&script, round);
        let text = text::standings(&sheet.standings);
        let page = html::sheet(&sheet);
        (sheet.standings, text, page)
    };
    let (all, text, page) = shown(None);
    assert!(
        text.contains("lot tie-3") && text.contains("sanction s2"),
        "{text}"
    );
    assert!(page.contains("s2: cy"), "{page}");
    assert!(all.later.is_empty());
    let (second, text, page) = shown(Some(2));
    assert!(!text.contains("tie-3") && !text.contains("s2"), "{text}");
    assert!(!page.contains("s2: cy"), "{page}");
    // The sanction on a game of round 1 bears on round 2, whenever it was imposed.
    assert!(
        text.contains("sanction s1") && page.contains("s1: bo"),
        "{text}"
    );
    // Programs are told of all, and which of it is for later rounds.
    assert_eq!((second.lots.len(), second.sanctions.len()), (1, 2));
    assert!(second.later.contains(&second.lots[0].entry));
    assert!(second.later.contains(&second.sanctions[1].entry));
    assert!(!second.later.contains(&second.sanctions[0].entry));
}

#[test]
fn nothing_is_divided_by_nothing_before_anybody_has_points() {
    let shown = event("cn-2002", &json!({"rounds": 2}), &["ann", "bo"])
        .round(1, "ann-bo 0-0")
        .shown();
    let facts = shown.replayed().facts();
    let tournament = shown.replayed().ledger.tournament();
    let about = (None, "ann");
    let view = fupan_replay::views::explain_view("cup", tournament, &facts, about, &|_| None);
    let text = text::explain(&view.unwrap());
    assert!(
        text.contains("total score, highest scored: 0 + (0 - 1) = -1, since nobody has points\n"),
        "{text}"
    );
    assert!(!text.contains("(0/2)"), "{text}");
}

#[test]
fn federations_are_told_as_those_who_take_the_file_write_them() {
    let registers = |script: Script, (id, federation): (&str, &str)| {
        script.registers(id, json!({"federation": federation, "team": "club"}))
    };
    let script = event("cn-2002", &json!({"rounds": 1}), &[])
        .org("team_registered", json!({"team": "club", "name": "Club"}));
    let script = [
        ("ann", "GER"),
        ("bo", "Anhui"),
        ("cy", "CN"),
        ("di", "United States of America"),
    ]
    .into_iter()
    .fold(script, registers)
    .round(1, "ann-bo 1-0, cy-di 1-0");
    let sheet = sheet(&script, None);
    let h9 = h9::file(&sheet).unwrap();
    let trf = trf::file(&sheet).unwrap();
    for (who, country, federation) in [
        ("ann", "DE", "GER"),
        ("bo", "XX", "   "),
        ("cy", "CN", "CHN"),
        ("di", "US", "USA"),
    ] {
        let row = h9.lines().find(|line| line.contains(who)).unwrap();
        assert!(row.contains(&format!(" {country} club ")), "{row}");
        let row = trf
            .lines()
            .find(|line| line.get(14..).is_some_and(|l| l.starts_with(who)));
        assert_eq!(&row.unwrap()[53..56], federation);
    }
}

/// Cy leaves a round robin of five rounds after the third: the games left are
/// the others', though nobody paired them.
#[test]
fn games_that_nobody_paired_do_not_keep_a_round_robin_from_its_forms() {
    let players = ["ann", "bo", "cy", "di", "ed", "flo"];
    let regulations = json!({"format": "round_robin", "rounds": 5, "tie_breaks": ["points"]});
    let left = json!({"player": "cy", "after_round": 3, "justified": true, "reason": "ill"});
    let script = event("cn-2002", &regulations, &players)
        .round(1, "ann-bo 1-0, cy-di 1-0, ed-flo 1-0")
        .round(2, "ann-cy 1-0, bo-ed 1-0, di-flo 1-0")
        .round(3, "ann-di 1-0, bo-flo 1-0, cy-ed 1-0")
        .org("player_withdrew", left)
        .round(4, "ann-ed 1-0, bo-di 1-0")
        .round(5, "di-ed 1-0, ann-flo 1-0");
    let sheet = sheet(&script, None);
    let cy = sheet
        .crosstable
        .rows
        .iter()
        .find(|row| row.who.as_str() == "cy");
    assert_eq!(cy.unwrap().rounds[4].len(), 2);
    let h9 = h9::file(&sheet).unwrap();
    let ann = h9.lines().find(|line| line.contains(" ann ")).unwrap();
    assert!(ann.ends_with("/b0") && !ann.contains('!'), "{ann}");
    trf::file(&sheet).unwrap();
}
