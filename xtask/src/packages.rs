//! The tests of packages in other languages, in environments of their own below the target folder.

use crate::cargo::cargo;
use crate::queue::Job;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the package for Django, and what its tests need from PyPI.
const DJANGO: &str = "python/effigy-rubicon";
const DJANGO_NEEDS: &[&str] = &["django>=5,<6", "pytest>=8"];

/// The folder of the gem for Rails.
const RAILS: &str = "ruby";

/// Pytest on the package for Django, with the `effigy` of this workspace as its solver. What cannot be set up is named, and its tests count as
/// skipped.
pub fn django(root: &Path) -> Result<Option<Job>, String> {
    let environment = target(root).join("python-rubicon");
    let python = environment.join("bin/python");
    if !run(Command::new(&python).args(["-c", "import django, pytest"])) {
        let made = run(Command::new("python3").args(["-m", "venv"]).arg(&environment))
            && run(Command::new(&python).args(["-m", "pip", "install", "-q"]).args(DJANGO_NEEDS));
        if !made {
            return without(&format!("Django and pytest could not be installed: {DJANGO}"));
        }
    }
    let effigy = effigy(root)?;
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]);
    pytest.current_dir(root.join(DJANGO)).env("EFFIGY", effigy);
    Ok(Some(Job::new(&format!("pytest in {DJANGO}"), pytest)))
}

/// Rspec on the gem for Rails, with the `effigy` of this workspace as its solver. Without Rails and rspec its tests count as skipped.
pub fn rails(root: &Path) -> Result<Option<Job>, String> {
    // rspec/rails cannot be loaded before the parts of Rails that it extends.
    let needs = "%w[rails active_record/railtie action_controller/railtie action_view/railtie rspec/rails sqlite3 parser/ruby31 cancancan pundit]\
        .each { |name| require name }";
    if !run(Command::new("ruby").args(["-W0", "-e", needs])) {
        return without(&format!("Rails and rspec are not installed: {RAILS}"));
    }
    let effigy = effigy(root)?;
    let mut rspec = Command::new("rspec");
    rspec.current_dir(root.join(RAILS)).env("EFFIGY", effigy);
    Ok(Some(Job::new(&format!("rspec in {RAILS}"), rspec)))
}

/// Tests that cannot run count as skipped, but where all tools are to be there.
fn without(why: &str) -> Result<Option<Job>, String> {
    if std::env::var_os("CI").is_some() {
        return Err(format!("{why} was not tested"));
    }
    println!("{why} is skipped");
    Ok(None)
}

/// The folder of what is built.
pub fn target(root: &Path) -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root.join(folder)
}

/// The binary of this workspace, built when it is not up to date.
fn effigy(root: &Path) -> Result<PathBuf, String> {
    if !run(cargo(root).args(["build", "-q", "-p", "effigy-cli"])) {
        return Err("cargo build -p effigy-cli".to_owned());
    }
    Ok(target(root).join("debug/effigy"))
}

/// Runs a program, whose messages say what went wrong.
fn run(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
