//! A package's target as a program that begins at its functions or tests.

use super::{Chosen, Metadata, absolute, choose_target, place, record};
use crate::apart::{Made, WHOLE, Ways, joined};
use crate::cache::Key;
use crate::cache::sources::Sources;
use crate::crate_call::CrateCall;
use crate::harness::{self, Built, Results, Wanted};
use crate::identity::Identity;
use crate::languages;
use crate::libraries::{self, Builder, KANI, Library, STAND_INS};
use crate::panics::{self, strategy};
use crate::rustc::{UNCHANGED, rustc};
use crate::tools::{place_program, run};
use crate::{
    Begins, CompileError, CompileOptions, Compiled, Scratch, UserFiles, read_bytes, read_text, text,
};
use effigy_base::check::Check;
use effigy_outcome::options::{Harnesses, PackageOptions};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The files of a build in the scratch folder.
const MODULE: &str = "program.ll";
const EXECUTABLE: &str = "program";
const LIST: &str = "program.d";

/// What writes the calls: with another one, what was compiled is another program.
const GENERATOR: [&str; 11] = [
    include_str!("../harness.rs"),
    include_str!("../harness/candidate.rs"),
    include_str!("../harness/drawing.rs"),
    include_str!("../harness/edit.rs"),
    include_str!("../harness/generic.rs"),
    include_str!("../harness/instances.rs"),
    include_str!("../harness/kani.rs"),
    include_str!("../harness/kani/contract.rs"),
    include_str!("../harness/kani/derive.rs"),
    include_str!("../harness/property.rs"),
    include_str!("../harness/text.rs"),
];

/// How code is made.
const CODE: [&str; 6] = ["-C", "codegen-units=1", "-C", "debuginfo=2", "-C", "strip=none"];

/// A target of a package.
pub(super) fn compile(
    dir: &Path,
    cargo: &Path,
    metadata: &Metadata,
    manifest: &Path,
    package: &PackageOptions,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let target = choose_target(metadata, manifest, package, true)?;
    let scratch = Scratch::new()?;
    let root_manifest = read_text(&metadata.workspace_root.join("Cargo.toml"))?;
    let own = metadata.packages.iter().filter_map(|package| package.manifest_path.parent());
    let unwinds = panics::of_package(options.panics, &root_manifest, own);
    let place = place(manifest, if unwinds { "unwinding" } else { "" }, options, &scratch);
    let chosen = Chosen { manifest, package, target: &target };
    let tests = options.harnesses == Some(Harnesses::Tests);
    let how = record::How { tests, unwinds, place: &place, root_manifest: &root_manifest };
    let call = record::record(cargo, &chosen, &how, &options.cancel)?;
    let top = match call.root.starts_with(&metadata.workspace_root) {
        true => metadata.workspace_root.as_path(),
        false => manifest.parent().unwrap_or(dir),
    };
    let folders = Folders { source: dir, top, shown: top };
    let user_files = UserFiles::everything_from(&metadata.workspace_root);
    finish(call, &folders, unwinds, user_files, options, scratch)
}

/// One file, as a crate of its own with every check of Rust's.
pub(crate) fn compile_file(
    path: &Path,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let root = absolute(path)?;
    let text = read_text(&root)?;
    let overflow = options.checks.contains(Check::Overflow);
    let mut call = CrateCall::of_file(rustc()?, &root, &options.edition, overflow);
    if options.harnesses == Some(Harnesses::Tests) {
        call.arguments.extend(["--cfg", "test"].map(OsString::from));
    }
    let top = above(&root, &text);
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Files are called as the user calls this one.
    let shown = if root.parent() == Some(top.as_path()) { folder } else { &top };
    let folders = Folders { source: path, top: &top, shown };
    let user_files = UserFiles::below(folder, Path::new("."));
    let unwinds = panics::of_source(options.panics, &text);
    finish(call, &folders, unwinds, user_files, options, Scratch::new()?)
}

/// Where a crate lies.
struct Folders<'a> {
    /// What the user named.
    source: &'a Path,
    /// The folder that is copied.
    top: &'a Path,
    /// How that folder is called in what is printed.
    shown: &'a Path,
}

/// The folder below which all files lie that the text names by paths like `../helper.rs`.
fn above(root: &Path, text: &str) -> PathBuf {
    let levels =
        text.split('"').map(|part| part.split('/').take_while(|step| *step == "..").count());
    let level = 1 + levels.max().unwrap_or(0);
    root.ancestors().take(level + 1).last().unwrap_or(root).to_owned()
}

