//! `fupan key`: with which key checkpoints are signed, shown, rotated, saved and
//! put back. Keys themselves are in [`crate::keys`].

use super::{Data, Ended, Outcome, print_error, print_json, print_text};
use crate::{
    auth::secret_file,
    hold::Hold,
    keys::{self, KeyRing, NewKey, Ring, Saved},
    ledger,
    problem::Problem,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use clap::{Args, Subcommand};
use fupan_domain::ids::LedgerName;
use fupan_store::Ledgers;
use serde_json::json;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan key show spring-cup\n  fupan key rotate\n  fupan key backup keys.json\n\nA verifier key is public: give it to whoever verifies, by another way than the ledger itself."
)]
pub struct Key {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Makes the first key, under a name of your choice or from an HSM; fupan serve does it else
    #[command(
        after_help = "Example:\n  fupan key init --service go.example.org\n  fupan key init --service go.example.org --public-key 3q2+7w...= --signing-command 'pkcs11-sign --slot 0'"
    )]
    Init {
        /// The service's name: what stands before the ledger in each checkpoint's first line
        #[arg(long, value_name = "NAME")]
        service: Option<String>,
        #[command(flatten)]
        elsewhere: Elsewhere,
        #[command(flatten)]
        place: Place,
    },
    /// Shows the verifier keys: of a ledger, or of all
    #[command(
        after_help = "Example:\n  fupan key show > go.example.org.vkeys\n  fupan key show spring-cup\n  fupan key show spring-cup --json\n\nWhat it prints is a file for --key of whoever verifies: a key a line, the rest comments."
    )]
    Show {
        /// The ledger; all of them if none is named
        ledger: Option<LedgerName>,
        #[command(flatten)]
        place: Place,
    },
    /// Makes the next key, also beside a running service; each ledger announces it before it is signed with it
    #[command(
        after_help = "Example:\n  fupan key rotate --data /var/lib/fupan\n\nThe old key signs the announcement and is then deleted. Each ledger of the folder records it at once; where a service runs, that does."
    )]
    Rotate {
        #[command(flatten)]
        elsewhere: Elsewhere,
        #[command(flatten)]
        place: Place,
    },
    /// Writes the keys, the secret one too, to a file that only its owner can read
    #[command(after_help = "Example:\n  fupan key backup /media/safe/keys.json")]
    Backup {
        /// The file, which must not be there
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Puts saved keys back in a data folder that has none
    #[command(
        after_help = "Example:\n  fupan key restore /media/safe/keys.json --data /var/lib/fupan"
    )]
    Restore {
        /// The file
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Debug, Args)]
struct Place {
    #[command(flatten)]
    data: Data,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A key that lies elsewhere.
#[derive(Debug, Args)]
struct Elsewhere {
    /// A command that signs, run by the shell: it gets the bytes on standard input and answers the Ed25519 signature, raw or in base64
    #[arg(long, value_name = "COMMAND", requires = "public_key")]
    signing_command: Option<String>,
    /// The public key of what the command signs with, 32 bytes in base64
    #[arg(long, value_name = "BASE64", requires = "signing_command")]
    public_key: Option<String>,
}

impl Elsewhere {
    fn new_key(self) -> Result<NewKey, Problem> {
        let (Some(command), Some(public)) = (self.signing_command, self.public_key) else {
            return Ok(NewKey::Drawn);
        };
        let bytes = STANDARD.decode(public.trim()).ok();
        let public = bytes
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or_else(|| {
                Problem::new(
                    "usage",
                    format!("--public-key {public}: expected 32 bytes in base64"),
                )
            })?;
        Ok(NewKey::Elsewhere { public, command })
    }
}

impl Key {
    /// Whether JSON is asked for.
    pub fn json(&self) -> bool {
        match &self.what {
            What::Init { place, .. }
            | What::Show { place, .. }
            | What::Rotate { place, .. }
            | What::Backup { place, .. }
            | What::Restore { place, .. } => place.json,
        }
    }

    pub fn run(self) -> Outcome {
        match self.what {
            What::Init {
                service,
                elsewhere,
                place,
            } => {
                let ring = place
                    .ring()
                    .make(service.as_deref(), elsewhere.new_key()?)?;
                place.tell(&ring, None)
            }
            What::Show { ledger, place } => place.tell(&*place.ring().need()?, ledger.as_ref()),
            What::Rotate { elsewhere, place } => {
                let ring = place.ring().rotate(elsewhere.new_key()?)?;
                place.hand_over(&ring);
                place.tell(&ring, None)
            }
            What::Backup { file, place } => place.backup(&file),
            What::Restore { file, place } => {
                let text = fs::read(&file).map_err(|e| Problem::file(&file, &e))?;
                let saved: Saved = serde_json::from_slice(&text)
                    .map_err(|e| Problem::new("key_file", e.to_string()).in_file(&file))?;
                let ring = place.ring().restore(&saved)?;
                place.tell(&ring, None)
            }
        }
    }
}

impl Place {
    fn ring(&self) -> KeyRing {
        KeyRing::at(&self.data.data)
    }

