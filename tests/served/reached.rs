//! Reaching a service, and what is told where that fails: certificates, another program
//! at the address, a wrong scheme.

use crate::*;

#[test]
fn a_service_speaks_tls_with_a_certificate_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let args = ["serve", "--data", &data, "--listen", "0.0.0.0:0", "--tls"];
    let service = Served::start(&args, true);
    let port = service.url.rsplit(':').next().unwrap();
    assert!(
        service.url.starts_with("https://0.0.0.0:"),
        "{}",
        service.told
    );
    let url = format!("https://localhost:{port}");
    let certificate = path(Path::new(&data), "tls/certificate.pem");
    let show = |url: &str, more: &[&str]| {
        let args = [
            "show", "game", "lakeside", "r1-b1", "--server", url, "--json",
        ];
        fupan(&[&args, more].concat())
    };
    // A certificate that nobody vouches for is not taken, unless it is named.
    assert_eq!(refused(&show(&url, &[]))["code"], "server");
    let trusted = ["--certificate", &certificate, "--token", &service.keeper()];
    let shown: Value = serde_json::from_str(&stdout(&show(&url, &trusted))).unwrap();
    assert_eq!(shown["game"], "r1-b1");
    let clear = show(&format!("http://localhost:{port}"), &[]);
    assert_eq!(refused(&clear)["code"], "server");
    let fingerprint = |told: &str| {
        let lines = told.lines().find(|line| line.matches(':').count() == 31);
        lines.map(str::to_owned)
    };
    let first = fingerprint(&service.told);
    assert!(first.is_some() && service.stop());
    let in_the_clear = fupan(&["serve", "--listen", "0.0.0.0:0", "--data", &data]);
    assert_eq!(in_the_clear.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&in_the_clear.stderr).contains("--tls"));
}

#[test]
fn what_is_no_service_is_told() {
    let ask = |url: &str, more: &[&str]| {
        let args = ["show", "ledger", "cup", "--json", "--server", url];
        fupan(&[&args, more].concat())
    };
    assert_eq!(refused(&ask("http://127.0.0.1:1", &[]))["code"], "server");
    assert_eq!(ask("venue", &[]).status.code(), Some(2));
    let clear = ask("http://venue.example", &["--token", "fupan_0"]);
    assert_eq!(clear.status.code(), Some(2));
}

/// A service that can't be asked is told of with what can be done.
#[test]
fn a_service_that_is_asked_the_wrong_way_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, secure) = (path(folder.path(), "plain"), path(folder.path(), "secure"));
    let plain = Served::of(&plain, true);
    let args = [
        "serve",
        "--data",
        &secure,
        "--listen",
        "127.0.0.1:0",
        "--tls",
    ];
    let secure = Served::start(&args, true);
    let bare = |served: &Served| served.url.split_once("://").unwrap().1.to_owned();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = free.local_addr().unwrap().to_string();
    drop(free);
    for (url, advice) in [
        (
            format!("http://{}", bare(&secure)),
            format!("ask for https://{}", bare(&secure)),
        ),
        (
            format!("https://{}", bare(&plain)),
            format!("ask for http://{}", bare(&plain)),
        ),
        (
            secure.url.clone(),
            "name the file with --certificate".to_owned(),
        ),
        (
            format!("http://{nobody}"),
            "nothing listens there: start the service (fupan serve)".to_owned(),
        ),
        (
            "http://nowhere.invalid".to_owned(),
            "no machine has that name here".to_owned(),
        ),
    ] {
        let output = fupan(&["show", "ledger", "cup", "--server", &url, "--json"]);
        let problem = refused(&output);
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            problem["code"] == "server" && detail.contains(&advice),
            "{url}: {detail}"
        );
    }
}
