//! A Cargo package, by the user's own `cargo`, in a target folder of Effigy's so that the user's stays untouched.
//!
//! The binary is built in the release profile, changed to one module with line tables and little optimisation; panics
//! abort unless they unwind (`panics`). Debug assertions and overflow checks are on unless the manifest at the workspace's root says
//! otherwise: the key in `[profile.release]` counts first, then the key in `[profile.dev]`. A variable
//! `CARGO_PROFILE_RELEASE_...` that the user has set counts before all of that.

use std::path::{Path, PathBuf};
use std::process::Command;

use effigy_base::budget::CancelToken;
use serde::Deserialize;

use super::profile::manifest_switch;
use super::rustc::{Counters, UNCHANGED, rustc};
use super::tools::{choose_tool, compiler, fingerprint, run};
use super::{CompileError, CompileOptions, Compiled, Scratch, UserFiles, read_text};
use super::{cargo_fuzz, languages, panics};
use effigy_outcome::options::{PackageOptions, PackageTarget};

mod begin;
mod record;

pub(super) use begin::compile_file as compile_harnesses;

/// What is always so: variable and value.
const PROFILE: [(&str, &str); 6] = [
    ("CARGO_PROFILE_RELEASE_LTO", "fat"),
    ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "2"),
    ("CARGO_PROFILE_RELEASE_STRIP", "none"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
];

