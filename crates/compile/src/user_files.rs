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
    /// The folder of the program. Where it lies says nothing about its files: a program below `vendor` is the user's.
    home: PathBuf,
}

/// Parts of paths that only libraries have that come with a compiler.
const TOOLCHAIN_PARTS: [&str; 4] = ["/rustc/", "/rustlib/src/", "/rust/deps/", HARNESS_PART];

/// The part of paths that Effigy's own libraries have.
const HARNESS_PART: &str = "/effigy-harness/";

/// Parts of paths that only other libraries have, wherever Cargo's own folder is.
const LIBRARY_PARTS: [&str; 3] = ["/registry/src/", "/git/checkouts/", "/vendor/"];

impl UserFiles {
    /// Files below `root`; relative paths start from `base`.
    pub fn below(root: &Path, base: &Path) -> Self {
        let root = absolute(root);
        UserFiles { root: Some(root.clone()), base: absolute(base), home: root }
    }

    /// Every file outside of the folders of known libraries.
    pub fn everything() -> Self {
        UserFiles::everything_from(Path::new("."))
    }

    /// Every file outside of the folders of known libraries, for a program in the file `source`.
    pub fn of_program(source: &Path) -> Self {
        let home = absolute(source.parent().unwrap_or(Path::new("")));
        UserFiles { home, ..UserFiles::everything() }
    }

    /// Every file outside of the folders of known libraries; relative paths start from `base`.
    pub fn everything_from(base: &Path) -> Self {
        let base = absolute(base);
        UserFiles { root: None, base: base.clone(), home: base }
    }

    /// Whether `path`, as debug information gives it, is a file of a library that comes with a compiler or with the system.
    pub fn is_of_toolchain(path: &str) -> bool {
        comes_with_compiler(path) || path.starts_with("/usr/") && !is_fetched(path)
    }

    /// Whether `path`, as debug information gives it, is a file of a library that Effigy put in.
    pub fn is_of_harness(path: &str) -> bool {
        path.contains(HARNESS_PART)
    }

    /// Whether `path`, as debug information gives it, is a file of the user's.
    pub fn contains(&self, path: &str) -> bool {
        let full = self.resolve(path);
        if comes_with_compiler(path) || is_fetched(&self.beside(&full)) {
            return false;
        }
        match &self.root {
            Some(root) => full.starts_with(root),
            None => !full.starts_with("/usr"),
        }
    }

    /// The package that a library's file belongs to, with the version where the package's folder has one in its name:
    /// `smallvec 0.6.9`.
    pub fn library(&self, path: &str) -> String {
        let full = self.resolve(path);
        let fetched = is_fetched(&self.beside(&full));
        let inside = |folder: &&Path| !fetched || is_fetched(&self.beside(folder));
        let mut folders = full.ancestors().skip(1).take_while(inside);
        let folder = folders.find(|folder| folder.join("Cargo.toml").is_file()).or(full.parent());
        let name = folder.and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let version = name.match_indices('-').find(|(at, _)| {
            let version = name[at + 1..].split(['-', '+']).next().unwrap_or_default();
            version.split('.').count() == 3
                && version.split('.').all(|part| part.parse::<u64>().is_ok())
        });
        match version {
            Some((at, _)) => format!("{} {}", &name[..at], &name[at + 1..]),
            None => name.into_owned(),
        }
    }

    /// The path for people: relative to the folder that compilation started from when it lies below it.
    pub fn display(&self, path: &str) -> String {
        let full = normalise(&self.base.join(path));
        full.strip_prefix(&self.base).unwrap_or(&full).to_string_lossy().into_owned()
    }

    /// The part of a full path that does not depend on where the user's own folder lies.
    fn beside(&self, full: &Path) -> String {
        let part = full.strip_prefix(&self.home).or_else(|_| full.strip_prefix(&self.base));
        let part = part.map(|below| Path::new("/").join(below));
        part.as_deref().unwrap_or(full).to_string_lossy().into_owned()
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

/// Whether a path lies where Cargo keeps the sources of packages that it fetched.
fn is_fetched(path: &str) -> bool {
    LIBRARY_PARTS.iter().any(|part| path.contains(part))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_named_by_the_folder_of_its_package() {
        let users = UserFiles::everything_from(Path::new("/home/u/app"));
        let registry = "/usr/local/cargo/registry/src/index.crates.io-1949cf8c6b5b557f";
        for (path, name) in [
            ("smallvec-0.6.9/lib.rs", "smallvec 0.6.9"),
            ("openssl-src-300.5.0+3.5.0/lib.rs", "openssl-src 300.5.0+3.5.0"),
            ("plain/lib.rs", "plain"),
            ("x-1-y-2.0.0-rc.1/lib.rs", "x-1-y 2.0.0-rc.1"),
        ] {
            let path = format!("{registry}/{path}");
            assert_eq!(users.library(&path), name);
            assert!(!users.contains(&path) && !UserFiles::is_of_toolchain(&path), "{path}");
        }
        assert!(users.contains("src/lib.rs") && !users.contains("vendor/plain/src/lib.rs"));
        let inside = UserFiles::everything_from(Path::new("/home/u/vendor/app"));
        assert!(inside.contains("src/lib.rs") && inside.contains("/home/u/vendor/app/build.rs"));
        assert!(!inside.contains("/home/u/vendor/app/vendor/b/lib.rs"));
        let program = UserFiles::of_program(Path::new("/home/u/vendor/a.c"));
        assert!(program.contains("/home/u/vendor/a.c") && program.contains("/home/u/vendor/a.h"));
        assert!(UserFiles::is_of_toolchain("/rustc/abc/library/core/src/lib.rs"));
        assert!(UserFiles::is_of_toolchain("/usr/include/stdio.h"));
    }
}