fn finish(
    mut call: CrateCall,
    folders: &Folders<'_>,
    unwinds: bool,
    user_files: UserFiles,
    options: &CompileOptions,
    scratch: Scratch,
) -> Result<Compiled, CompileError> {
    if options.harnesses == Some(Harnesses::Kani) {
        call.be_of_kani()?;
    }
    let build = Build { call: &call, folders, unwinds, options, scratch: &scratch };
    let (module, begins) = build.kept_or_new()?;
    Ok(Compiled {
        module_text: text(module),
        module_path: scratch.file(MODULE),
        executable: Some(scratch.file(EXECUTABLE)),
        user_files,
        begins: Some(begins),
        ..Compiled::new(languages::RUST, folders.source, options, scratch)
    })
}

struct Build<'a> {
    call: &'a CrateCall,
    folders: &'a Folders<'a>,
    unwinds: bool,
    options: &'a CompileOptions,
    scratch: &'a Scratch,
}

impl Build<'_> {
    /// The module, and what it can begin at; the program is in the scratch folder.
    fn kept_or_new(&self) -> Result<(Vec<u8>, Begins), CompileError> {
        let version = run(Command::new(&self.call.rustc).arg("-vV"), &self.options.cancel)?.stdout;
        let version = String::from_utf8_lossy(&version).into_owned();
        let key = self.key(&version);
        if let Some(files) = self.options.cache.get(key)
            && let Ok([module, executable, begins]) = <[Vec<u8>; 3]>::try_from(files)
            && let Ok(begins) = serde_json::from_slice(&begins)
        {
            place_program(self.scratch, EXECUTABLE, &executable, &self.options.cancel)?;
            return Ok((module, begins));
        }
        let since = SystemTime::now();
        let wanted = match self.options.harnesses {
            Some(kind) => Wanted::All(kind),
            None => Wanted::One(&self.options.entry),
        };
        let builder = Builder {
            rustc: &self.call.rustc,
            version: &version,
            unwinds: self.unwinds,
            options: self.options,
            scratch: self.scratch,
        };
        let built = self.build(wanted, &builder)?;
        let begins = Begins { harnesses: built.harnesses, left_out: built.left_out };
        let module = match self.options.counters {
            Some(_) => Vec::new(),
            None => read_bytes(&self.scratch.file(MODULE))?,
        };
        let list = read_text(&self.scratch.file(LIST))?;
        if let Some(sources) = Sources::of_rustc(&users(&list, &built.copied), since)
            && let Ok(described) = serde_json::to_vec(&begins)
        {
            let executable = read_bytes(&self.scratch.file(EXECUTABLE))?;
            self.options.cache.put(key, &sources, &[&module, &executable, &described]);
        }
        Ok((module, begins))
    }

    /// Builds with libraries in the place of those that tests draw values from. Where the crate asks more of them than they have, its
    /// own ones come back, and what needs the others is left out.
    fn build(&self, wanted: Wanted<'_>, builder: &Builder<'_>) -> Result<Built, CompileError> {
        let used = STAND_INS.into_iter().filter(|library| library.stands_in(self.call));
        let (stand_ins, replace): (Vec<&Library>, bool) = match self.options.harnesses {
            Some(Harnesses::Kani) => (vec![&KANI], false),
            Some(Harnesses::Tests) => (used.collect(), true),
            Some(Harnesses::Functions) | None => (Vec::new(), false),
        };
        let Folders { top, shown, .. } = *self.folders;
        let mut results = Results {
            scratch: self.scratch,
            arguments: &|made| self.arguments(made),
            ways: self.ways(),
            libraries: vec![("effigy", builder.effigy()?)],
            missing: None,
            cancel: &self.options.cancel,
        };
        if stand_ins.is_empty() {
            return harness::build(self.call, wanted, (top, shown), &results);
        }
        let own = results.libraries.clone();
        let built = builder.effigy_and(&stand_ins, self.call).and_then(|libraries| {
            let mut call = self.call.clone();
            // There is one library that makes values.
            for (name, path) in libraries.iter().filter(|_| replace) {
                let library = stand_ins.iter().find(|library| library.name == *name);
                for name in [*name].into_iter().chain(library.and_then(|library| library.also)) {
                    call = call.with_instead(name, path);
                }
            }
            results.libraries = libraries;
            harness::build(&call, wanted, (top, shown), &results)
        });
        match built {
            // The library may be what this compiler does not know how to compile.
            Err(CompileError::Rejected { output, .. }) if replace => {
                let names: Vec<&str> = stand_ins.iter().map(|library| library.name).collect();
                results.libraries = own;
                results.missing =
                    Some(format!("{}: {}", names.join(" and "), first_error(&output)));
                harness::build(self.call, wanted, (top, shown), &results)
            }
            built => built,
        }
    }

    /// All that goes into the build but the contents of the package's own sources.
    fn key(&self, version: &str) -> Key {
        let mut identity = Identity::new("program of a package");
        identity.program(&self.call.rustc).text(version).found("cc").path(&self.call.folder);
        identity.path(&self.call.root).text(&self.options.entry);
        identity.text(if self.call.is_harnessed { "harnessed" } else { "" });
        identity.text(self.options.harnesses.map_or("", Harnesses::name));
        for argument in self.call.arguments.iter().chain(&self.fixed_arguments()) {
            identity.path(Path::new(argument));
        }
        for (name, value) in self.call.variables.iter().flatten() {
            // What Cargo says of the package; all else is in the identity already.
            if name.as_bytes().starts_with(b"CARGO") || name == "OUT_DIR" {
                identity.path(Path::new(name)).path(Path::new(value));
            }
        }
        for text in libraries::texts().chain(GENERATOR) {
            identity.text(text);
        }
        self.libraries(&mut identity);
        identity.key()
    }

    /// The libraries that the crate may use: one that is built again has the same name.
    fn libraries(&self, identity: &mut Identity) {
        let folders = self.call.arguments.iter().filter_map(|argument| {
            argument
                .as_bytes()
                .strip_prefix(b"dependency=")
                .map(<std::ffi::OsStr as OsStrExt>::from_bytes)
        });
        for folder in folders {
            let mut files: Vec<_> =
                std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
            files.sort_by_key(std::fs::DirEntry::file_name);
            for file in files {
                let name = file.path();
                if name.extension().is_some_and(|kind| kind == "rlib" || kind == "so")
                    && let Ok(about) = file.metadata()
                {
                    let (seconds, nanos) = (about.mtime(), about.mtime_nsec());
                    identity.path(&name).text(&format!("{} {seconds} {nanos}", about.len()));
                }
            }
        }
    }

    /// How the program is compiled.
    fn fixed_arguments(&self) -> Vec<OsString> {
        let level = match (self.options.for_session, &self.options.counters) {
            (_, Some(_)) => "opt-level=2",
            (true, None) => "opt-level=0",
            (false, None) => "opt-level=1",
        };
        let mut arguments: Vec<OsString> = CODE.iter().map(OsString::from).collect();
        arguments.extend(["-C", level, "-C", strategy(self.unwinds)].map(OsString::from));
        if self.options.ub {
            arguments.extend(UNCHANGED.map(OsString::from));
        }
        if let Some(counters) = &self.options.counters {
            arguments.extend(counters.flags().into_iter().map(OsString::from));
            arguments.extend([OsString::from("-C"), joined("link-arg=", &counters.object)]);
        }
        arguments
    }

    fn arguments(&self, made: Made) -> Vec<OsString> {
        let mut arguments = self.fixed_arguments();
        arguments.extend([OsString::from("--out-dir"), self.scratch.path().into()]);
        arguments.push(joined("--emit=dep-info=", &self.scratch.file(LIST)));
        arguments.extend(made.arguments(self.scratch, MODULE, EXECUTABLE));
        if self.options.counters.is_some() {
            arguments.extend(WHOLE.map(OsString::from));
        }
        arguments
    }

    fn ways(&self) -> Ways {
        match self.options.counters {
            Some(_) => Ways::Executable,
            None if self.call.has_libraries() => Ways::Together,
            None => Ways::Apart,
        }
    }
}

/// The first error of those that the compiler printed, on one line.
fn first_error(output: &str) -> String {
    let first = output.lines().find(|line| line.starts_with("error"));
    let text = first.and_then(|line| line.split_once(": ")).map_or(output, |(_, text)| text);
    text.lines().next().unwrap_or_default().to_owned()
}

/// The compiler's list of sources with the user's files in the place of the copy's, and without what was added.
fn users(list: &str, (copy, original): &(std::path::PathBuf, std::path::PathBuf)) -> String {
    let [copy, original] = [copy, original].map(|path| path.to_string_lossy().into_owned());
    let lines = list.lines().filter(|line| !line.contains("/effigy-harness/"));
    lines.map(|line| line.replace(&copy, &original) + "\n").collect()
}
