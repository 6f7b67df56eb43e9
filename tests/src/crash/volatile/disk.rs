//! What such a disk holds: files and folders as they are now and as a sync left them,
//! what was changed since, and what of it is there after a cut. Who asks for it, and how
//! it is mounted, is in `volatile`.

use crate::crash::Dice;
use fuser::{Errno, FileAttr, FileType, INodeNo};
use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    time::UNIX_EPOCH,
};

/// What a disk writes at once.
const SECTOR_BYTES: usize = 512;

const ROOT: u64 = 1;

/// Opening a store syncs a file less often than this; what it overwrites before
/// was free, and says nothing about how it goes on.
const OPENING_SYNCS: u32 = 30;

/// What is left of what was not synced when the power goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Survives {
    /// Nothing.
    Nothing,
    /// Of each file a random half of the sectors, of the changes of names the
    /// first ones up to a random one.
    Torn,
}

#[derive(Clone, Debug)]
pub(super) enum Change {
    Write { at: usize, data: Vec<u8> },
    Length(usize),
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Folder {
        now: BTreeMap<OsString, u64>,
        kept: BTreeMap<OsString, u64>,
    },
    File {
        now: Vec<u8>,
        kept: Vec<u8>,
        unsynced: Vec<Change>,
        syncs: u32,
    },
}

/// A name that comes or goes in a folder.
#[derive(Clone, Debug)]
pub(super) struct Renaming {
    pub(super) folder: u64,
    pub(super) name: OsString,
    pub(super) to: Option<u64>,
}

/// What is on the disk and in its cache.
#[derive(Clone, Debug)]
pub struct Disk {
    pub(super) nodes: BTreeMap<u64, Node>,
    next: u64,
    /// Changes of names that no sync has reached, each whole or not at all.
    unsynced: Vec<Vec<Renaming>>,
    pub(super) dead: bool,
    pub(super) room_bytes: usize,
    pub(super) syncs_fail: bool,
    pub(super) most_unsynced: usize,
}

impl Default for Disk {
    fn default() -> Disk {
        Disk {
            nodes: BTreeMap::from([(ROOT, Node::folder())]),
            next: ROOT + 1,
            unsynced: Vec::new(),
            dead: false,
            room_bytes: usize::MAX,
            syncs_fail: false,
            most_unsynced: 0,
        }
    }
}

impl Node {
    pub(super) fn folder() -> Node {
        Node::Folder {
            now: BTreeMap::new(),
            kept: BTreeMap::new(),
        }
    }

    pub(super) fn file() -> Node {
        Node::File {
            now: Vec::new(),
            kept: Vec::new(),
            unsynced: Vec::new(),
            syncs: 0,
        }
    }
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write { at, data } => {
            let end = at + data.len();
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            bytes[*at..end].copy_from_slice(data);
        }
        Change::Length(length) => bytes.resize(*length, 0),
    }
}

/// Lets a random half of the unsynced sectors get through.
fn tear(bytes: &mut Vec<u8>, unsynced: &[Change], dice: &mut Dice) {
    for change in unsynced {
        match change {
            Change::Write { at, data } => {
                let mut from = 0;
                while from < data.len() {
                    // Sectors lie at their places on the disk, not in the write.
                    let to = (SECTOR_BYTES - (at + from) % SECTOR_BYTES + from).min(data.len());
                    if dice.coin() {
                        let data = data[from..to].to_vec();
                        apply(
                            bytes,
                            &Change::Write {
                                at: at + from,
                                data,
                            },
                        );
                    }
                    from = to;
                }
            }
            Change::Length(_) if dice.coin() => apply(bytes, change),
            Change::Length(_) => {}
        }
    }
}

impl Disk {
    pub(super) fn folder(&self, ino: u64) -> Result<&BTreeMap<OsString, u64>, Errno> {
        match self.nodes.get(&ino) {
            Some(Node::Folder { now, .. }) => Ok(now),
            Some(Node::File { .. }) => Err(Errno::ENOTDIR),
            None => Err(Errno::ENOENT),
        }
    }

    pub(super) fn find(&self, parent: u64, name: &OsStr) -> Result<u64, Errno> {
        let found = self.folder(parent)?.get(name);
        found.copied().ok_or(Errno::ENOENT)
    }

    pub(super) fn rename(&mut self, changes: Vec<Renaming>) -> Result<(), Errno> {
        for Renaming { folder, name, to } in &changes {
            let Some(Node::Folder { now, .. }) = self.nodes.get_mut(folder) else {
                return Err(Errno::ENOTDIR);
            };
            match to {
                Some(ino) => now.insert(name.clone(), *ino),
                None => now.remove(name),
            };
        }
        self.unsynced.push(changes);
        Ok(())
    }

    pub(super) fn make(&mut self, parent: u64, name: &OsStr, node: Node) -> Result<u64, Errno> {
        if self.folder(parent)?.contains_key(name) {
            return Err(Errno::EEXIST);
        }
        let ino = self.next;
        self.next += 1;
        self.nodes.insert(ino, node);
        self.rename(vec![Renaming {
            folder: parent,
            name: name.to_owned(),
            to: Some(ino),
        }])?;
        Ok(ino)
    }