    /// The ledgers of the folder; none where there is no such folder.
    fn ledgers(&self) -> Result<Vec<LedgerName>, Problem> {
        if !self.data.data.join("ledgers").is_dir() {
            return Ok(Vec::new());
        }
        let told = |e| Problem::from(&e);
        Ledgers::at(&self.data.data)
            .map_err(told)?
            .list()
            .map_err(told)
    }

    /// Has each ledger of the folder say that the new key signs from now on, so that
    /// what is shown and exported is signed with it. A service that has the folder does
    /// it by itself. What can't is said and holds up no other: it does so with its next entry.
    fn hand_over(&self, ring: &Ring) {
        if !self.data.data.join("ledgers").is_dir() {
            return;
        }
        let told = |what: &dyn std::fmt::Display, problem: &Problem| {
            print_error(&format_args!(
                "{what} goes on with the old key until its next entry: {problem}"
            ));
        };
        let held = Hold::for_verb(&self.data.data);
        let opened = held.and_then(|hold| Ok((hold, ledger::ledgers(&self.data.data)?)));
        let (_hold, ledgers) = match opened {
            Ok(opened) => opened,
            // The service that has it looks for a new key now and then.
            Err(problem) if problem.code == "store_in_use" => return,
            Err(problem) => return told(&"each ledger", &problem),
        };
        for name in self.ledgers().unwrap_or_default() {
            let handed = ledger::open(&ledgers, &name).and_then(|open| {
                if keys::hand_over(&open, ring)? {
                    ledger::signed_for(&open);
                }
                Ok(())
            });
            if let Err(problem) = handed {
                told(&format_args!("ledger {name}"), &problem);
            }
        }
    }

    fn tell(&self, ring: &Ring, ledger: Option<&LedgerName>) -> Outcome {
        let ledgers = match ledger {
            Some(ledger) => vec![ledger.clone()],
            None => self.ledgers()?,
        };
        let mut of_ledgers = Vec::new();
        for name in ledgers {
            let keys = ring.of_ledger(&name)?;
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            of_ledgers.push((name, keys));
        }
        let keys: Vec<_> = ring.keys().collect();
        if self.json {
            let of_ledgers: Vec<_> = of_ledgers
                .iter()
                .map(|(name, keys)| json!({ "ledger": name, "key": keys.last(), "keys": keys }))
                .collect();
            print_json(&json!({
                "service": ring.service().as_str(), "keys": keys, "ledgers": of_ledgers,
            }))?;
            return Ok(Ended::Sound);
        }
        if let (Some(_), [(_, keys)]) = (ledger, &of_ledgers[..]) {
            // Nothing but the key, for a file.
            print_text(keys.last().map_or("", String::as_str))?;
            return Ok(Ended::Sound);
        }
        // A list of keys, as whoever verifies names it: a key a line, and the rest comments.
        print_text(&format!("# service {}", ring.service()))?;
        for key in &keys {
            let how = if key.command.is_some() {
                ", signed with by a command"
            } else {
                ""
            };
            print_text(&format!("# key since {}{how}:\n{}", key.made_at, key.key))?;
        }
        for (name, keys) in &of_ledgers {
            let key = keys.last().map_or("", String::as_str);
            print_text(&format!("# ledger {name}:\n{key}"))?;
        }
        Ok(Ended::Sound)
    }

    fn backup(&self, file: &Path) -> Outcome {
        let told = |e: std::io::Error| Problem::file(file, &e);
        let saved = self.ring().save()?;
        let text = serde_json::to_vec_pretty(&saved).map_err(|e| Problem::internal(&e))?;
        if file.exists() {
            let detail = "it is there already: expected a new file";
            return Err(Problem::new("file", detail).in_file(file));
        }
        let mut out = secret_file(file, false).map_err(told)?;
        out.write_all(&text)
            .and_then(|()| out.sync_all())
            .map_err(told)?;
        if self.json {
            print_json(&json!({ "file": file.display().to_string() }))?;
        } else {
            let file = file.display();
            print_text(&format!(
                "the keys are in {file}: whoever has it can sign for the service"
            ))?;
        }
        Ok(Ended::Sound)
    }
}
