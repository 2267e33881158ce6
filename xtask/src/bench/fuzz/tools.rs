//! The three fuzzers: how a target is built for them, how they are run, and where they leave what crashes.

use super::targets::{Language, RUST_CHECKS, Target, crashes, done};
use super::watch::run_until;
use crate::process;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A program that makes inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Effigy,
    Afl,
    LibFuzzer,
}

impl Tool {
    pub const ALL: [Tool; 3] = [Tool::Effigy, Tool::Afl, Tool::LibFuzzer];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Effigy => "Effigy",
            Tool::Afl => "AFL++",
            Tool::LibFuzzer => "libFuzzer",
        }
    }

    /// Its name in the data.
    pub fn key(self) -> &'static str {
        match self {
            Tool::Effigy => "effigy",
            Tool::Afl => "afl",
            Tool::LibFuzzer => "libfuzzer",
        }
    }
}

/// What a fuzzer calls in a C program, whose `main` has another name then.
const C_CALLED: &str = "\
#include <stddef.h>
#include <stdint.h>
extern int parse(const unsigned char *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    parse(data, size);
    return 0;
}
";

/// The same around a Rust program.
const RUST_CALLED: &str = "
#[allow(dead_code)]
mod target;
#[no_mangle]
pub extern \"C\" fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> i32 {
    let data = if size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, size) } };
    let _ = std::hint::black_box(target::parse(data));
    0
}
";

/// How Rust gets the coverage of LLVM; what it reports to comes behind.
pub const COVERAGE: &str =
    "-O -g -C codegen-units=1 -C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=3";
pub const FOR_LIBFUZZER: &str = "-C llvm-args=-sanitizer-coverage-inline-8bit-counters \
    -C llvm-args=-sanitizer-coverage-pc-table -C llvm-args=-sanitizer-coverage-trace-compares";
pub const FOR_AFL: &str = "-C llvm-args=-sanitizer-coverage-trace-pc-guard";
pub const FOR_CMPLOG: &str = "-C llvm-args=-sanitizer-coverage-trace-pc-guard -C llvm-args=-sanitizer-coverage-trace-compares";

/// Inputs are no longer than this.
const MOST_BYTES: &str = "4096";

/// CPU time in which Effigy compiles what it runs.
const COMPILING: Duration = Duration::from_secs(900);

/// AFL++ asks for nothing, and leaves the choice of the core to us.
const AFL_VARIABLES: [(&str, &str); 5] = [
    ("AFL_QUIET", "1"),
    ("AFL_NO_UI", "1"),
    ("AFL_NO_AFFINITY", "1"),
    ("AFL_SKIP_CPUFREQ", "1"),
    ("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1"),
];

/// Sees that the peers can be run.
///
/// # Errors
/// What is missing, and what to install.
pub fn all_are_there() -> Result<(), String> {
    for (program, package) in [
        ("clang", "clang"),
        ("afl-fuzz", "afl++"),
        ("afl-clang-fast", "afl++"),
        ("taskset", "util-linux"),
    ] {
        if process::find(program).is_none() {
            return Err(format!(
                "`{program}` was not found: install it (Debian: apt-get install {package})"
            ));
        }
    }
    Ok(())
}

/// Where everything is built and run.
pub struct Workshop {
    pub effigy: PathBuf,
    pub scratch: PathBuf,
}

/// What is fuzzed, and where: the programs `libfuzzer`, `afl` and `cmplog` of the folder are for the peers.
pub struct Place {
    pub effigy: PathBuf,
    /// What Effigy is given: a file, and flags.
    pub input: Vec<OsString>,
    pub seeds: PathBuf,
    pub folder: PathBuf,
}

/// A target that is built for all of them.
pub struct Shop {
    target: Target,
    place: Place,
}

impl Workshop {
    /// Builds a target for each tool, and as it is.
    ///
    /// # Errors
    /// When a compiler fails.
    pub fn of(&self, target: &Target) -> Result<Shop, String> {
        let input = vec![target.source().into()];
        let place = self.place(&target.name, input, target.seeds())?;
        let shop = Shop { target: target.clone(), place };
        shop.target.build(&shop.place.folder.join("plain"), false)?;
        if shop.target.language == Language::C {
            shop.target.build(&shop.place.folder.join("sanitized"), true)?;
            shop.build_c()?;
        } else {
            shop.build_rust()?;
        }
        if !shop.is_crash(&target.crash())? {
            return Err(format!("{}: the known crash does not crash", target.name));
        }
        shop.place.warm()?;
        Ok(shop)
    }

    /// A folder for what is called so.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn place(&self, name: &str, input: Vec<OsString>, seeds: PathBuf) -> Result<Place, String> {
        let folder = self.scratch.join(name);
        make(&folder)?;
        Ok(Place { effigy: self.effigy.clone(), input, seeds, folder })
    }
}

impl Place {
    /// Writes a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let file = self.folder.join(name);
        std::fs::write(&file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        Ok(file)
    }

    /// Has Effigy compile what it will run; it is kept, so that no measured run does it.
    ///
    /// # Errors
    /// When Effigy does not come to its first input.
    pub fn warm(&self) -> Result<(), String> {
        let corpus = self.folder.join("warm/corpus");
        let began = || Ok(std::fs::read_dir(&corpus).is_ok_and(|mut files| files.next().is_some()));
        let mut command = self.effigy("warm");
        match run_until(&mut command, COMPILING, began)? {
            Some(_) => Ok(()),
            None => Err(format!("effigy runs no input; this says why: {command:?}")),
        }
    }

