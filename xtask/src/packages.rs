//! The tests of packages in other languages, in environments of their own below the target folder.

use crate::tests::cargo;
use std::path::Path;
use std::process::Command;

/// The folder of the package for Django, and what its tests need from PyPI.
const DJANGO: &str = "python/effigy-rubicon";
const DJANGO_NEEDS: &[&str] = &["django>=5,<6", "pytest>=8"];

/// Runs pytest on the package for Django, with the `effigy` of this workspace as its solver; its own lines are the report. What cannot be set up is
/// named, and its tests count as skipped.
pub fn django(root: &Path) -> Result<(), String> {
    let environment = root.join("target/python-rubicon");
    let python = environment.join("bin/python");
    if !run(Command::new(&python).args(["-c", "import django, pytest"])) {
        let made = run(Command::new("python3").args(["-m", "venv"]).arg(&environment))
            && run(Command::new(&python).args(["-m", "pip", "install", "-q"]).args(DJANGO_NEEDS));
        if !made {
            println!("Django and pytest could not be installed: the tests of {DJANGO} are skipped");
            return Ok(());
        }
    }
    if !run(cargo(root).args(["build", "-q", "-p", "effigy-cli"])) {
        return Err("cargo build -p effigy-cli".to_owned());
    }
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]);
    pytest.current_dir(root.join(DJANGO)).env("EFFIGY", root.join("target/debug/effigy"));
    if run(&mut pytest) { Ok(()) } else { Err(format!("pytest in {DJANGO}")) }
}

/// Runs a program, whose messages say what went wrong.
fn run(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
