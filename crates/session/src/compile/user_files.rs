//! Which source files are the user's own, as opposed to those of libraries.

use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// Tells the user's source files from those of the standard library and of dependencies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserFiles {
    /// The folder below which absolute paths are the user's; `None`: anywhere outside of known library folders.
    root: Option<PathBuf>,
    /// The folder that relative paths start from.
    base: PathBuf,
}

/// Parts of paths that only libraries have that come with a compiler.
const TOOLCHAIN_PARTS: [&str; 4] = ["/rustc/", "/rustlib/src/", "/rust/deps/", "/effigy-harness/"];

/// Parts of paths that only other libraries have.
const LIBRARY_PARTS: [&str; 3] = ["/.cargo/registry/", "/.cargo/git/", "/vendor/"];

impl UserFiles {
    /// Files below `root`; relative paths start from `base`.
    pub fn below(root: &Path, base: &Path) -> Self {
        UserFiles { root: Some(absolute(root)), base: absolute(base) }
    }

    /// Every file outside of the folders of known libraries.
    pub fn everything() -> Self {
        UserFiles::everything_from(Path::new("."))
    }

    /// Every file outside of the folders of known libraries; relative paths start from `base`.
    pub fn everything_from(base: &Path) -> Self {
        UserFiles { root: None, base: absolute(base) }
    }

    /// Whether `path`, as debug information gives it, is a file of a library that comes with a compiler or with the system.
    pub fn is_of_toolchain(path: &str) -> bool {
        comes_with_compiler(path) || path.starts_with("/usr/")
    }

    /// Whether `path`, as debug information gives it, is a file of the user's.
    pub fn contains(&self, path: &str) -> bool {
        if comes_with_compiler(path) || LIBRARY_PARTS.iter().any(|part| path.contains(part)) {
            return false;
        }
        let full = normalise(&self.base.join(path));
        match &self.root {
            Some(root) => full.starts_with(root),
            None => !full.starts_with("/usr"),
        }
    }

    /// The path for people: relative to the folder that compilation started from when it lies below it.
    pub fn display(&self, path: &str) -> String {
        let full = normalise(&self.base.join(path));
        full.strip_prefix(&self.base).unwrap_or(&full).to_string_lossy().into_owned()
    }

    /// The absolute path of a file that debug information names.
    pub fn resolve(&self, path: &str) -> PathBuf {
        normalise(&self.base.join(path))
    }
}

/// Whether nobody wrote a path, or a compiler brings its file.
fn comes_with_compiler(path: &str) -> bool {
    path.is_empty()
        || path.starts_with('<')
        || TOOLCHAIN_PARTS.iter().any(|part| path.contains(part))
}

/// From the root on; an empty path is the current folder.
fn absolute(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    normalise(&full)
}

/// Without `.` and, by name only, without `..`.
fn normalise(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if result.pop() => {}
            _ => result.push(part),
        }
    }
    result
}
