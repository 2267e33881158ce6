//! The libraries that harnesses use, built by the user's own compiler.

use super::identity::Identity;
use super::panics::strategy;
use super::tools::run;
use super::{CompileError, CompileOptions, Scratch, read_bytes};
use crate::cache::sources::Sources;
use effigy_base::budget::CancelToken;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A library: what programs call it, and its files.
struct Library {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
}

const EFFIGY: Library = Library {
    name: "effigy",
    files: &[
        ("lib.rs", include_str!("../../../effigy/src/lib.rs")),
        ("arbitrary.rs", include_str!("../../../effigy/src/arbitrary.rs")),
        ("collections.rs", include_str!("../../../effigy/src/collections.rs")),
        ("intrinsics.rs", include_str!("../../../effigy/src/intrinsics.rs")),
        ("replay.rs", include_str!("../../../effigy/src/replay.rs")),
        ("run.rs", include_str!("../../../effigy/src/run.rs")),
        ("standard.rs", include_str!("../../../effigy/src/standard.rs")),
    ],
};

const KANI: Library = Library {
    name: "kani",
    files: &[
        ("lib.rs", include_str!("../../../kani/src/lib.rs")),
        ("arbitrary.rs", include_str!("../../../kani/src/arbitrary.rs")),
        ("bounded.rs", include_str!("../../../kani/src/bounded.rs")),
        ("float_ranges.rs", include_str!("../../../kani/src/float_ranges.rs")),
        ("futures.rs", include_str!("../../../kani/src/futures.rs")),
        ("internal.rs", include_str!("../../../kani/src/internal.rs")),
        ("invariant.rs", include_str!("../../../kani/src/invariant.rs")),
    ],
};

/// The texts of the libraries: with another one, what was compiled is another program.
pub(super) fn texts() -> impl Iterator<Item = &'static str> {
    EFFIGY.files.iter().chain(KANI.files).map(|(_, text)| *text)
}

/// The compiler that builds them.
pub(super) struct Builder<'a> {
    /// The compiler.
    pub rustc: &'a Path,
    /// What it says of itself.
    pub version: &'a str,
    /// Whether panics unwind.
    pub unwinds: bool,
    /// Where results are kept.
    pub options: &'a CompileOptions,
    /// Where they are put.
    pub scratch: &'a Scratch,
}

impl Builder<'_> {
    /// Effigy's own harness library, built when this compiler has not built it yet.
    ///
    /// # Errors
    /// When it does not compile.
    pub(super) fn effigy(&self) -> Result<PathBuf, CompileError> {
        self.kept_or_built(&EFFIGY, None)
    }

    /// Effigy's library and the one that stands for Kani's, with their names.
    ///
    /// # Errors
    /// When one does not compile.
    pub(super) fn with_kani(&self) -> Result<Vec<(&'static str, PathBuf)>, CompileError> {
        let effigy = self.effigy()?;
        let kani = self.kept_or_built(&KANI, Some(&effigy))?;
        Ok(vec![(EFFIGY.name, effigy), (KANI.name, kani)])
    }

    fn kept_or_built(
        &self,
        library: &Library,
        effigy: Option<&Path>,
    ) -> Result<PathBuf, CompileError> {
        let mut identity = Identity::new("harness library");
        identity.program(self.rustc).text(self.version).text(strategy(self.unwinds));
        for (name, text) in EFFIGY.files.iter().chain(library.files) {
            identity.text(name).text(text);
        }
        let key = identity.key();
        let file = format!("lib{}.rlib", library.name);
        let kept = self.options.cache.get(key).and_then(|files| files.into_iter().next());
        if let Some(kept) = kept {
            return self.scratch.write(&file, &kept);
        }
        let path = self.scratch.file(&file);
        self.build(library, effigy, &path, &self.options.cancel)?;
        self.options.cache.put(key, &Sources::default(), &[&read_bytes(&path)?]);
        Ok(path)
    }

    fn build(
        &self,
        library: &Library,
        effigy: Option<&Path>,
        path: &Path,
        cancel: &CancelToken,
    ) -> Result<(), CompileError> {
        let scratch = Scratch::new()?;
        for (name, text) in library.files {
            scratch.write(name, text.as_bytes())?;
        }
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(scratch.path());
        remap.push("=/effigy-harness/src");
        let mut command = Command::new(self.rustc);
        command.args(["--crate-name", library.name, "--crate-type", "rlib", "--edition", "2024"]);
        command.args(["--cap-lints", "allow", "-C", "opt-level=1", "-C", "debuginfo=1"]);
        command.args(["-C", "codegen-units=1", "-C", strategy(self.unwinds)]);
        if let Some(effigy) = effigy {
            let mut named = OsString::from("effigy=");
            named.push(effigy);
            command.arg("--extern").arg(named);
        }
        command.arg(remap).arg("-o").arg(path).arg(scratch.file("lib.rs"));
        run(&mut command, cancel)?;
        Ok(())
    }
}