    pub(super) fn change(&mut self, ino: u64, change: Change) -> Result<(), Errno> {
        let used: usize = self.nodes.values().map(Node::len).sum();
        let Some(node) = self.nodes.get_mut(&ino) else {
            return Err(Errno::ENOENT);
        };
        let Node::File {
            now,
            unsynced,
            syncs,
            ..
        } = node
        else {
            return Err(Errno::EISDIR);
        };
        let end = match &change {
            Change::Write { at, data } => at + data.len(),
            Change::Length(length) => *length,
        };
        if end > now.len() && used + (end - now.len()) > self.room_bytes {
            return Err(Errno::ENOSPC);
        }
        apply(now, &change);
        unsynced.push(change);
        let waiting = unsynced.iter().map(|change| match change {
            Change::Write { data, .. } => data.len(),
            Change::Length(_) => 0,
        });
        if *syncs > OPENING_SYNCS {
            self.most_unsynced = self.most_unsynced.max(waiting.sum());
        }
        Ok(())
    }

    fn keep_names(&mut self, changes: &[Vec<Renaming>]) {
        for Renaming { folder, name, to } in changes.iter().flatten() {
            if let Some(Node::Folder { kept, .. }) = self.nodes.get_mut(folder) {
                match to {
                    Some(ino) => kept.insert(name.clone(), *ino),
                    None => kept.remove(name),
                };
            }
        }
    }

    pub(super) fn sync(&mut self, ino: u64) -> Result<(), Errno> {
        if self.syncs_fail {
            return Err(Errno::EIO);
        }
        match self.nodes.get_mut(&ino) {
            Some(Node::File {
                kept,
                unsynced,
                syncs,
                ..
            }) => {
                *syncs += 1;
                for change in unsynced.drain(..) {
                    apply(kept, &change);
                }
            }
            Some(Node::Folder { .. }) => {
                // A journal keeps the order: with a change go all those before it.
                let touches = |change: &Vec<Renaming>| change.iter().any(|r| r.folder == ino);
                if let Some(last) = self.unsynced.iter().rposition(touches) {
                    let reached: Vec<_> = self.unsynced.drain(..=last).collect();
                    self.keep_names(&reached);
                }
            }
            None => return Err(Errno::ENOENT),
        }
        Ok(())
    }

    /// What is found on the disk after the power went.
    pub(super) fn after_cut(&self, survives: Survives, dice: &mut Dice) -> Disk {
        let mut disk = self.clone();
        disk.syncs_fail = false;
        if survives == Survives::Torn {
            let changes = u64::try_from(disk.unsynced.len()).unwrap_or(0);
            let reached = usize::try_from(dice.below(changes + 1)).unwrap_or(0);
            let reached: Vec<_> = disk.unsynced.drain(..reached).collect();
            disk.keep_names(&reached);
        }
        disk.unsynced.clear();
        for node in disk.nodes.values_mut() {
            match node {
                Node::Folder { now, kept } => *now = kept.clone(),
                Node::File {
                    now,
                    kept,
                    unsynced,
                    syncs,
                } => {
                    *syncs = 0;
                    if survives == Survives::Torn {
                        tear(kept, unsynced, dice);
                    }
                    unsynced.clear();
                    now.clone_from(kept);
                }
            }
        }
        disk
    }

    /// The same with everything synced.
    pub(super) fn settled(&self) -> Disk {
        let mut disk = self.clone();
        disk.unsynced.clear();
        for node in disk.nodes.values_mut() {
            match node {
                Node::Folder { now, kept } => *kept = now.clone(),
                Node::File {
                    now,
                    kept,
                    unsynced,
                    syncs,
                } => {
                    *syncs = 0;
                    unsynced.clear();
                    kept.clone_from(now);
                }
            }
        }
        disk
    }

    pub(super) fn attr(&self, ino: u64) -> Result<FileAttr, Errno> {
        let node = self.nodes.get(&ino).ok_or(Errno::ENOENT)?;
        let folder = matches!(node, Node::Folder { .. });
        let size = u64::try_from(node.len()).unwrap_or(u64::MAX);
        Ok(FileAttr {
            ino: INodeNo(ino),
            size,
            blocks: size.div_ceil(512),
            atime: UNIX_EPOCH,
            mtime: UNIX_EPOCH,
            ctime: UNIX_EPOCH,
            crtime: UNIX_EPOCH,
            kind: if folder {
                FileType::Directory
            } else {
                FileType::RegularFile
            },
            perm: if folder { 0o755 } else { 0o644 },
            nlink: 1,
            uid: 0,
            gid: 0,
            rdev: 0,
            flags: 0,
            blksize: 4096,
        })
    }
}

impl Node {
    fn len(&self) -> usize {
        match self {
            Node::Folder { .. } => 0,
            Node::File { now, .. } => now.len(),
        }
    }
}
