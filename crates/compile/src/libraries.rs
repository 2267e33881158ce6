//! The libraries that harnesses use, built by the user's own compiler.
//!
//! Their sources are embedded through links in `libraries/` beside `src/`, so that the package of this crate has them.

use super::crate_call::CrateCall;
use super::identity::Identity;
use super::panics::strategy;
use super::tools::{compiler, run};
use super::{CompileError, CompileOptions, Scratch, read_bytes};
use crate::cache::sources::Sources;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A library: what programs call it, and its files.
pub(crate) struct Library {
    pub(super) name: &'static str,
    /// What the compiler calls its kind, and how its file ends.
    kind: (&'static str, &'static str),
    /// Another one that it stands for, under that one's name.
    pub(super) also: Option<&'static str>,
    /// One of the crate's own that it uses where there is one.
    optional: Option<&'static str>,
    /// By their names.
    pub(crate) files: &'static [(&'static str, &'static str)],
}

impl Library {
    /// Whether it stands for a library that the crate uses.
    pub(super) fn stands_in(&self, call: &CrateCall) -> bool {
        call.uses(self.name) || self.also.is_some_and(|also| call.uses(also))
    }

    /// That library of the crate's.
    fn optional_of(&self, call: &CrateCall) -> Option<(&'static str, PathBuf)> {
        self.optional.and_then(|name| Some((name, call.library(name)?)))
    }
}

const RLIB: (&str, &str) = ("rlib", "rlib");

/// The macros of Effigy's own harness library.
pub(crate) const MACROS: Library = Library {
    name: "effigy_macros",
    kind: ("proc-macro", "so"),
    also: None,
    optional: None,
    files: &[
        ("lib.rs", include_str!("../libraries/effigy-macros/lib.rs")),
        ("derive.rs", include_str!("../libraries/effigy-macros/derive.rs")),
        ("item.rs", include_str!("../libraries/effigy-macros/item.rs")),
        ("test.rs", include_str!("../libraries/effigy-macros/test.rs")),
        ("tokens.rs", include_str!("../libraries/effigy-macros/tokens.rs")),
        ("type_generator.rs", include_str!("../libraries/effigy-macros/type_generator.rs")),
    ],
};

/// Effigy's own harness library.
pub(crate) const EFFIGY: Library = Library {
    name: "effigy",
    kind: RLIB,
    also: None,
    optional: None,
    files: &[
        ("lib.rs", include_str!("../libraries/effigy/lib.rs")),
        ("arbitrary.rs", include_str!("../libraries/effigy/arbitrary.rs")),
        ("arguments.rs", include_str!("../libraries/effigy/arguments.rs")),
        ("collections.rs", include_str!("../libraries/effigy/collections.rs")),
        ("finished.rs", include_str!("../libraries/effigy/finished.rs")),
        ("intrinsics.rs", include_str!("../libraries/effigy/intrinsics.rs")),
        ("object.rs", include_str!("../libraries/effigy/object.rs")),
        ("opaque.rs", include_str!("../libraries/effigy/opaque.rs")),
        ("origin.rs", include_str!("../libraries/effigy/origin.rs")),
        ("replay.rs", include_str!("../libraries/effigy/replay.rs")),
        ("run.rs", include_str!("../libraries/effigy/run.rs")),
        ("standard.rs", include_str!("../libraries/effigy/standard.rs")),
        ("test_run.rs", include_str!("../libraries/effigy/test_run.rs")),
    ],
};

/// What stands for Kani's library.
pub(super) const KANI: Library = Library {
    name: "kani",
    kind: RLIB,
    also: None,
    optional: None,
    files: &[
        ("lib.rs", include_str!("../libraries/kani/lib.rs")),
        ("arbitrary.rs", include_str!("../libraries/kani/arbitrary.rs")),
        ("bounded.rs", include_str!("../libraries/kani/bounded.rs")),
        ("float_ranges.rs", include_str!("../libraries/kani/float_ranges.rs")),
        ("futures.rs", include_str!("../libraries/kani/futures.rs")),
        ("internal.rs", include_str!("../libraries/kani/internal.rs")),
        ("invariant.rs", include_str!("../libraries/kani/invariant.rs")),
    ],
};

