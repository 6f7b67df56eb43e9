//! Results in the forms in which others take them: tables for a terminal, CSV,
//! HTML for print, the EGF's h9, FIDE's tournament report.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan::{
    ledger,
    results::{Sheet, csv, h9, html, text, trf},
};
use fupan_replay::draft::{Batch, Draft, Proposal};
use fupan_store::{EventStore, Known, Ledgers};
use fupan_tests::script::{Script, event, team_event};
use serde_json::json;

/// A ledger on disk with the script's entries, and its results.
fn sheet(script: &Script, round: Option<u32>) -> Sheet {
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
            })
            .unwrap();
    }
    Sheet::of(&open.reader, round, Known::Now).unwrap()
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
    let files = csv::files(&sheet(&five(), None)).unwrap();
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["standings.csv", "crosstable.csv", "results.csv"]);
    for (name, bytes) in &files {
        let text = String::from_utf8(bytes.clone()).unwrap();
        insta::assert_snapshot!(name.to_string(), text.replace("\r\n", "\n"));
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
    assert_eq!(field(54, 56).trim(), "FR");
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
