//! A test suite of Test-Comp: a folder, or an archive when its name ends in `.zip`.

mod zip;

use super::{OutputError, Run, Runs, destination};
use effigy_session::formats::test_comp::{METADATA, case, file_name, is_of_suite, metadata};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Whether the suite is an archive.
fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// Whether a suite can be written there: an archive like any file, a folder when it is new, empty, or has an earlier suite.
pub(super) fn check(path: &Path) -> Result<Option<PathBuf>, OutputError> {
    if is_archive(path) {
        return destination::check(path);
    }
    match std::fs::read_dir(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
            destination::check(&path.join(METADATA))
        }
        Err(cause) => Err(OutputError::Write { path: path.to_owned(), cause }),
        Ok(entries) => {
            let mut names = entries.flatten().map(|entry| entry.file_name());
            match names.all(|name| name.to_str().is_some_and(is_of_suite)) {
                true => destination::check(&path.join(METADATA)),
                false => Err(OutputError::Occupied { path: path.to_owned() }),
            }
        }
    }
}

/// Writes the suite of a run.
pub(super) fn write(path: &Path, run: Run<'_>, runs: &Runs<'_>) -> Result<(), OutputError> {
    let input = &runs.options.input;
    let text =
        std::fs::read(input).map_err(|cause| OutputError::Read { path: input.clone(), cause })?;
    let about = metadata(&run.outcome.program, &text, &run.outcome.entry);
    let tests = runs.suite.iter().map(|test| (file_name(test.number), case(test)));
    let files = std::iter::once((METADATA.to_owned(), about)).chain(tests);
    if is_archive(path) {
        return destination::write(path, |out| zip::write(out, files));
    }
    check(path)?;
    let failed = |cause| OutputError::Write { path: path.to_owned(), cause };
    std::fs::create_dir_all(path).map_err(failed)?;
    let mut old: BTreeSet<String> = std::fs::read_dir(path)
        .map_err(failed)?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    for (name, text) in files {
        destination::write(&path.join(&name), |out| out.write_all(text.as_bytes()))?;
        old.remove(&name);
    }
    // Tests of an earlier suite that this one has not.
    for name in old.iter().filter(|name| is_of_suite(name)) {
        std::fs::remove_file(path.join(name)).map_err(failed)?;
    }
    Ok(())
}
