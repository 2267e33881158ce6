//! A folder of intermediate files that goes away with its owner.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::CompileError;

/// A fresh folder, removed with everything in it on drop.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Scratch {
    /// Makes a folder of a new name among the temporary files.
    ///
    /// # Errors
    /// [`CompileError::Unwritable`] when the folder cannot be made.
    pub fn new() -> Result<Self, CompileError> {
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = PathBuf::from(format!("{}{}-{number}", Self::prefix(), std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch { path }),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(cause) => return Err(CompileError::Unwritable { path, cause }),
            }
        }
    }

    /// What the paths of all such folders begin with; two numbers follow.
    pub fn prefix() -> String {
        std::env::temp_dir().join("effigy-").to_string_lossy().into_owned()
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file into the folder.
    ///
    /// # Errors
    /// [`CompileError::Unwritable`].
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PathBuf, CompileError> {
        let path = self.file(name);
        match std::fs::write(&path, content) {
            Ok(()) => Ok(path),
            Err(cause) => Err(CompileError::Unwritable { path, cause }),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system's own cleaning.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