    /// A run of a tool that writes to `out` in the folder.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn command(&self, tool: Tool, out: &str, run: usize) -> Result<Command, String> {
        match tool {
            Tool::Effigy => Ok(self.effigy(out)),
            Tool::Afl => Ok(self.afl(out, run)),
            Tool::LibFuzzer => self.libfuzzer(out, run),
        }
    }

    fn effigy(&self, out: &str) -> Command {
        let mut command = on_one_core(&self.effigy);
        command.arg("fuzz").args(&self.input).arg("--seeds").arg(&self.seeds);
        command.arg("--out").arg(self.folder.join(out)).current_dir(&self.folder);
        command
    }

    fn afl(&self, out: &str, run: usize) -> Command {
        let mut command = on_one_core(Path::new("afl-fuzz"));
        command.envs(AFL_VARIABLES).args(["-s", &run.to_string(), "-G", MOST_BYTES]);
        command.arg("-i").arg(&self.seeds).arg("-o").arg(self.folder.join(out));
        command.arg("-c").arg(self.folder.join("cmplog")).arg("--").arg(self.folder.join("afl"));
        command
    }

    fn libfuzzer(&self, out: &str, run: usize) -> Result<Command, String> {
        let place = self.folder.join(out);
        let corpus = place.join("corpus");
        make(&corpus)?;
        let mut command = on_one_core(&self.folder.join("libfuzzer"));
        command.arg(format!("-seed={run}")).arg(format!("-max_len={MOST_BYTES}"));
        command.arg(format!("-artifact_prefix={}/", place.display()));
        command.arg(corpus).arg(&self.seeds);
        Ok(command)
    }
}

impl Shop {
    fn build_c(&self) -> Result<(), String> {
        let called = self.place.write("called.c", C_CALLED)?;
        let build = |compiler: &str, place: &str, cmplog: bool| {
            let mut command = Command::new(compiler);
            if cmplog {
                command.env("AFL_LLVM_CMPLOG", "1");
            }
            command.env("AFL_QUIET", "1").args(["-std=c11", "-D_GNU_SOURCE", "-O1", "-g"]);
            command.args(["-fsanitize=fuzzer", "-Dmain=target_main"]).arg(self.target.source());
            linked(command.arg(&called).arg("-o").arg(self.place.folder.join(place)))
        };
        build("clang", "libfuzzer", false)?;
        build("afl-clang-fast", "afl", false)?;
        build("afl-clang-fast", "cmplog", true)
    }

    fn build_rust(&self) -> Result<(), String> {
        let path = format!("#[path = {:?}]", self.target.source());
        let called = self.place.write("called.rs", &(path + RUST_CALLED))?;
        let build = |linker: &str, place: &str, coverage: &str| {
            let library = self.place.folder.join(format!("lib{place}.a"));
            let mut command = Command::new("rustc");
            command.args(["--crate-type", "staticlib", "--crate-name", "called"]).args(RUST_CHECKS);
            command.args(COVERAGE.split_whitespace()).args(coverage.split_whitespace());
            done(command.arg(&called).arg("-o").arg(&library))?;
            let mut link = Command::new(linker);
            link.env("AFL_QUIET", "1").args(["-fsanitize=fuzzer", "-Wl,-u,LLVMFuzzerTestOneInput"]);
            link.arg(&library).args(["-lpthread", "-ldl", "-lm", "-o"]);
            linked(link.arg(self.place.folder.join(place)))
        };
        build("clang", "libfuzzer", FOR_LIBFUZZER)?;
        build("afl-clang-fast", "afl", FOR_AFL)?;
        build("afl-clang-fast", "cmplog", FOR_CMPLOG)
    }

    /// One run of a tool: the CPU time until the first crash.
    ///
    /// # Errors
    /// When the tool cannot be run.
    pub fn run(&self, tool: Tool, run: usize, limit: Duration) -> Result<Option<Duration>, String> {
        let out = format!("{}-{run}", tool.key());
        let mut command = self.place.command(tool, &out, run)?;
        command.env("AFL_BENCH_UNTIL_CRASH", "1");
        let place = self.place.folder.join(&out);
        let mut judged = BTreeSet::new();
        let found = run_until(&mut command, limit, || {
            for input in left_by(tool, &place) {
                if judged.insert(input.clone()) && self.is_crash(&input)? {
                    return Ok(true);
                }
            }
            Ok(false)
        });
        let _ = std::fs::remove_dir_all(&place);
        found
    }

    /// Whether the program as it is crashes on the input, or its build with sanitizers does.
    fn is_crash(&self, input: &Path) -> Result<bool, String> {
        let sanitized = self.place.folder.join("sanitized");
        Ok(crashes(&self.place.folder.join("plain"), input)?
            || sanitized.exists() && crashes(&sanitized, input)?)
    }
}

fn make(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))
}

/// Links a program with the runtime of a fuzzer, which may be a package of its own.
pub fn linked(command: &mut Command) -> Result<(), String> {
    done(command).map_err(|said| match said.contains("libclang_rt") {
        true => format!("{said}install the runtime (Debian: apt-get install libclang-rt-dev)"),
        false => said,
    })
}

/// All runs have the same core.
fn on_one_core(program: &Path) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(program);
    command
}

/// The inputs that a tool says crash.
fn left_by(tool: Tool, out: &Path) -> Vec<PathBuf> {
    let (folder, is_input): (PathBuf, fn(&str) -> bool) = match tool {
        Tool::Effigy => (out.join("tests"), |name| name.ends_with(".input")),
        Tool::Afl => (out.join("default/crashes"), |name| name.starts_with("id:")),
        Tool::LibFuzzer => (out.to_owned(), |name| name.starts_with("crash-")),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = |entry: &std::fs::DirEntry| entry.file_name().to_str().is_some_and(is_input);
    entries.filter(named).map(|entry| entry.path()).collect()
}
