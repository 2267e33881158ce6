//! `cargo xtask bench --fuzz-libs`: published libraries by the same three tools, and how many blocks each reaches in equal CPU
//! time from one small valid seed.
//!
//! What a tool kept is run once more by one program, the same for all three, which the compiler gave a counter for each block.

use super::targets::done;
use super::tools::{COVERAGE, FOR_AFL, FOR_CMPLOG, FOR_LIBFUZZER, Place, Tool, Workshop, linked};
use super::watch::run_for;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where the harnesses are, below the root of the repository.
const FOLDER: &str = "bench/fuzz-libs";

/// Where a library comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A crate that the package of harnesses depends on.
    Rust,
    /// C sources in the folders of a crate.
    C { carrier: &'static str, folders: &'static [&'static str] },
}

/// A library and its harness.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// Its name, and that of its harness.
    pub name: &'static str,
    source: Source,
}

/// All of them, as they were chosen before anything was measured.
pub const ALL: [Library; 5] = [
    Library { name: "httparse", source: Source::Rust },
    Library { name: "pulldown-cmark", source: Source::Rust },
    Library { name: "wasmparser", source: Source::Rust },
    Library { name: "expat", source: Source::C { carrier: "expat-sys", folders: &["expat/lib"] } },
    Library {
        name: "libyaml",
        source: Source::C { carrier: "libyaml-sys", folders: &["libyaml/src", "libyaml/include"] },
    },
];

/// Runs files and counts blocks; the harness is linked with it.
const COVERED: &str = include_str!("libs/covered.c");

/// A counter for each block, also where it follows from others that one was run.
const BLOCKS: &str = "-O -g -C codegen-units=1 -C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=2 \
    -C llvm-args=-sanitizer-coverage-inline-8bit-counters -C llvm-args=-sanitizer-coverage-prune-blocks=0";
const BLOCKS_OF_C: &str =
    "-fsanitize-coverage=bb,inline-8bit-counters,no-prune -fno-sanitize-link-runtime";

/// As cargo-fuzz builds, but that a panic ends the process without unwinding.
const PROFILE: [(&str, &str); 4] = [
    ("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true"),
    ("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true"),
    ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "1"),
];

/// How a harness is built for a tool, or to count: the program's name, compiler or linker, flags of `rustc`, flags of `clang`.
struct Way {
    program: &'static str,
    compiler: &'static str,
    rust: [&'static str; 2],
    c: &'static str,
}

const WAYS: [Way; 4] = [
    Way {
        program: "libfuzzer",
        compiler: "clang",
        rust: [COVERAGE, FOR_LIBFUZZER],
        c: "-fsanitize=fuzzer",
    },
    Way {
        program: "afl",
        compiler: "afl-clang-fast",
        rust: [COVERAGE, FOR_AFL],
        c: "-fsanitize=fuzzer",
    },
    Way {
        program: "cmplog",
        compiler: "afl-clang-fast",
        rust: [COVERAGE, FOR_CMPLOG],
        c: "-fsanitize=fuzzer",
    },
    Way { program: COUNTING, compiler: "clang", rust: [BLOCKS, ""], c: BLOCKS_OF_C },
];

/// The program that counts blocks, and the object of it that is not the harness.
const COUNTING: &str = "covered";
const COUNTING_OBJECT: &str = "covered.o";

impl Library {
    fn harness(&self, root: &Path) -> PathBuf {
        let folder = root.join(FOLDER);
        match self.source {
            Source::Rust => folder.join("rust").join(format!("{}.rs", self.name)),
            Source::C { .. } => folder.join("c").join(format!("{}.c", self.name)),
        }
    }

    fn seeds(&self, root: &Path) -> PathBuf {
        root.join(FOLDER).join("seeds").join(self.name)
    }

    /// Builds the library for each tool.
    ///
    /// # Errors
    /// When something cannot be fetched or compiled.
    pub fn build(&self, root: &Path, workshop: &Workshop) -> Result<Built, String> {
        let harness = self.harness(root);
        let includes = self.includes(root)?;
        let mut input: Vec<OsString> = vec![harness.clone().into()];
        for include in &includes {
            input.extend(["--cflags".into(), include.into()]);
        }
        let place = workshop.place(self.name, input, self.seeds(root))?;
        let counting = place.write("covered.c", COVERED)?;
        let object = place.folder.join(COUNTING_OBJECT);
        done(Command::new("clang").args(["-O1", "-c"]).arg(counting).arg("-o").arg(&object))?;
        for way in &WAYS {
            match self.source {
                Source::Rust => self.build_rust(root, &place, way)?,
                Source::C { .. } => build_c(&harness, &includes, &place, way)?,
            }
        }
        place.warm()?;
        Ok(Built { place })
    }

    /// The flags for the folders of the C sources, which Cargo fetches.
    fn includes(&self, root: &Path) -> Result<Vec<String>, String> {
        let Source::C { carrier, folders } = self.source else { return Ok(Vec::new()) };
        let manifest = root.join(FOLDER).join("c/Cargo.toml");
        let mut command = cargo();
        command.args(["metadata", "--format-version", "1", "--locked", "--manifest-path"]);
        let output =
            command.arg(manifest).output().map_err(|e| format!("cannot run cargo: {e}"))?;
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let manifests = packages.filter(|p| p["name"] == carrier);
        let mut places = manifests.filter_map(|p| Path::new(p["manifest_path"].as_str()?).parent());
        let place = places.next().ok_or_else(|| format!("cargo knows no crate {carrier}"))?;
        let flag = |folder: &&str| format!("-I{}", place.join(folder).display());
        Ok(folders.iter().map(flag).collect())
    }

