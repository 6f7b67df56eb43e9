//! A file system in memory that forgets at a power cut what was not synced:
//! data until an fsync or fdatasync of the file, names until an fsync of the
//! folder. `sync_file_range` never reaches it, as it never reaches a disk's
//! cache. Mounted with FUSE; needs /dev/fuse and the right to mount.

mod disk;

pub use disk::{Disk, Survives};

use super::Dice;
use disk::{Change, Node, Renaming};
use fuser::{
    BackgroundSession, Config, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags,
    Generation, INodeNo, LockOwner, MountOption, OpenFlags, RenameFlags, ReplyAttr, ReplyCreate,
    ReplyData, ReplyDirectory, ReplyEmpty, ReplyEntry, ReplyStatfs, ReplyWrite, Request, TimeOrNow,
    WriteFlags,
};
use std::{
    ffi::{OsStr, OsString},
    io,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

/// The disk as the kernel asks for it.
struct Volatile(Arc<Mutex<Disk>>);

fn lock(disk: &Mutex<Disk>) -> MutexGuard<'_, Disk> {
    disk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Volatile {
    /// Does something with the disk, if there is power.
    fn with<T>(&self, run: impl FnOnce(&mut Disk) -> Result<T, Errno>) -> Result<T, Errno> {
        let mut disk = lock(&self.0);
        if disk.dead {
            return Err(Errno::EIO);
        }
        run(&mut disk)
    }
}

fn answer_empty(done: Result<(), Errno>, reply: ReplyEmpty) {
    match done {
        Ok(()) => reply.ok(),
        Err(error) => reply.error(error),
    }
}

fn answer_entry(found: Result<FileAttr, Errno>, reply: ReplyEntry) {
    match found {
        Ok(attr) => reply.entry(&Duration::ZERO, &attr, Generation(0)),
        Err(error) => reply.error(error),
    }
}

fn answer_attr(found: Result<FileAttr, Errno>, reply: ReplyAttr) {
    match found {
        Ok(attr) => reply.attr(&Duration::ZERO, &attr),
        Err(error) => reply.error(error),
    }
}

fn index(n: u64) -> Result<usize, Errno> {
    usize::try_from(n).map_err(|_| Errno::EINVAL)
}

impl Filesystem for Volatile {
    fn lookup(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let found = self.with(|disk| {
            let ino = disk.find(parent.0, name)?;
            disk.attr(ino)
        });
        answer_entry(found, reply);
    }

    fn getattr(&self, _: &Request, ino: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        answer_attr(self.with(|disk| disk.attr(ino.0)), reply);
    }

    fn setattr(
        &self,
        _: &Request,
        ino: INodeNo,
        _: Option<u32>,
        _: Option<u32>,
        _: Option<u32>,
        size: Option<u64>,
        _: Option<TimeOrNow>,
        _: Option<TimeOrNow>,
        _: Option<SystemTime>,
        _: Option<FileHandle>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<fuser::BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        let found = self.with(|disk| {
            if let Some(size) = size {
                disk.change(ino.0, Change::Length(index(size)?))?;
            }
            disk.attr(ino.0)
        });
        answer_attr(found, reply);
    }

    fn mkdir(&self, _: &Request, parent: INodeNo, name: &OsStr, _: u32, _: u32, reply: ReplyEntry) {
        let made = self.with(|disk| {
            let ino = disk.make(parent.0, name, Node::folder())?;
            disk.attr(ino)
        });
        answer_entry(made, reply);
    }

    fn unlink(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        let done = self.with(|disk| {
            disk.find(parent.0, name)?;
            disk.rename(vec![Renaming {
                folder: parent.0,
                name: name.to_owned(),
                to: None,
            }])
        });
        answer_empty(done, reply);
    }

    fn rmdir(&self, request: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        let empty = self.with(|disk| {
            let ino = disk.find(parent.0, name)?;
            Ok(disk.folder(ino)?.is_empty())
        });
        match empty {
            Ok(true) => self.unlink(request, parent, name, reply),
            Ok(false) => reply.error(Errno::ENOTEMPTY),
            Err(error) => reply.error(error),
        }
    }

    fn rename(
        &self,
        _: &Request,
        parent: INodeNo,
        name: &OsStr,
        new_parent: INodeNo,
        new_name: &OsStr,
        _: RenameFlags,
        reply: ReplyEmpty,
    ) {
        let done = self.with(|disk| {
            let ino = disk.find(parent.0, name)?;
            let change = |folder: INodeNo, name: &OsStr, to| Renaming {
                folder: folder.0,
                name: name.to_owned(),
                to,
            };
            disk.rename(vec![
                change(parent, name, None),
                change(new_parent, new_name, Some(ino)),
            ])
        });
        answer_empty(done, reply);
    }

    fn create(
        &self,
        _: &Request,
        parent: INodeNo,
        name: &OsStr,
        _: u32,
        _: u32,
        _: i32,
        reply: ReplyCreate,
    ) {
        let made = self.with(|disk| {
            let ino = disk.make(parent.0, name, Node::file())?;
            disk.attr(ino)
        });
        match made {
            Ok(attr) => reply.created(
                &Duration::ZERO,
                &attr,
                Generation(0),
                FileHandle(0),
                FopenFlags::empty(),
            ),
            Err(error) => reply.error(error),
        }
    }

    fn read(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let read = self.with(|disk| {
            let Some(Node::File { now, .. }) = disk.nodes.get(&ino.0) else {
                return Err(Errno::EISDIR);
            };
            let from = index(offset)?.min(now.len());
            let to = from.saturating_add(index(size.into())?).min(now.len());
            Ok(now[from..to].to_vec())
        });
        match read {
            Ok(data) => reply.data(&data),
            Err(error) => reply.error(error),
        }
    }

    fn write(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        offset: u64,
        data: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let written = self.with(|disk| {
            let at = index(offset)?;
            let data = data.to_vec();
            disk.change(ino.0, Change::Write { at, data })
        });
        match written {
            Ok(()) => reply.written(u32::try_from(data.len()).unwrap_or(u32::MAX)),
            Err(error) => reply.error(error),
        }
    }

    fn fsync(&self, _: &Request, ino: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        answer_empty(self.with(|disk| disk.sync(ino.0)), reply);
    }

    fn fsyncdir(&self, _: &Request, ino: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        answer_empty(self.with(|disk| disk.sync(ino.0)), reply);
    }

    fn readdir(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        let listed = self.with(|disk| {
            let mut all = vec![
                (ino.0, FileType::Directory, OsString::from(".")),
                (ino.0, FileType::Directory, OsString::from("..")),
            ];
            for (name, ino) in disk.folder(ino.0)? {
                all.push((*ino, disk.attr(*ino)?.kind, name.clone()));
            }
            Ok(all)
        });
        match listed {
            Ok(all) => {
                let skip = usize::try_from(offset).unwrap_or(usize::MAX);
                for (next, (ino, kind, name)) in (1_u64..).zip(all).skip(skip) {
                    if reply.add(INodeNo(ino), next, kind, name) {
                        break;
                    }
                }
                reply.ok();
            }
            Err(error) => reply.error(error),
        }
    }

    fn statfs(&self, _: &Request, _: INodeNo, reply: ReplyStatfs) {
        reply.statfs(1 << 24, 1 << 23, 1 << 23, 1 << 20, 1 << 19, 4096, 255, 4096);
    }
}

/// A disk that is mounted on a folder. It is unmounted when this goes.
pub struct Mounted {
    disk: Arc<Mutex<Disk>>,
    session: Option<BackgroundSession>,
    folder: PathBuf,
}

impl Mounted {
    /// Mounts a disk.
    ///
    /// # Errors
    /// When the system does not let it be mounted.
    pub fn on(folder: &Path, disk: Disk) -> io::Result<Mounted> {
        let disk = Arc::new(Mutex::new(disk));
        let mut config = Config::default();
        config.mount_options = vec![MountOption::FSName("fupan-volatile".to_owned())];
        let session = fuser::spawn_mount(Volatile(disk.clone()), folder, &config)?;
        Ok(Mounted {
            disk,
            session: Some(session),
            folder: folder.to_owned(),
        })
    }

    /// Cuts the power: from now on everything fails. Answers what is left.
    pub fn cut(&self, survives: Survives, dice: &mut Dice) -> Disk {
        let mut disk = lock(&self.disk);
        let left = disk.after_cut(survives, dice);
        disk.dead = true;
        left
    }

    /// What is on the disk once everything was synced.
    pub fn unplug(&self) -> Disk {
        lock(&self.disk).settled()
    }

    /// How many bytes of one file were unsynced at once, at the most, while entries
    /// were appended.
    pub fn most_unsynced(&self) -> usize {
        lock(&self.disk).most_unsynced
    }

    /// Leaves so many bytes for files, in all.
    pub fn set_room(&self, bytes: usize) {
        lock(&self.disk).room_bytes = bytes;
    }

    /// Lets every sync fail, or none.
    pub fn set_syncs_fail(&self, fail: bool) {
        lock(&self.disk).syncs_fail = fail;
    }

    /// Unmounts the disk.
    ///
    /// # Errors
    /// When a process still has something open on it, or the system refuses.
    pub fn unmount(mut self) -> io::Result<()> {
        self.end()
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(session) = self.session.take() else {
            return Ok(());
        };
        let Err(error) = session.umount_and_join() else {
            return Ok(());
        };
        // The thread that serves the disk may be told that its connection was aborted.
        if !is_mounted(&self.folder)? {
            return Ok(());
        }
        // Some process is still there: the name goes now, the rest when it ends.
        let lazily = Command::new("umount")
            .arg("-l")
            .arg(&self.folder)
            .status()?;
        if lazily.success() { Ok(()) } else { Err(error) }
    }
}

fn is_mounted(folder: &Path) -> io::Result<bool> {
    let mounts = std::fs::read_to_string("/proc/self/mounts")?;
    let mut folders = mounts.lines().filter_map(|line| line.split(' ').nth(1));
    Ok(folders.any(|mounted| Path::new(mounted) == folder))
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // Whoever wants to know calls `unmount`.
        let _ended = self.end();
    }
}