/// What is on unless the user says otherwise: variable and key of a profile.
const SWITCHES: [(&str, &str); 2] = [
    ("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "debug-assertions"),
    ("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "overflow-checks"),
];

/// The part of `cargo metadata` that is used.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    default_run: Option<String>,
    targets: Vec<Target>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    src_path: PathBuf,
}

/// The kinds of a library that Rust code can use or that has Rust code.
const LIBRARIES: [&str; 6] = ["lib", "rlib", "dylib", "cdylib", "staticlib", "proc-macro"];

impl Target {
    fn is(&self, kind: &str) -> bool {
        self.kind.iter().any(|own| own == kind)
    }

    fn is_binary(&self) -> bool {
        self.is("bin")
    }

    fn choice(&self) -> Option<PackageTarget> {
        let name = self.name.clone();
        Some(match () {
            () if self.is_binary() => PackageTarget::Bin(name),
            () if self.is("example") => PackageTarget::Example(name),
            () if self.is("test") => PackageTarget::Test(name),
            () if LIBRARIES.iter().any(|kind| self.is(kind)) => PackageTarget::Lib,
            () => return None,
        })
    }
}

impl Metadata {
    /// Whether the package is one of cargo-fuzz.
    fn needs_libfuzzer(&self, manifest: &Path) -> bool {
        let own = self.packages.iter().filter(|p| same_file(&p.manifest_path, manifest));
        own.flat_map(|p| &p.dependencies).any(|dependency| dependency.name == cargo_fuzz::CRATE)
    }
}

/// The folder of the package, and the binary of it, that a source file is of.
pub(super) fn of_file(
    path: &Path,
    cancel: &CancelToken,
) -> Result<Option<(PathBuf, String)>, CompileError> {
    let path = absolute(path)?;
    let Some(dir) = path.ancestors().skip(1).find(|dir| dir.join("Cargo.toml").is_file()) else {
        return Ok(None);
    };
    let cargo = cargo()?;
    let metadata = metadata(&cargo, &dir.join("Cargo.toml"), cancel)?;
    let targets = metadata.packages.iter().flat_map(|p| &p.targets);
    let own = targets.filter(|t| t.is_binary()).find(|t| same_file(&t.src_path, &path));
    Ok(own.map(|target| (dir.to_owned(), target.name.clone())))
}

pub(crate) fn cargo() -> Result<PathBuf, CompileError> {
    choose_tool("CARGO", &["cargo".to_owned()], "install Rust from https://rustup.rs")
}

/// The part of a line of `cargo --message-format=json` that is used.
#[derive(Deserialize)]
struct Message {
    reason: String,
    executable: Option<PathBuf>,
}

pub(super) fn compile_package(
    dir: &Path,
    package: &PackageOptions,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let manifest = absolute(&dir.join("Cargo.toml"))?;
    let cargo = cargo()?;
    let metadata = metadata(&cargo, &manifest, &options.cancel)?;
    if options.harnesses.is_some() || options.entry != "main" {
        return begin::compile(dir, &cargo, &metadata, &manifest, package, options);
    }
    let target = match choose_target(&metadata, &manifest, package, false) {
        // The targets of cargo-fuzz are a package of their own in this folder.
        Err(CompileError::ChooseTarget { asked, available, .. })
            if (asked.is_some() || available.is_empty())
                && dir.join("fuzz/Cargo.toml").is_file() =>
        {
            return compile_package(&dir.join("fuzz"), package, options);
        }
        chosen => chosen?,
    };
    let name = with_main(&target)?;
    let root_manifest = read_text(&metadata.workspace_root.join("Cargo.toml"))?;

    let variant = match (&options.counters, options.ub) {
        (Some(counters), _) => counters.variant(),
        (None, true) => "unchanged",
        (None, false) => "",
    };
    let folders = metadata.packages.iter().filter_map(|p| p.manifest_path.parent());
    let unwinds = panics::of_package(options.panics, &root_manifest, folders);
    let (panic, variant) = match unwinds {
        true => ("unwind", format!("unwinding {variant}")),
        false => ("abort", variant.to_owned()),
    };
    let scratch = Scratch::new()?;
    let place = place(&manifest, &variant, options, &scratch);
    let module = place.join(format!("{name}.ll"));
    let fuzzed = match metadata.needs_libfuzzer(&manifest) {
        true => Some(cargo_fuzz::write(&place)?),
        false => None,
    };
    let counters = options.counters.as_ref();
    let host = match counters {
        Some(_) => Some(host(&options.cancel)?),
        None => None,
    };
    let chosen = Chosen { manifest: &manifest, package, target: &target };
    let build = || {
        if let (Some(counters), Some(host)) = (counters, &host) {
            let mut command = cargo_command(&cargo, &chosen, &place, &root_manifest);
            command.env("CARGO_PROFILE_RELEASE_PANIC", panic);
            let flags = add_libfuzzer(&mut command, fuzzed.as_deref());
            return run(count(&mut command, flags, host, counters), &options.cancel);
        }
        let mut command = cargo_command(&cargo, &chosen, &place, &root_manifest);
        command.env("CARGO_PROFILE_RELEASE_PANIC", panic);
        let flags = add_libfuzzer(&mut command, fuzzed.as_deref());
        set_flags(&mut command, flags);
        let mut emit = std::ffi::OsString::from("--emit=llvm-ir=");
        emit.push(&module);
        command.arg("--").arg(emit);
        if options.for_session {
            command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
        }
        if options.ub {
            command.args(UNCHANGED);
        }
        run(&mut command, &options.cancel)
    };
    let mut output = build()?;
    if counters.is_none() && !module.is_file() {
        // Cargo does not know of the module, so a lost one comes back only when all is built again.
        std::fs::remove_dir_all(&place)
            .map_err(|cause| CompileError::Unwritable { path: place.clone(), cause })?;
        output = build()?;
    }
    Ok(Compiled {
        module_text: if counters.is_some() { String::new() } else { read_text(&module)? },
        module_path: module,
        executable: executable_of(&String::from_utf8_lossy(&output.stdout)),
        entry: options.entry.clone(),
        binary: target.binary().map(str::to_owned),
        user_files: UserFiles::everything_from(&metadata.workspace_root),
        ..Compiled::new(languages::RUST, dir, options, scratch)
    })
}

/// The name of a target that has a `main` of its own.
fn with_main(target: &PackageTarget) -> Result<String, CompileError> {
    match target {
        PackageTarget::Lib => Err(CompileError::LibraryWithoutEntry),
        PackageTarget::Bin(name) | PackageTarget::Example(name) => Ok(name.clone()),
        PackageTarget::Test(name) => Err(CompileError::TestWithoutEntry { name: name.clone() }),
    }
}

fn metadata(cargo: &Path, manifest: &Path, cancel: &CancelToken) -> Result<Metadata, CompileError> {
    let mut command = Command::new(cargo);
    command
        .args(["metadata", "--format-version", "1", "--no-deps", "--manifest-path"])
        .arg(manifest);
    let output = run(&mut command, cancel)?;
    serde_json::from_slice(&output.stdout).map_err(|_| CompileError::NoOutput {
        tool: "cargo metadata".to_owned(),
        what: "description of the package",
    })
}

/// The folder in which a package is built.
fn place(manifest: &Path, variant: &str, options: &CompileOptions, scratch: &Scratch) -> PathBuf {
    let identity = fingerprint(&[&manifest.to_string_lossy(), variant]);
    let folder = options.cache.folder().unwrap_or_else(|| scratch.path().to_owned());
    folder.join("packages").join(identity)
}

/// The target to build: the one asked for, or the only binary, or the manifest's `default-run`. Where paths begin at
/// functions the library comes first.
fn choose_target(
    metadata: &Metadata,
    manifest: &Path,
    package: &PackageOptions,
    begins: bool,
) -> Result<PackageTarget, CompileError> {
    let packages = members(metadata, manifest, package)?;
    let targets: Vec<PackageTarget> =
        packages.iter().flat_map(|p| &p.targets).filter_map(Target::choice).collect();
    if let Some(asked) = &package.target {
        if targets.contains(asked) {
            return Ok(asked.clone());
        }
        let alike = |target: &&PackageTarget| {
            std::mem::discriminant(*target) == std::mem::discriminant(asked)
        };
        let available = targets.iter().filter(alike).map(PackageTarget::name).collect();
        return Err(CompileError::ChooseTarget {
            asked: Some(asked.to_string()),
            available,
            begins,
        });
    }
    if begins && targets.contains(&PackageTarget::Lib) {
        return Ok(PackageTarget::Lib);
    }
    let binaries: Vec<&PackageTarget> = targets.iter().filter(|t| t.binary().is_some()).collect();
    let default = packages.iter().find_map(|p| p.default_run.clone()).map(PackageTarget::Bin);
    match (default, binaries.as_slice()) {
        (Some(default), binaries) if binaries.contains(&&default) => Ok(default),
        (_, [only]) => Ok((*only).clone()),
        _ => {
            let available = binaries.iter().map(|target| target.name()).collect();
            Err(CompileError::ChooseTarget { asked: None, available, begins })
        }
    }
}

/// The package that is asked for, or that of the manifest; of a manifest without one, all members.
fn members<'m>(
    metadata: &'m Metadata,
    manifest: &Path,
    package: &PackageOptions,
) -> Result<Vec<&'m Package>, CompileError> {
    if let Some(member) = &package.member {
        let found: Vec<&Package> = metadata.packages.iter().filter(|p| p.name == *member).collect();
        if found.is_empty() {
            let available = metadata.packages.iter().map(|p| p.name.clone()).collect();
            return Err(CompileError::NoMember { name: member.clone(), available });
        }
        return Ok(found);
    }
    let own = |p: &&Package| same_file(&p.manifest_path, manifest);
    Ok(match metadata.packages.iter().find(own) {
        Some(package) => vec![package],
        None => metadata.packages.iter().collect(),
    })
}

