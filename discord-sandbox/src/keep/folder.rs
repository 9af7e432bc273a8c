//! The folder and its files.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::id::AttachmentId;
use crate::keep::{KeepFault, Kept};

/// A file of a message, with its bytes.
pub(crate) type File = (AttachmentId, Arc<[u8]>);

/// Where a world is kept.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// One writes at a time.
    turn: Arc<Mutex<()>>,
}

impl Folder {
    pub(crate) fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), turn: Arc::default() }
    }

    /// Held while the folder is written to.
    pub(crate) fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn world(&self) -> PathBuf {
        self.path.join("world.json")
    }

    fn attachments(&self) -> PathBuf {
        self.path.join("attachments")
    }

    /// The world that was kept here; none where none was.
    pub(crate) fn load(&self) -> Result<Option<Kept>, KeepFault> {
        let attachments = self.attachments();
        fs::create_dir_all(&attachments).map_err(|source| fault(&attachments, source))?;
        let path = self.world();
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(fault(&path, source)),
        };
        let mut kept = Kept::read(&path, &text)?;
        for message in &mut kept.messages {
            message.attachments.retain_mut(|attachment| {
                let bytes = fs::read(attachments.join(attachment.id.to_string()));
                match bytes {
                    Ok(bytes) => attachment.bytes = bytes.into(),
                    Err(error) => tracing::warn!(%error, file = %attachment.filename, "a file is lost"),
                }
                !attachment.bytes.is_empty()
            });
        }
        Ok(Some(kept))
    }

    /// Writes the files that are not there yet, then the world, then lets go of files that are in no message any more.
    pub(crate) fn save(&self, world: &[u8], files: &[File]) -> Result<(), KeepFault> {
        let folder = self.attachments();
        let names = fs::read_dir(&folder).map_err(|source| fault(&folder, source))?;
        let present: HashSet<String> =
            names.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        let wanted: HashSet<String> = files.iter().map(|(id, _)| id.to_string()).collect();
        for (id, bytes) in files.iter().filter(|(id, _)| !present.contains(&id.to_string())) {
            replace(&folder.join(id.to_string()), bytes)?;
        }
        replace(&self.world(), world)?;
        for name in present.difference(&wanted) {
            let path = folder.join(name);
            fs::remove_file(&path).map_err(|source| fault(&path, source))?;
        }
        Ok(())
    }
}

/// Puts a whole file in the place of another, or of none.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), KeepFault> {
    let fresh = path.with_extension("new");
    let written = fs::File::create(&fresh).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    written.and_then(|()| fs::rename(&fresh, path)).map_err(|source| fault(path, source))
}

fn fault(path: &Path, source: io::Error) -> KeepFault {
    KeepFault::Io { path: path.to_owned(), source }
}
