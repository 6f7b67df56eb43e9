//! Trials of durability: a process that appends under load is cut off at a
//! random moment, by kill -9 or by a simulated power cut, and what it had
//! acknowledged must be there when its store is opened again.

pub mod check;
pub mod cut;
pub mod kill;
pub mod volatile;
pub mod writer;

use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How long a store may take to open and to be checked.
const CHECK_LIMIT: Duration = Duration::from_mins(2);

/// Random numbers that follow from a seed, so that a trial can be repeated.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice thrown from a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// A number below `end`, which is not 0 (`SplitMix64`).
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end.max(1)
    }

    /// One of two.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// What was acknowledged: seq and hash in hex.
pub type Acknowledged = BTreeMap<u64, String>;

/// What a series of trials came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often the writer was cut off.
    pub trials: u32,
    /// How many of them came before the writer had anything acknowledged.
    pub empty: u32,
    /// How many entries were acknowledged in all. A store is cut off several times,
    /// and each time everything is checked that it ever acknowledged.
    pub acknowledged: u64,
    /// In how many trials an acknowledged entry was lost, or a batch was there in half.
    pub lost: u32,
    /// In how many trials the store did not open.
    pub unopened: u32,
    /// What was wrong, in words.
    pub faults: Vec<String>,
    /// In how many trials the store said that it let an unfinished group go.
    pub dropped: u32,
    /// How many bytes of one file were unsynced at once, at the most.
    pub most_unsynced: usize,
}

impl Tally {
    /// Takes in how many entries were acknowledged and what the check of the store
    /// said; answers whether the store is sound.
    pub(crate) fn count(&mut self, new: usize, checked: Checked) -> bool {
        self.trials += 1;
        self.empty += u32::from(new == 0);
        self.acknowledged += u64::try_from(new).unwrap_or(u64::MAX);
        let fault = match checked {
            Checked::Sound { dropped } => {
                self.dropped += u32::from(dropped);
                return true;
            }
            Checked::Lost(fault) => {
                self.lost += 1;
                fault
            }
            Checked::Unopened(fault) => {
                self.unopened += 1;
                fault
            }
        };
        self.faults.push(format!("trial {}: {fault}", self.trials));
        false
    }

    /// The figures in one line.
    pub fn line(&self) -> String {
        format!(
            "{} trials ({} before the writer's first acknowledgement), {} entries acknowledged; \
             lost or halved in {}, not opened in {}; a group let go and told in {}; \
             {} KiB of a file unsynced at once",
            self.trials,
            self.empty,
            self.acknowledged,
            self.lost,
            self.unopened,
            self.dropped,
            self.most_unsynced / 1024
        )
    }
}

/// What the check of a store came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    Sound { dropped: bool },
    Lost(String),
    Unopened(String),
}

/// A process that appends, and what it has acknowledged.
pub(crate) struct Writing {
    child: Child,
    lines: JoinHandle<Acknowledged>,
    /// Told when the first entry is acknowledged.
    first: Receiver<()>,
}

impl Writing {
    /// Starts a writer on a folder; `program` is the tool itself.
    pub fn start(program: &Path, folder: &Path, syncs: bool, seed: u64) -> io::Result<Writing> {
        let mut command = Command::new(program);
        command.arg("write").arg(folder).arg(seed.to_string());
        if !syncs {
            command.arg("--no-sync");
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (tell_first, first) = mpsc::sync_channel(1);
        let lines = thread::spawn(move || {
            // The last line may have been cut off; only whole ones count.
            let whole = BufReader::new(stdout)
                .split(b'\n')
                .map_while(Result::ok)
                .filter_map(|line| String::from_utf8(line).ok());
            let acknowledged = whole.filter_map(|line| acknowledgement(&line));
            acknowledged
                .inspect(|_| {
                    // Full, or nobody waits: it was told already.
                    let _told = tell_first.try_send(());
                })
                .collect()
        });
        Ok(Writing {
            child,
            lines,
            first,
        })
    }

    /// Waits until the first entry is acknowledged, or the writer has ended.
    pub fn wait_for_first(&self) {
        let _ended = self.first.recv();
    }

    /// Kills the writer, and answers what it had acknowledged.
    pub fn kill(mut self) -> io::Result<Acknowledged> {
        self.child.kill()?;
        self.child.wait()?;
        self.lines
            .join()
            .map_err(|_| io::Error::other("the reader of acknowledgements panicked"))
    }
}

fn acknowledgement(line: &str) -> Option<(u64, String)> {
    let (seq, hash) = line.split_once(' ')?;
    let whole = hash.len() == 64;
    whole.then(|| Some((seq.parse().ok()?, hash.to_owned())))?
}

/// Checks a store in a process of its own, since opening a broken one may
/// panic or never end.
pub(crate) fn check(program: &Path, folder: &Path, acks: &Acknowledged) -> io::Result<Checked> {
    let mut child = Command::new(program)
        .arg("check")
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let lines: Vec<String> = acks
        .iter()
        .map(|(seq, hash)| format!("{seq} {hash}"))
        .collect();
    let text = lines.join("\n");
    let stdin = child.stdin.take();
    let feeding = thread::spawn(move || -> io::Result<()> {
        match stdin {
            Some(mut stdin) => io::Write::write_all(&mut stdin, text.as_bytes()),
            None => Ok(()),
        }
    });
    let status = wait(&mut child, CHECK_LIMIT)?;
    let mut said = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut said)?;
    }
    // A check that ended before it had read everything has said why.
    let _fed = feeding.join();
    let said = said.trim().to_owned();
    Ok(match status.and_then(|s| s.code()) {
        Some(0) => Checked::Sound {
            dropped: said.contains("dropped"),
        },
        Some(check::LOST) => Checked::Lost(said),
        _ => Checked::Unopened(format!("{said} ({status:?})")),
    })
}

/// Waits for a process, and kills it when the time is out.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}