const PROPTEST: Library = Library {
    name: "proptest",
    kind: RLIB,
    also: None,
    optional: None,
    files: &[
        ("lib.rs", include_str!("../libraries/proptest/lib.rs")),
        ("arbitrary.rs", include_str!("../libraries/proptest/arbitrary.rs")),
        ("array.rs", include_str!("../libraries/proptest/array.rs")),
        ("bool.rs", include_str!("../libraries/proptest/bool.rs")),
        ("char.rs", include_str!("../libraries/proptest/char.rs")),
        ("collection.rs", include_str!("../libraries/proptest/collection.rs")),
        ("macros.rs", include_str!("../libraries/proptest/macros.rs")),
        ("num.rs", include_str!("../libraries/proptest/num.rs")),
        ("option.rs", include_str!("../libraries/proptest/option.rs")),
        ("result.rs", include_str!("../libraries/proptest/result.rs")),
        ("runner.rs", include_str!("../libraries/proptest/runner.rs")),
        ("runner/config.rs", include_str!("../libraries/proptest/runner/config.rs")),
        ("sample.rs", include_str!("../libraries/proptest/sample.rs")),
        ("strategy.rs", include_str!("../libraries/proptest/strategy.rs")),
        ("strategy/combined.rs", include_str!("../libraries/proptest/strategy/combined.rs")),
        ("strategy/drawn.rs", include_str!("../libraries/proptest/strategy/drawn.rs")),
        ("strategy/recursive.rs", include_str!("../libraries/proptest/strategy/recursive.rs")),
        ("strategy/union.rs", include_str!("../libraries/proptest/strategy/union.rs")),
        ("string.rs", include_str!("../libraries/proptest/string.rs")),
        ("string/pattern.rs", include_str!("../libraries/proptest/string/pattern.rs")),
        (
            "string/pattern/classes.rs",
            include_str!("../libraries/proptest/string/pattern/classes.rs"),
        ),
        ("test_runner.rs", include_str!("../libraries/proptest/test_runner.rs")),
        ("tuple.rs", include_str!("../libraries/proptest/tuple.rs")),
    ],
};

const BOLERO: Library = Library {
    name: "bolero",
    kind: RLIB,
    also: Some("bolero_generator"),
    optional: Some("arbitrary"),
    files: &[
        ("lib.rs", include_str!("../libraries/bolero/lib.rs")),
        ("alloc_generators.rs", include_str!("../libraries/bolero/alloc_generators.rs")),
        ("any.rs", include_str!("../libraries/bolero/any.rs")),
        ("arbitrary.rs", include_str!("../libraries/bolero/arbitrary.rs")),
        ("bounded.rs", include_str!("../libraries/bolero/bounded.rs")),
        ("generators.rs", include_str!("../libraries/bolero/generators.rs")),
        ("generators/combinator.rs", include_str!("../libraries/bolero/generators/combinator.rs")),
        ("generators/driver.rs", include_str!("../libraries/bolero/generators/driver.rs")),
        ("hash.rs", include_str!("../libraries/bolero/hash.rs")),
        ("holders.rs", include_str!("../libraries/bolero/holders.rs")),
        ("net.rs", include_str!("../libraries/bolero/net.rs")),
        ("num.rs", include_str!("../libraries/bolero/num.rs")),
        ("one_of.rs", include_str!("../libraries/bolero/one_of.rs")),
        ("prelude.rs", include_str!("../libraries/bolero/prelude.rs")),
        ("range.rs", include_str!("../libraries/bolero/range.rs")),
        ("result.rs", include_str!("../libraries/bolero/result.rs")),
        ("symbolic.rs", include_str!("../libraries/bolero/symbolic.rs")),
        ("target.rs", include_str!("../libraries/bolero/target.rs")),
        ("test_context.rs", include_str!("../libraries/bolero/test_context.rs")),
        ("time.rs", include_str!("../libraries/bolero/time.rs")),
        ("tuple.rs", include_str!("../libraries/bolero/tuple.rs")),
    ],
};

/// Libraries that take the place of those that a crate's tests use, of the same names.
pub(super) const STAND_INS: [&Library; 2] = [&PROPTEST, &BOLERO];