    fn build_rust(&self, root: &Path, place: &Place, way: &Way) -> Result<(), String> {
        let manifest = root.join(FOLDER).join("rust/Cargo.toml");
        // All libraries are built in the same folders, since they share dependencies.
        let target = place.folder.with_file_name(format!("{}-target", way.program));
        let host = host()?;
        let mut flags: Vec<String> =
            way.rust.iter().flat_map(|flags| flags.split_whitespace()).map(str::to_owned).collect();
        flags.extend(["--cfg".to_owned(), "fuzzing".to_owned()]);
        let mut command = cargo();
        command.args(["rustc", "--quiet", "--release", "--locked", "--target", &host]);
        command.args(["--bin", self.name, "--manifest-path"]).arg(manifest);
        command.arg("--target-dir").arg(&target).envs(PROFILE).env("AFL_QUIET", "1");
        command.env("RUSTFLAGS", flags.join(" "));
        command.args(["--", "-C"]).arg(format!("linker={}", way.compiler));
        for argument in self.link_arguments(place, way) {
            command.arg("-C").arg(format!("link-arg={argument}"));
        }
        linked(&mut command)?;
        let built = target.join(host).join("release").join(self.name);
        std::fs::rename(&built, place.folder.join(way.program))
            .map_err(|e| format!("cannot move {}: {e}", built.display()))
    }

    /// What brings `main`, and the harness that only it calls.
    fn link_arguments(&self, place: &Place, way: &Way) -> Vec<String> {
        let mut arguments = vec!["-Wl,-u,LLVMFuzzerTestOneInput".to_owned()];
        match way.program {
            COUNTING => {
                arguments.push(place.folder.join(COUNTING_OBJECT).display().to_string());
            }
            _ => arguments.extend([way.c.to_owned(), "-lstdc++".to_owned()]),
        }
        arguments
    }
}

fn build_c(harness: &Path, includes: &[String], place: &Place, way: &Way) -> Result<(), String> {
    let mut command = Command::new(way.compiler);
    if way.program == "cmplog" {
        command.env("AFL_LLVM_CMPLOG", "1");
    }
    command.env("AFL_QUIET", "1").args(["-O1", "-g", "-w"]).args(way.c.split_whitespace());
    command.args(includes).arg(harness);
    if way.program == COUNTING {
        command.arg(place.folder.join(COUNTING_OBJECT));
    }
    linked(command.arg("-o").arg(place.folder.join(way.program)))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// What `rustc` calls this machine.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|e| format!("cannot run rustc: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say what machine it compiles for")?.to_owned())
}

/// A library that is built for all tools.
pub struct Built {
    place: Place,
}

impl Built {
    /// Runs each tool so many times, unless an earlier row has its figures, and counts what it reached.
    ///
    /// # Errors
    /// When a tool cannot be run, or keeps nothing.
    pub fn row(
        &self,
        library: &Library,
        (seconds, runs): (u64, usize),
        earlier: Option<&Value>,
    ) -> Result<Value, String> {
        let (seed, blocks) = self.count(&files(&self.place.seeds))?;
        let mut row =
            json!({ "name": library.name, "seconds": seconds, "blocks": blocks, "seed": seed });
        for tool in Tool::ALL {
            if let Some(earlier) = earlier.filter(|_| tool != Tool::Effigy) {
                row[tool.key()] = earlier[tool.key()].clone();
                continue;
            }
            let reached: Result<Vec<u64>, String> =
                (1..=runs).map(|run| self.run(tool, run, Duration::from_secs(seconds))).collect();
            row[tool.key()] = json!(reached?);
        }
        Ok(row)
    }

    /// The blocks that a run of a tool reaches, with those of the seed.
    fn run(&self, tool: Tool, run: usize, limit: Duration) -> Result<u64, String> {
        let name = format!("{}-{run}", tool.key());
        let out = self.place.folder.join(&name);
        run_for(limit, |start| {
            let mut command = self.place.command(tool, &name, run + 1000 * (start - 1))?;
            match tool {
                // It ends where nothing new comes, but with a limit of time.
                Tool::Effigy if start == 1 => {
                    command.args(["--threads", "1", "--no-replay", "--max-time", "100h"]);
                }
                Tool::Effigy => return Err("effigy ended before its time was over".to_owned()),
                Tool::Afl => {
                    command.env("AFL_AUTORESUME", "1");
                }
                Tool::LibFuzzer => {}
            }
            Ok(command)
        })?;
        let kept = files(&out.join(match tool {
            Tool::Effigy | Tool::LibFuzzer => "corpus",
            Tool::Afl => "default/queue",
        }));
        if kept.is_empty() {
            return Err(format!("{} kept no input in {}", tool.name(), out.display()));
        }
        let (reached, _) = self.count(&[kept, files(&self.place.seeds)].concat())?;
        let _ = std::fs::remove_dir_all(&out);
        Ok(reached)
    }

    /// How many blocks the files run, of how many.
    fn count(&self, files: &[PathBuf]) -> Result<(u64, u64), String> {
        let mut child = Command::new(self.place.folder.join(COUNTING))
            .current_dir(&self.place.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("cannot count blocks: {e}"))?;
        let names: Vec<String> = files.iter().map(|file| format!("{}\n", file.display())).collect();
        if let Some(mut stdin) = child.stdin.take() {
            let written = stdin.write_all(names.concat().as_bytes());
            written.map_err(|e| format!("cannot count blocks: {e}"))?;
        }
        let output = child.wait_with_output().map_err(|e| format!("cannot count blocks: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<u64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        match numbers[..] {
            [reached, blocks] if output.status.success() => Ok((reached, blocks)),
            _ => Err(format!("blocks were not counted: {}", output.status)),
        }
    }
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|e| e.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests;
