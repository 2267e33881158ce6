//! One Rust file, by the user's own `rustc`.

use effigy_base::check::Check;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use super::apart::{self, Made, joined};
use super::identity::Identity;
use super::libraries::{self, Builder};
use super::rustc::{UNCHANGED, rustc};
use super::tools::{compiler, place_program, run};
use super::{CompileError, CompileOptions, Compiled, Scratch, UserFiles};
use super::{cargo_fuzz, languages, package, panics};
use super::{read_bytes, read_text, text};
use crate::cache::Key;
use crate::cache::sources::Sources;
use effigy_outcome::options::{PackageOptions, PackageTarget};

/// The files of a build in the scratch folder.
const MODULE: &str = "program.ll";
const EXECUTABLE: &str = "program";

/// With every check of Rust's.
const FLAGS: &str = "-C debug-assertions=on -C debuginfo=2 -C codegen-units=1";

/// The same checks in a program that is to be fast.
const COUNTED_FLAGS: &str = "-C debug-assertions=on -C debuginfo=1 -C codegen-units=1";

fn flags(options: &CompileOptions, unwinds: bool) -> Vec<&'static str> {
    let flags = if options.counters.is_some() { COUNTED_FLAGS } else { FLAGS };
    let mut flags: Vec<&str> = flags.split_whitespace().collect();
    flags.extend(["-C", panics::strategy(unwinds)]);
    if let Some(counters) = &options.counters {
        flags.extend(counters.flags());
    }
    let overflow = options.checks.contains(Check::Overflow);
    flags.extend(["-C", if overflow { "overflow-checks=on" } else { "overflow-checks=off" }]);
    if options.ub && options.counters.is_none() {
        flags.extend(UNCHANGED);
    }
    flags
}

pub(crate) fn compile_file(
    path: &Path,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    if options.harnesses.is_some() || options.entry != "main" {
        return package::compile_harnesses(path, options);
    }
    let source = read_text(path)?;
    if cargo_fuzz::is_target(&source)
        && let Some((dir, bin)) = package::of_file(path, &options.cancel)?
    {
        let target = Some(PackageTarget::Bin(bin));
        let package = PackageOptions { target, ..PackageOptions::default() };
        return package::compile_package(&dir, &package, options);
    }
    let rustc = rustc()?;
    let version = run(Command::new(&rustc).arg("-vV"), &options.cancel)?.stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let scratch = Scratch::new()?;
    let unwinds = panics::of_source(options.panics, &source);
    let build = Build { rustc: &rustc, path, options, unwinds, scratch: &scratch };
    let key = build.key(&version);
    let module = match build.kept(key)? {
        Some(module) => module,
        None => {
            let harness = match source.contains("effigy::") {
                true => {
                    let (rustc, version, scratch) = (&*rustc, &*version, &scratch);
                    Some(Builder { rustc, version, unwinds, options, scratch }.effigy()?)
                }
                false => None,
            };
            build.anew(key, harness.as_deref())?
        }
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(Compiled {
        module_text: text(module),
        module_path: scratch.file(MODULE),
        executable: Some(scratch.file(EXECUTABLE)),
        user_files: UserFiles::below(folder, Path::new(".")),
        ..Compiled::new(languages::RUST, path, options, scratch)
    })
}

/// One call of the compiler.
struct Build<'a> {
    rustc: &'a Path,
    path: &'a Path,
    options: &'a CompileOptions,
    unwinds: bool,
    scratch: &'a Scratch,
}

impl Build<'_> {
    /// A session shows what a debug build has: values where the source has them, and every line.
    fn optimisation(&self) -> &'static str {
        match (self.options.for_session, &self.options.counters) {
            (_, Some(_)) => "opt-level=2",
            (true, None) => "opt-level=0",
            (false, None) => "opt-level=1",
        }
    }

    /// All that goes into the build but the contents of the sources. Paths are in: panics and line tables have them.
    fn key(&self, version: &str) -> Key {
        let mut identity = Identity::new("program of Rust");
        identity.program(self.rustc).text(version).found("cc");
        for flag in flags(self.options, self.unwinds) {
            identity.text(flag);
        }
        identity.text(self.optimisation()).text(&self.options.edition);
        for text in libraries::texts() {
            identity.text(text);
        }
        if let Some(counters) = &self.options.counters {
            identity.text(counters.runtime());
        }
        identity.path(self.path).key()
    }

    /// The module that an earlier run left, with its executable in the scratch folder.
    fn kept(&self, key: Key) -> Result<Option<Vec<u8>>, CompileError> {
        let Some(files) = self.options.cache.get(key) else { return Ok(None) };
        let Ok([module, executable]) = <[Vec<u8>; 2]>::try_from(files) else { return Ok(None) };
        place_program(self.scratch, EXECUTABLE, &executable, &self.options.cancel)?;
        Ok(Some(module))
    }

    /// Compiles, and keeps the result for later runs.
    fn anew(&self, key: Key, harness: Option<&Path>) -> Result<Vec<u8>, CompileError> {
        let since = SystemTime::now();
        let list = self.run(harness)?;
        let module = match self.options.counters {
            Some(_) => Vec::new(),
            None => read_bytes(&self.scratch.file(MODULE))?,
        };
        if let Some(sources) = Sources::of_rustc(&list, since) {
            let executable = read_bytes(&self.scratch.file(EXECUTABLE))?;
            self.options.cache.put(key, &sources, &[&module, &executable]);
        }
        Ok(module)
    }

    /// Builds module and executable into the scratch folder; answers the compiler's list of sources.
    fn run(&self, harness: Option<&Path>) -> Result<String, CompileError> {
        let list = self.scratch.file("program.d");
        let call = |made: Made| {
            let mut command = compiler(self.rustc);
            command.args(flags(self.options, self.unwinds)).args(["-C", self.optimisation()]);
            command.args(["--edition", &self.options.edition]);
            // What rustc writes in between, and leaves when it is stopped.
            command.arg("--out-dir").arg(self.scratch.path());
            command.args(made.arguments(self.scratch, MODULE, EXECUTABLE));
            if let Some(counters) = &self.options.counters {
                command.arg("-C").arg(joined("link-arg=", &counters.object));
            }
            command.arg(joined("--emit=dep-info=", &list)).arg(self.path);
            if let Some(harness) = harness {
                command.arg("--extern").arg(joined("effigy=", harness));
                command.arg(libraries::beside(self.scratch));
            }
            run(&mut command, &self.options.cancel)
        };
        call(Made::Executable)?;
        if self.options.counters.is_none() {
            apart::module(call)?;
        }
        read_text(&list)
    }
}