/// The texts of the libraries: with another one, what was compiled is another program.
pub(super) fn texts() -> impl Iterator<Item = &'static str> {
    let all = [&MACROS, &EFFIGY, &KANI].into_iter().chain(STAND_INS);
    all.flat_map(|library| library.files).map(|(_, text)| *text)
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
    /// Effigy's own harness library, built when this compiler has not built it yet. What it uses is beside it.
    ///
    /// # Errors
    /// When it does not compile.
    pub(super) fn effigy(&self) -> Result<PathBuf, CompileError> {
        let macros = self.kept_or_built(&MACROS, &[], None)?;
        self.kept_or_built(&EFFIGY, &[(MACROS.name, &macros)], None)
    }

    /// Effigy's library and those that stand for others in the crate, with their names.
    ///
    /// # Errors
    /// When one does not compile.
    pub(super) fn effigy_and(
        &self,
        stand_ins: &[&Library],
        call: &CrateCall,
    ) -> Result<Vec<(&'static str, PathBuf)>, CompileError> {
        let effigy = self.effigy()?;
        let mut built = vec![(EFFIGY.name, effigy.clone())];
        for library in stand_ins {
            let own = library.optional_of(call);
            let own = own.as_ref().map(|(name, path)| (*name, path.as_path()));
            let path = self.kept_or_built(library, &[(EFFIGY.name, &effigy)], own)?;
            built.push((library.name, path));
        }
        Ok(built)
    }

    fn kept_or_built(
        &self,
        library: &Library,
        used: &[(&str, &Path)],
        own: Option<(&str, &Path)>,
    ) -> Result<PathBuf, CompileError> {
        let mut identity = Identity::new("harness library");
        identity.program(self.rustc).text(self.version).text(strategy(self.unwinds));
        for text in texts() {
            identity.text(text);
        }
        if let Some((_, path)) = own {
            // What Cargo builds again has the same name.
            identity.program(path);
        }
        let key = identity.text(library.name).key();
        let file = format!("lib{}.{}", library.name, library.kind.1);
        let kept = self.options.cache.get(key).and_then(|files| files.into_iter().next());
        if let Some(kept) = kept {
            return self.scratch.write(&file, &kept);
        }
        let path = self.scratch.file(&file);
        self.build(library, used, own, &path)?;
        self.options.cache.put(key, &Sources::default(), &[&read_bytes(&path)?]);
        Ok(path)
    }

    fn build(
        &self,
        library: &Library,
        used: &[(&str, &Path)],
        own: Option<(&str, &Path)>,
        path: &Path,
    ) -> Result<(), CompileError> {
        let scratch = Scratch::new()?;
        for (name, text) in library.files {
            if let Some((folder, _)) = name.rsplit_once('/') {
                let path = scratch.file(folder);
                let unwritable = |cause| CompileError::Unwritable { path: path.clone(), cause };
                std::fs::create_dir_all(&path).map_err(unwritable)?;
            }
            scratch.write(name, text.as_bytes())?;
        }
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(scratch.path());
        remap.push("=/effigy-harness/src");
        let mut command = compiler(self.rustc);
        command.args(["--crate-name", library.name, "--crate-type", library.kind.0]);
        command.args(["--edition", "2024", "--cap-lints", "allow"]);
        command.args(["-C", "opt-level=1", "-C", "debuginfo=1", "-C", "codegen-units=1"]);
        if library.kind == RLIB {
            command.args(["-C", strategy(self.unwinds)]);
        } else {
            command.args(["--extern", "proc_macro"]);
        }
        for (name, path) in used.iter().copied().chain(own) {
            let mut named = OsString::from(format!("{name}="));
            named.push(path);
            command.arg("--extern").arg(named);
        }
        if let Some((name, path)) = own {
            command.args(["--cfg", &format!("feature=\"{name}\"")]);
            command.arg("-L").arg(path.parent().unwrap_or(path));
        }
        command
            .arg(beside(self.scratch))
            .arg(remap)
            .arg("-o")
            .arg(path)
            .arg(scratch.file("lib.rs"));
        run(&mut command, &self.options.cancel)?;
        Ok(())
    }
}

/// Where the compiler finds what the libraries use that were put into this folder.
pub(super) fn beside(scratch: &Scratch) -> OsString {
    let mut folder = OsString::from("-Ldependency=");
    folder.push(scratch.path());
    folder
}
