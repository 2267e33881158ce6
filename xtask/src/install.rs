//! Installing what tests need, where that is possible without asking.

use std::process::{Command, Stdio};

/// Debian packages: a program that tells whether the package is there, and the packages of which the first is required.
/// The sanitizers' runtime is a package of its own on some releases.
const PACKAGES: &[(&str, &[&str])] = &[
    ("clang", &["clang", "libclang-rt-dev"]),
    ("valgrind", &["valgrind"]),
    ("lcov", &["lcov"]),
    ("xmllint", &["libxml2-utils"]),
    ("rspec", &["ruby-rspec", "ruby-rails", "ruby-rspec-rails", "ruby-sqlite3"]),
    ("ruby-parse", &["ruby-whitequark-parser", "ruby-cancancan", "ruby-pundit"]),
];

/// Installs each tool that is missing. What cannot be installed is named; its tests are skipped then.
pub fn missing() {
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
    for component in ["rustfmt", "clippy"] {
        let program = if component == "clippy" { "cargo-clippy" } else { component };
        if !works(program) && works("rustup") {
            run("rustup", &["component", "add", component]);
        }
    }
    for program in ["clang", "valgrind", "z3", "rspec", "lcov", "xmllint", "testcov"] {
        if !works(program) {
            println!("`{program}` is not installed and could not be: its tests are skipped");
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
