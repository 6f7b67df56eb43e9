//! Problems of ledgers that are kept from elsewhere, and of backups.

use super::{Way, typed::refused};
use crate::http::{
    liar::Liar,
    venue::{Venue, stone},
};
use fupan::kept::Taking;
use fupan_store::{Foreign, Ledgers};
use fupan_tests::script::game;
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

pub const WAYS: &[(&str, Way)] = &[
    ("bundle", || {
        let venue = Venue::open();
        let no_bundle = venue.data().join("tokens.json");
        refused(&[
            "show",
            "ledger",
            "cup",
            "--bundle",
            no_bundle.to_str().unwrap(),
            "--json",
        ])
    }),
    ("other_history", || {
        let root = "0".repeat(64);
        let path = format!("/v1/ledgers/cup/bundle?since=1&root={root}");
        let answer = Organiser::new().venue.get(&path).send();
        answer.json()["code"].as_str().unwrap().to_owned()
    }),
    ("ledger_read_only", ledger_read_only),
    ("two_histories", two_histories),
    ("bundle_broken", || {
        Organiser::new().import_under(&other_key())
    }),
    ("other_key", other_key_later),
    ("not_signed_by_key", not_signed_by_key),
    ("does_not_follow", does_not_follow),
    ("older_than_seen", older_than_seen),
    ("person_differs", || {
        mirrored(|path, body| {
            if path.ends_with("/people") {
                body.replacen("\"name\":\"", "\"name\":\"X", 1)
            } else {
                body
            }
        })
    }),
    ("answer_too_long", || {
        mirrored(|path, body| {
            if path.ends_with("/checkpoint") {
                body.repeat(1 << 12)
            } else {
                body
            }
        })
    }),
    ("backup", || {
        refused(&["restore", "/nowhere/at/all", "--data", "/nowhere", "--json"])
    }),
];

/// A service with a signed ledger, and a folder.
struct Organiser {
    venue: Venue,
    place: TempDir,
}

impl Organiser {
    fn new() -> Organiser {
        let venue = Venue::open();
        venue.play("cup", &game("cn-2002").stones("B Q16"));
        let ledger = venue.get("/v1/ledgers/cup").send().ok(200);
        venue.signed("cup", ledger["size"].as_u64().unwrap());
        let place = tempfile::tempdir().unwrap();
        Organiser { venue, place }
    }

    fn key(&self) -> String {
        let keys = self.venue.get("/v1/ledgers/cup/keys").send().ok(200);
        keys["keys"][0].as_str().unwrap().to_owned()
    }

    fn at(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn import_into(&self, data: &Path, key: &str) -> String {
        let bundle = self.at("cup.zip");
        fs::write(&bundle, self.venue.get("/v1/ledgers/cup/bundle").bytes()).unwrap();
        let (bundle, data) = (bundle.to_str().unwrap(), data.to_str().unwrap());
        refused(&["import", bundle, "--data", data, "--key", key, "--json"])
    }

    fn import_under(&self, key: &str) -> String {
        self.import_into(&self.at("data"), key)
    }
}

fn other_key() -> String {
    Organiser::new().key()
}

fn ledger_read_only() -> String {
    let (organiser, federation) = (Organiser::new(), Venue::open());
    organiser.import_into(federation.data(), &organiser.key());
    let answer = federation.hand_in("cup", &[stone(1, "white", "D4")]);
    answer.json()["code"].as_str().unwrap().to_owned()
}

fn two_histories() -> String {
    let Organiser { venue, .. } = Organiser::new();
    let told = json!({"mirror": "m", "size": 1, "head": "0".repeat(64), "signed": 0});
    let asking = venue.post("/v1/ledgers/cup/mirrors").token(venue.keeper());
    asking.json(&told).send().json()["code"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn other_key_later() -> String {
    let organiser = Organiser::new();
    assert_eq!(organiser.import_under(&organiser.key()), "none");
    organiser.import_under(&other_key())
}

fn not_signed_by_key() -> String {
    let organiser = Organiser::new();
    let url = format!("http://{}", organiser.venue.running().address());
    let data = organiser.at("data");
    let data = data.to_str().unwrap();
    let key = other_key();
    refused(&[
        "mirror", &url, "--ledger", "cup", "--data", data, "--key", &key, "--once", "--json",
    ])
}

/// With which code a mirror refuses a service that lies.
fn mirrored(lie: impl Fn(&str, String) -> String + Send + Sync + 'static) -> String {
    let organiser = Organiser::new();
    let liar = Liar::before(organiser.venue.running().address());
    liar.tells(lie);
    let data = organiser.at("data");
    let (url, data, key) = (liar.url(), data.to_str().unwrap(), organiser.key());
    refused(&[
        "mirror", &url, "--ledger", "cup", "--data", data, "--key", &key, "--once", "--json",
    ])
}

fn does_not_follow() -> String {
    let folder = tempfile::tempdir().unwrap();
    let ledgers = Ledgers::at(folder.path()).unwrap();
    let ledger: fupan_domain::ids::LedgerName = "cup".parse().unwrap();
    let foreign = Foreign {
        ledger: ledger.clone(),
        origin: None,
        keys: Vec::new(),
        source: "a stranger".to_owned(),
    };
    let open = fupan::ledger::keep_foreign(&ledgers, &ledger, foreign).unwrap();
    let mut taking = Taking::into(&open.store);
    let refused = taking.push(&Arc::from(&b"{}"[..]), |_| None);
    refused.unwrap_err().code.to_owned()
}

fn older_than_seen() -> String {
    let Organiser { mut venue, place } = Organiser::new();
    let backup = place.path().join("backup");
    let backup = backup.to_str().unwrap();
    let url = format!("http://{}", venue.running().address());
    let token = venue.keeper().to_owned();
    refused(&[
        "backup", "--to", backup, "--server", &url, "--token", &token, "--json",
    ]);
    venue.hand_in("cup", &[stone(1, "white", "D4")]).ok(201);
    let ledger = venue.get("/v1/ledgers/cup").send().ok(200);
    venue.signed("cup", ledger["size"].as_u64().unwrap());
    venue.stop();
    fs::remove_dir_all(venue.data().join("ledgers/cup")).unwrap();
    refused(&[
        "restore",
        backup,
        "--data",
        venue.data().to_str().unwrap(),
        "--json",
    ])
}
