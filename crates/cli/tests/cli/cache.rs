//! What is kept between runs: a second run starts no compiler, and whatever the program depends on compiles it anew.

use effigy_testkit::{TempDir, tool};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// A folder with sources, a cache, and a compiler that counts how often it compiles.
struct Place {
    folder: TempDir,
    /// The name of the variable that names the compiler.
    variable: &'static str,
}

impl Place {
    /// `None` when the compiler is not there.
    fn new(compiler: &str, variable: &'static str) -> Option<Place> {
        let real = tool(compiler)?;
        let place = Place { folder: TempDir::new(), variable };
        let log = place.path("log");
        let script = format!(
            "#!/bin/sh\ncase \"$1\" in -vV|--version) ;; *) echo \"$*\" >> {} ;; esac\nexec {} \"$@\"\n",
            log.display(),
            real.display()
        );
        fs::write(place.path("compiler"), script).expect("the folder is ours");
        fs::set_permissions(place.path("compiler"), PermissionsExt::from_mode(0o755))
            .expect("it is ours");
        fs::create_dir(place.path("here")).expect("the folder is ours");
        Some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a source as if it had been there for a while: what is written while a compiler runs is not kept.
    fn source(&self, name: &str, text: &str) {
        let path = self.path("here").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is ours");
        fs::write(&path, text).expect("the folder is ours");
        let then = SystemTime::now() - Duration::from_secs(60);
        let file = fs::File::options().write(true).open(&path).expect("it is there");
        file.set_modified(then).expect("it is ours");
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(EFFIGY);
        command
            .current_dir(self.path("here"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env(self.variable, self.path("compiler"))
            .args(line.split_whitespace());
        command
    }

    /// How often a command compiled, and what it said.
    fn compiled_by(&self, mut command: Command) -> (usize, Output) {
        let before = self.compiled();
        let output = command.output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
        (self.compiled() - before, output)
    }

    fn compiled(&self) -> usize {
        fs::read_to_string(self.path("log")).unwrap_or_default().lines().count()
    }

    fn runs(&self, line: &str) -> usize {
        self.compiled_by(self.command(line)).0
    }

    fn entries(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("cache/effigy/kept")).expect("something is kept");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    }
}

/// What a report has that depends on no time.
fn report(output: &Output) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let fields = report.as_object_mut().expect("an object");
    for name in ["seconds", "found_at", "peak_mb", "run"] {
        fields.remove(name);
    }
    for finding in fields["findings"].as_array_mut().expect("a list") {
        // It has the name of the run's folder.
        finding.as_object_mut().expect("an object").remove("test");
    }
    fields["solver"].as_object_mut().expect("an object").remove("seconds");
    report
}

const DIVIDES: &str = "#include \"part.h\"\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  \
                       if (argc > 1 && argv[1][0] == 'x') return 7 / (argc - 2);\n  return PART;\n}\n";

#[test]
fn a_c_program_is_compiled_anew_when_something_changed() {
    let Some(place) = Place::new("clang", "CLANG") else { return };
    place.source("main.c", DIVIDES);
    place.source("inc/part.h", "#include <stddef.h>\n#define PART 0\n");
    let line = "explore main.c --no-replay --threads 1 --sym-args 1 --out run --cflags -Iinc";
    assert_eq!((place.runs(line), place.runs(line)), (1, 0));

    place.source("inc/part.h", "#include <stddef.h>\n#define PART 1\n");
    assert_eq!((place.runs(line), place.runs(line)), (1, 0), "a header");
    place.source("part.h", "#define PART 2\n");
    assert_eq!((place.runs(line), place.runs(line)), (1, 0), "a header that is found before it");
    place.source("main.c", &(DIVIDES.to_owned() + "\n"));
    assert_eq!((place.runs(line), place.runs(line)), (1, 0), "the source");
    let flagged = format!("{line} --cflags -DN=1");
    assert_eq!((place.runs(&flagged), place.runs(&flagged)), (1, 0), "a flag");
    let checks = format!("{line} --checks -overflow");
    assert_eq!((place.runs(&checks), place.runs(&checks)), (1, 0), "a check");
    let unknown = format!("{line} --cflags -march=native");
    assert_eq!((place.runs(&unknown), place.runs(&unknown)), (1, 1), "a flag of this machine");

    let with_variable = || {
        let mut command = place.command(line);
        command.env("CPATH", "elsewhere");
        place.compiled_by(command).0
    };
    assert_eq!((with_variable(), with_variable()), (1, 0), "a variable of the compiler");
    assert_eq!(place.runs(line), 0, "what was kept before is still there");
    let script = fs::read_to_string(place.path("compiler")).expect("it is there");
    fs::write(place.path("compiler"), script + "\n").expect("it is ours");
    assert_eq!((place.runs(line), place.runs(line)), (1, 0), "the compiler");

    place.source("main.c", "int main(void) { return __TIME__[0] == 'x'; }\n");
    assert_eq!((place.runs(line), place.runs(line)), (1, 1), "the time of day");
}

/// The calls of rustc for a program and its module.
const CALLS: usize = 2;

#[test]
fn a_rust_program_is_compiled_anew_when_something_changed() {
    let Some(place) = Place::new("rustc", "RUSTC") else { return };
    let text = "mod part;\nfn main() { let set = option_env!(\"EFFIGY_CACHE_PROBE\").is_some();\n  \
                std::process::exit(part::status() + include_str!(\"data.txt\").len() as i32 + set as i32); }\n";
    place.source("main.rs", text);
    place.source("part.rs", "pub fn status() -> i32 { 0 }\n");
    place.source("data.txt", "");
    let line = "explore main.rs --no-replay --threads 1 --out run --json";
    let status = |command: Command| {
        let (compiled, output) = place.compiled_by(command);
        let text = fs::read_to_string(place.path("here/run/tests/test000001.json"));
        let text = text.expect("a test");
        let test: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let status = test["predicted"]["status"].as_i64();
        (compiled, status, report(&output))
    };
    let run = || status(place.command(line));
    let (first, second) = (run(), run());
    assert_eq!((first.0, first.1), (CALLS, Some(0)), "{}", first.2);
    assert_eq!((second.0, second.1), (0, Some(0)));
    assert_eq!(first.2, second.2, "the same report from what is kept");

    let twice = |why: &str, expected: i64| {
        let [first, second] = [run(), run()].map(|(compiled, status, _)| (compiled, status));
        assert_eq!((first, second), ((CALLS, Some(expected)), (0, Some(expected))), "{why}");
    };
    place.source("data.txt", "12");
    twice("a file that is included", 2);
    place.source("part.rs", "pub fn status() -> i32 { 5 }\n");
    twice("a module", 7);
    let probed = || {
        let mut command = place.command(line);
        command.env("EFFIGY_CACHE_PROBE", "");
        let (compiled, status, _) = status(command);
        (compiled, status)
    };
    assert_eq!((probed(), probed()), ((CALLS, Some(8)), (0, Some(8))), "a variable of the program");
    twice("the variable is gone", 7);
    assert_eq!(place.runs(&format!("{line} --edition 2018")), CALLS, "the edition");
    assert_eq!(place.runs(&format!("{line} --no-cache")), CALLS);
}

/// A compiler that knows no way to end before it makes machine code makes both at once.
#[test]
fn a_compiler_that_cannot_make_the_module_alone_makes_all() {
    let Some(place) = Place::new("rustc", "RUSTC") else { return };
    place.source("main.rs", "fn main() { assert!(std::env::args().count() < 3); }\n");
    let line = "explore main.rs --no-replay --no-cache --threads 1 --sym-args 1,1 --out run --json";
    let (calls, usual) = place.compiled_by(place.command(line));
    assert_eq!(calls, CALLS);
    let script = fs::read_to_string(place.path("compiler")).expect("it is there");
    let refuses = "test \"$1\" = -vV || echo $RUSTC_ICE >> ice\ncase \"$*\" in *stop-before*) echo 'error: no such pass' >&2; exit 101 ;; esac\nexec";
    let script = script.replace("exec", refuses);
    fs::write(place.path("compiler"), script).expect("it is ours");
    let (calls, other) = place.compiled_by(place.command(line));
    assert_eq!(calls, CALLS + 1);
    let told = fs::read_to_string(place.path("here/ice")).expect("the compiler was called");
    assert_eq!(told, "0\n0\n0\n", "no file of a compiler that breaks down");
    assert_eq!(report(&usual), report(&other));
    assert!(!report(&usual)["findings"].as_array().is_none_or(Vec::is_empty));
}

/// The native programs of replays are kept with the module, for `resume` and `replay` too.
#[test]
fn replays_start_no_compiler_the_second_time() {
    let Some(place) = Place::new("clang", "CLANG") else { return };
    place.source("main.c", DIVIDES);
    place.source("part.h", "#define PART 0\n");
    let line = "explore main.c --sym-args 1 --threads 1 --out run --json";
    let (first, before) = place.compiled_by(place.command(line));
    let (second, after) = place.compiled_by(place.command(line));
    assert!(first > 2, "the module, a native program, its runtime: {first}");
    assert_eq!(second, 0);
    assert_eq!(report(&before), report(&after));
    assert_eq!(report(&after)["findings"][0]["replay"], "confirmed", "{}", report(&after));
    assert_eq!((place.runs("replay run/1"), place.runs("resume run")), (0, 0));
    let mut elsewhere = place.command("replay here/run/1");
    elsewhere.current_dir(place.folder.path());
    assert_eq!(place.compiled_by(elsewhere).0, 0, "from another folder");
    for line in ["replay run/1 --no-cache", "resume run --no-cache"] {
        assert!(place.runs(line) > 1, "{line}");
    }
    place.source("part.h", "#define PART 1\n");
    assert!(place.runs("replay run/1") > 1, "a changed header changes the native program");
}

#[test]
fn damage_and_lost_entries_cost_a_compilation() {
    let Some(place) = Place::new("clang", "CLANG") else { return };
    place.source("main.c", "int main(void) { return 0; }\n");
    let line = "explore main.c --no-replay --threads 1 --out run";
    assert_eq!(place.runs(line), 1);
    let [entry] = &*place.entries() else { panic!("one entry: {:?}", place.entries()) };
    let good = fs::read(entry).expect("it is there");
    fs::write(entry, &good[..good.len() / 2]).expect("it is ours");
    assert_eq!((place.runs(line), place.runs(line)), (1, 0), "half an entry");
    let mut other = good.clone();
    other[good.len() / 2] ^= 1;
    fs::write(entry, other).expect("it is ours");
    assert_eq!((place.runs(line), place.runs(line)), (1, 0), "another byte");
    fs::remove_file(entry).expect("it is there");
    assert_eq!((place.runs(line), place.runs(line)), (1, 0), "no entry");
}

/// Without a folder of one's own nothing is kept, nothing that lies there is used, and the run says why.
#[test]
fn a_run_goes_on_without_a_cache() {
    let Some(place) = Place::new("clang", "CLANG") else { return };
    place.source("main.c", "int main(void) { return 0; }\n");
    let line = "explore main.c --no-replay --threads 1 --out run";
    assert_eq!((place.runs(line), place.runs(line)), (1, 0));
    let moved = place.path("moved");
    fs::rename(place.path("cache/effigy"), &moved).expect("it is there");
    symlink(&moved, place.path("cache/effigy")).expect("a link");
    let refused = |home: &Path, why: &str| {
        let mut command = place.command(line);
        command.env("XDG_CACHE_HOME", home);
        let (compiled, output) = place.compiled_by(command);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(compiled == 1 && said.contains(why), "{compiled}, {why}: {said}");
    };
    refused(&place.path("cache"), "it is a symbolic link");
    refused(Path::new("/dev/null"), "kept for the next run");
    refused(Path::new("/dev/null"), "kept for the next run");
}

/// Runs at the same time, of which none has a cache at first.
#[test]
fn runs_beside_each_other_share_the_cache() {
    let Some(place) = Place::new("clang", "CLANG") else { return };
    place.source("main.c", DIVIDES);
    place.source("part.h", "#define PART 0\n");
    let start = |number: usize| {
        let mut command = place.command("explore main.c --sym-args 1 --threads 1 --json --out");
        let child = command.arg(format!("run{number}")).stdout(std::process::Stdio::piped());
        child.stderr(std::process::Stdio::null()).spawn().expect("it starts")
    };
    let runs: Vec<_> = (0..4).map(start).collect();
    let reports: Vec<_> =
        runs.into_iter().map(|run| report(&run.wait_with_output().expect("it ends"))).collect();
    assert_eq!(reports[0]["findings"][0]["replay"], "confirmed");
    assert!(reports.iter().all(|report| *report == reports[0]), "{reports:#?}");
    assert!(place.entries().iter().all(|path| !path.to_string_lossy().contains("new-")));
    assert_eq!(place.runs("explore main.c --sym-args 1 --threads 1 --out run0"), 0);
}

/// The build script of a crate that two packages use tells how often it ran.
#[test]
fn what_packages_use_in_common_is_built_once() {
    let Some(place) = Place::new("rustc", "RUSTC") else { return };
    let manifest = |name: &str, rest: &str| {
        let text = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{rest}"
        );
        place.source(&format!("{name}/Cargo.toml"), &text);
    };
    manifest("common", "");
    let log = place.path("builds");
    let script = format!(
        "use std::io::Write;\nfn main() {{\n    println!(\"cargo:rerun-if-changed=build.rs\");\n    \
         let log = std::fs::OpenOptions::new().append(true).create(true).open({log:?});\n    \
         writeln!(log.unwrap(), \"built\").unwrap();\n}}\n"
    );
    place.source("common/build.rs", &script);
    place.source("common/src/lib.rs", "pub fn half(of: u8) -> u8 { of / 2 }\n");
    for name in ["one", "two"] {
        manifest(name, "[dependencies]\ncommon = { path = \"../common\" }\n");
        let text = "pub fn never_large(of: u8) { assert!(common::half(of) < 128); }\n";
        place.source(&format!("{name}/src/lib.rs"), text);
        let (_, output) = place.compiled_by(place.command(&format!("package {name}")));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    assert_eq!(fs::read_to_string(log).expect("it was built"), "built\n");
}