/// Has all that the program is made of compiled with counters and for speed, but not what runs while it is built.
fn count<'c>(
    command: &'c mut Command,
    flags: &[&str],
    host: &str,
    counters: &Counters,
) -> &'c mut Command {
    let mut link = std::ffi::OsString::from("link-arg=");
    link.push(&counters.object);
    set_flags(command, &[flags, &counters.flags()].concat());
    command.env("CARGO_PROFILE_RELEASE_LTO", "off");
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "2").env("CARGO_PROFILE_RELEASE_DEBUG", "1");
    command.args(["--target", host, "--", "-C"]).arg(link)
}

/// Puts the package of targets that lies in the folder in the place of libFuzzer's; the flags that it is compiled with.
fn add_libfuzzer(command: &mut Command, folder: Option<&Path>) -> &'static [&'static str] {
    let Some(folder) = folder else { return &[] };
    cargo_fuzz::add(command, folder);
    &cargo_fuzz::FLAGS
}

/// Adds flags of the compiler. What the user asks for beside them stays; what the variable has hides what is in Cargo's
/// files.
fn set_flags(command: &mut Command, flags: &[&str]) {
    if !flags.is_empty() {
        let user = std::env::var("RUSTFLAGS").unwrap_or_default();
        let all: Vec<&str> = user.split_whitespace().chain(flags.iter().copied()).collect();
        command.env("RUSTFLAGS", all.join(" "));
    }
}

/// The machine that the compiler compiles for when it is asked for none.
fn host(cancel: &CancelToken) -> Result<String, CompileError> {
    let version = run(Command::new(rustc()?).arg("-vV"), cancel)?.stdout;
    let version = String::from_utf8_lossy(&version);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let missing = || CompileError::NoOutput { tool: "rustc -vV".to_owned(), what: "host" };
    Ok(host.ok_or_else(missing)?.to_owned())
}

/// What is built.
struct Chosen<'a> {
    manifest: &'a Path,
    package: &'a PackageOptions,
    target: &'a PackageTarget,
}

fn cargo_command(cargo: &Path, chosen: &Chosen<'_>, place: &Path, root_manifest: &str) -> Command {
    let mut command = compiler(cargo);
    command.args(["rustc", "--release", "--message-format=json-render-diagnostics"]);
    chosen.choose(&mut command, place);
    for (variable, value) in PROFILE {
        command.env(variable, value);
    }
    for (variable, key) in SWITCHES {
        if std::env::var_os(variable).is_none() {
            let on = manifest_switch(root_manifest, key).unwrap_or(true);
            command.env(variable, if on { "true" } else { "false" });
        }
    }
    command
}

impl Chosen<'_> {
    /// Tells Cargo what to build, and where.
    fn choose(&self, command: &mut Command, place: &Path) {
        let package = self.package;
        command.args(self.target.arguments());
        command.arg("--manifest-path").arg(self.manifest);
        command.arg("--target-dir").arg(place.join("target"));
        if let Some(member) = &package.member {
            command.args(["-p", member]);
        }
        if !package.features.is_empty() {
            command.arg("--features").arg(package.features.join(","));
        }
        if package.all_features {
            command.arg("--all-features");
        }
        if package.no_default_features {
            command.arg("--no-default-features");
        }
    }
}

/// The executable that Cargo reports last: dependencies come first.
fn executable_of(messages: &str) -> Option<PathBuf> {
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    parsed.filter(|m| m.reason == "compiler-artifact").filter_map(|m| m.executable).next_back()
}

fn absolute(path: &Path) -> Result<PathBuf, CompileError> {
    std::fs::canonicalize(path)
        .map_err(|cause| CompileError::Unreadable { path: path.to_owned(), cause })
}

fn same_file(a: &Path, b: &Path) -> bool {
    std::fs::canonicalize(a).is_ok_and(|a| a == b)
}
