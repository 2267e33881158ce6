//! Tests that are recorded in the user's package, where `#[effigy::test]` finds them.

use crate::error::CliError;
use effigy_report::test_file::TestFile;
use effigy_session::compile::CompileError;
use effigy_session::compile::harness::Harness;
use effigy_session::formats::ktest;
use std::path::{Path, PathBuf};

/// Where a package has them: a folder for each test.
const FOLDER: &str = "tests/effigy";

/// Copies a test of a run folder to the package that the harness is of, unless it is there.
///
/// # Errors
/// When it cannot be read or written.
pub(super) fn record(test: &Path, harness: &Harness) -> Result<(), CliError> {
    let unreadable = |cause| CliError::Unreadable { path: test.to_owned(), cause };
    let text = std::fs::read_to_string(test).map_err(unreadable)?;
    let unfit = |cause| CliError::Test { path: test.to_owned(), cause };
    let mut case = TestFile::parse(&text).map_err(unfit)?;
    // How the run was started is nobody's business in the package.
    case.arguments.clear();
    let content = ktest::write(&case, &harness.name);
    let Some(package) = package_of(&harness.file) else { return Ok(()) };
    let folder = package.join(FOLDER).join(harness.name.replace("::", "-"));
    let unwritable = |cause| CompileError::Unwritable { path: folder.clone(), cause };
    std::fs::create_dir_all(&folder).map_err(unwritable)?;
    let mut number = 1;
    loop {
        let path = folder.join(format!("found-{number}.ktest"));
        match std::fs::read(&path) {
            Ok(known) if known == content => return Ok(()),
            Ok(_) => number += 1,
            Err(_) => break std::fs::write(&path, &content).map_err(unwritable)?,
        }
    }
    Ok(())
}

/// The folder of the package that a source file is of.
fn package_of(file: &Path) -> Option<PathBuf> {
    let mut folders = file.ancestors().skip(1);
    folders.find(|folder| folder.join("Cargo.toml").is_file()).map(Path::to_owned)
}
