//! Installing what tests need, where that is possible without asking.

use crate::packages::target;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// Debian packages: a program that tells whether the package is there, and the packages of which the first is required.
/// The sanitizers' runtime is a package of its own on some releases.
const PACKAGES: &[(&str, &[&str])] = &[
    ("clang", &["clang", "libclang-rt-dev"]),
    ("valgrind", &["valgrind"]),
    ("lcov", &["lcov"]),
    ("xmllint", &["libxml2-utils"]),
    ("chromium", &["chromium"]),
    ("man", &["man-db"]),
    ("rspec", &["ruby-rspec", "ruby-rails", "ruby-rspec-rails", "ruby-sqlite3"]),
    ("ruby-parse", &["ruby-whitequark-parser", "ruby-cancancan", "ruby-pundit"]),
];

/// Installs each tool that is missing. What cannot be installed is named; its tests are skipped then.
pub fn missing(root: &Path) {
    let absent: Vec<_> = PACKAGES.iter().filter(|(program, _)| !works(program)).collect();
    if !absent.is_empty() && is_root() && works("apt-get") {
        run("apt-get", &["update", "-q"]);
        for name in absent.iter().flat_map(|(_, packages)| packages.iter()) {
            run("apt-get", &["install", "-y", "-q", "--no-install-recommends", name]);
        }
    }
    if !works("z3") {
        install_z3();
    }
    install_readers();
    install_junit_schema(&target(root).join("tmp"));
    for program in
        ["clang", "valgrind", "z3", "rspec", "lcov", "xmllint", "testcov", "chromium", "man"]
    {
        if !works(program) {
            println!("`{program}` is not installed and could not be: its tests are skipped");
        }
    }
}

/// Installs what the fast checks need.
pub fn components() {
    for component in ["rustfmt", "clippy"] {
        let program = if component == "clippy" { "cargo-clippy" } else { component };
        if !works(program) && works("rustup") {
            run("rustup", &["component", "add", component]);
        }
    }
}

/// Readers of what runs write for other tools: of JUnit's XML, of Test-Comp's suites, and the schema of SARIF with its validator.
fn install_readers() {
    let has_junit = run_quietly("python3", &["-c", "import junitparser"]);
    let readers = [("junitparser", has_junit), ("testcov", works("testcov"))];
    for (name, _) in readers.iter().filter(|(_, there)| !there) {
        let wheel = ["-m", "pip", "install", "--quiet", name];
        let beside_system = ["-m", "pip", "install", "--quiet", "--break-system-packages", name];
        if (run("python3", &wheel) || run("python3", &beside_system)) && works("pyenv") {
            run("pyenv", &["rehash"]);
        }
    }
    let schema = "@microsoft/jest-sarif";
    if works("npm") && !run_quietly("npm", &["ls", "--global", schema]) {
        run("npm", &["install", "--global", "--silent", schema]);
    }
}

/// The package whose sources hold the schema of JUnit's XML that Jenkins publishes.
const WITH_SCHEMA: &str = "pytest==8.3.4";

/// Brings the schema of JUnit's XML into a folder.
fn install_junit_schema(folder: &Path) {
    if folder.join("junit-10.xsd").is_file() || std::fs::create_dir_all(folder).is_err() {
        return;
    }
    let (module, none) = (["-m", "pip", "download", "--quiet"], ["--no-deps", "--no-binary=:all:"]);
    let mut download = Command::new("python3");
    download.args(module).args(none).arg(WITH_SCHEMA).arg("-d").arg(folder);
    let archive = folder.join(WITH_SCHEMA.replace("==", "-") + ".tar.gz");
    let mut unpack = Command::new("tar");
    unpack.args(["--wildcards", "--strip-components=3", "-xzf"]);
    unpack.args([
        archive.as_os_str(),
        "-C".as_ref(),
        folder.as_os_str(),
        OsStr::new("*/junit-10.xsd"),
    ]);
    for mut command in [download, unpack] {
        println!("+ {command:?}");
        if !command.stdin(Stdio::null()).status().is_ok_and(|status| status.success()) {
            println!("the schema of JUnit could not be had: its test is skipped");
            return;
        }
    }
}

/// The wheel of Z3 brings the program; a Python that the system manages is asked explicitly, Debian comes last.
fn install_z3() {
    let wheel = ["-m", "pip", "install", "--quiet", "z3-solver"];
    let wheel_beside_system =
        ["-m", "pip", "install", "--quiet", "--break-system-packages", "z3-solver"];
    let installed = run("python3", &wheel) || run("python3", &wheel_beside_system);
    if installed && works("pyenv") {
        run("pyenv", &["rehash"]);
    }
    if !works("z3") && is_root() && works("apt-get") {
        run("apt-get", &["update", "-q"]);
        run("apt-get", &["install", "-y", "-q", "--no-install-recommends", "z3"]);
    }
}

/// Whether the program is there and runs.
fn works(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Whether a command succeeds; what it says does not matter.
fn run_quietly(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Whether the user may install packages.
fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Runs an installer; its own messages say what went wrong.
fn run(program: &str, args: &[&str]) -> bool {
    println!("+ {program} {}", args.join(" "));
    let mut command = Command::new(program);
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
