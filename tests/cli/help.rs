//! What each verb says of itself.

use super::{fupan, status, stdout};

/// The verbs that the help of a verb lists below it.
fn verbs_in(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    // What a long description goes on with is further in.
    let named = listed.filter(|line| !line.starts_with("   "));
    let named = named.filter_map(|line| line.split_whitespace().next());
    let verbs = named.filter(|verb| *verb != "help");
    verbs.map(str::to_owned).collect()
}

/// Every verb with an example in its help, and those below it.
fn examples_from(verb: &[String], seen: &mut Vec<String>) {
    let mut args: Vec<&str> = verb.iter().map(String::as_str).collect();
    args.push("--help");
    let output = fupan(&args);
    let help = stdout(&output);
    assert_eq!(status(&output), 0, "{verb:?}");
    assert!(help.contains("Example:\n  "), "{verb:?}: {help}");
    assert!(help.contains("fupan "), "{verb:?}: {help}");
    seen.push(verb.join(" "));
    for below in verbs_in(&help) {
        examples_from(&[verb, &[below]].concat(), seen);
    }
}

#[test]
fn every_verb_has_an_example_in_its_help() {
    let mut seen = Vec::new();
    examples_from(&[], &mut seen);
    for verb in [
        "",
        "demo",
        "serve",
        "import",
        "replay",
        "show game",
        "whatif",
        "export",
        "verify",
        "audit",
        "token add",
        "key rotate",
        "proof entry",
        "witness",
        "backup",
        "restore",
        "mirror",
        "promote",
        "evidence sweep",
        "erase",
        "review open",
    ] {
        assert!(seen.iter().any(|s| s == verb), "{verb}: {seen:?}");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for args in [
        &["bake"][..],
        &["show", "game", "cup"],
        &["replay"],
        &["audit", "UPPER"],
        &["whatif", "cup"],
        &["whatif", "cup", "--in-place-of", "@57"],
        &["import", "a.sgf", "--ledger", "cup", "--edition", "cn-2020"],
        &["export", "cup"],
        &["export", "cup", "--sgf", "out", "--dossier", "a1"],
        &["export", "cup", "--sgf", "out", "--lang", "ja"],
        &["export", "cup", "--csv", "out", "--lang", "ja"],
        &["export", "cup", "--sgf", "out", "--round", "2"],
        &["export", "cup", "--sgf", "out", "--provisional"],
        &["explain", "standing", "cup"],
        &["export", "cup", "--dossier", "a1", "--lang", "fr"],
    ] {
        let output = fupan(args);
        assert_eq!(status(&output), 2, "{args:?}");
        assert!(output.stdout.is_empty());
    }
}
