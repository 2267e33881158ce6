//! The run folder: everything a run leaves on disk.
//!
//! ```text
//! effigy-out-0/
//!   run.json            the options of the run; marks the folder as one
//!   run.lock            locked while a run goes on
//!   .gitignore          keeps a folder that nobody named out of the user's repository
//!   files.txt           the files that Effigy wrote here; no others are ever removed
//!   journal.bin         the paths that are over, as they end; what a run goes on from
//!   summary.json        the object that --json prints
//!   solver.txt          what the solver's layers did
//!   tree.json, tree.txt, tree.dot, tree.html    the execution tree
//!   tests/test000001.json, .ktest               a test, for people and for KLEE's tools
//!   tests/test000001.input                      the input alone, of a test that a search from seeds found
//!   tests/test000001.witness.yml                 the violation witness of a failing test of a C program, when asked for
//!   corpus/id:000000,gen:0,bound:0              an input that a search from seeds keeps
//!   search.json                                 how a search from seeds was asked for
//!   tests/test000001.dot                        the objects that it begins with, of a program with objects
//!   tests/test000002.c                          a failing test of a C program, to be compiled without Effigy
//!   tests/more.jsonl                            the tests of a run with many, a line each
//!   rubicon.jsonl, runner.txt, report.txt       of specifications: their results, what their runner printed, the report
//!   instances.txt, instances.html               instances and counterexamples of a model's commands
//!   tests.rs                                    all tests of a Rust program as `#[test]` functions
//! ```

mod corpus;
mod mark;
mod place;
mod rubicon;

pub use corpus::{Corpus, SearchMark};
pub use mark::{Mark, read as read_mark};

use crate::heap::dot as dot_of_heap;
use crate::rust_tests::{self, complete};
use crate::sources::Sources;
use crate::statistics::solver_text;
use crate::test_file::{MORE, SINGLE_TESTS};
use crate::test_file::{TestFile, TestFileError, path_in, stem};
use crate::tree::text::{Selection, write_text};
use crate::tree::view::TreeView;
use crate::tree::{dot::write_dot, page::write_page};
use effigy_session::compile::languages::C;
use effigy_session::formats::{harness_c, ktest};
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::summary::Summary;
use effigy_session::outcome::{Outcome, RunOutcome, Test, TestCase};
use effigy_session::package::PackageSummary;
use effigy_session::relate::RelateOutcome;
use place::Place;
pub(crate) use place::is_of_folder;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file that marks a run folder.
pub const MARK: &str = "run.json";
/// What the names of run folders begin with that nobody named; a number follows.
pub(crate) const RUN_FOLDER: &str = "effigy-out-";
/// The link to the newest run folder.
pub const LAST: &str = "effigy-last";

/// The verb of a search from seeds, in the mark of its folder.
pub const FUZZ: &str = "fuzz";

/// The verb of bounded model checking.
pub const BMC: &str = "bmc";
/// The verb that runs the functions of a package, in the mark of its folder.
pub const PACKAGE: &str = "package";
/// The verb that runs specifications, in the mark of its folder.
pub const RUBICON: &str = "rubicon";
/// The verb that runs the commands of a model, in the mark of its folder.
pub const RELATE: &str = "relate";
/// The verb that follows a trace, in the mark of its folder.
pub const FEASIBLE: &str = "feasible";
/// The verb of a folder with the path of an input.
pub const FOLLOW: &str = "explore --follow";

/// The file whose lock says that a run is going on.
pub(crate) const LOCK: &str = "run.lock";
/// The list of the files that were written.
const MANIFEST: &str = "files.txt";
/// The paths that are over.
const JOURNAL: &str = "journal.bin";
/// Instances of a model as text and as a page.
const INSTANCES: &str = "instances.txt";
const INSTANCES_PAGE: &str = "instances.html";
const TESTS: &str = "tests";

/// Why a run folder cannot be made or written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder holds something else.
    #[error("{} is not empty and holds no earlier run; name another folder with --out", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
    },
    /// Where a folder or a file is expected is a symbolic link.
    #[error("{} is a symbolic link, which is not followed; name another folder with --out", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// Another run goes on in the folder.
    #[error("another run is going on in {}; name another folder with --out", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// A run folder of another version.
    #[error("{} was not written by this version of Effigy", path.display())]
    Format {
        /// The file.
        path: PathBuf,
    },
    /// A folder cannot be made.
    #[error("cannot make the folder {}: {cause}; name another one with --out", path.display())]
    Create {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A test in a file is not one.
    #[error("{}: {cause}", path.display())]
    Test {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: TestFileError,
    },
    /// The run cannot be written as text: a name in it is none.
    #[error("cannot save the run: {cause}; give files and folders names in UTF-8")]
    Name {
        /// What the writer says.
        cause: serde_json::Error,
    },
    /// A file has another shape than the one that Effigy writes.
    #[error("{} was not written by this version of Effigy: {cause}", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// What the reader says.
        cause: serde_json::Error,
    },
}

/// A run folder that is being written.
#[derive(Debug)]
pub struct RunFolder {
    place: Place,
    name: String,
    /// The options of the run, the input's path absolute.
    options: ExploreOptions,
    /// Whether inputs have files of their own.
    inputs: bool,
}

impl RunFolder {
    /// Makes the run folder: `out`, or the first `effigy-out-N` in `current` that does not exist.
    ///
    /// `out` may be new, empty, or an earlier run folder, whose files are removed then. The link `effigy-last` beside the
    /// folder is turned to it unless something that is no link has that name.
    ///
    /// # Errors
    /// [`FolderError`] when there is no such folder that can be written; nothing is changed then.
    pub fn create(
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        Self::create_for(None, out, current, options)
    }

    /// As [`RunFolder::create`], for a search from seeds: inputs that fail have files of their own.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_for_fuzz(
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        Self::create_for(Some(FUZZ), out, current, options)
    }

    /// As [`RunFolder::create`], for bounded model checking.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_for_bmc(
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        Self::create_for(Some(BMC), out, current, options)
    }

    /// As [`RunFolder::create`], for the commands of a model.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_for_relate(
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        Self::create_for(Some(RELATE), out, current, options)
    }

    /// Writes what the commands of a model came to so far.
    ///
    /// # Errors
    /// [`FolderError`] when a file cannot be written.
    pub fn write_relate(&self, outcome: &RelateOutcome) -> Result<(), FolderError> {
        let text = json(&outcome.summary(&self.name))?;
        self.write("summary.json", text.as_bytes())?;
        self.write(INSTANCES, crate::relate::instances_text(outcome).as_bytes())?;
        self.write(INSTANCES_PAGE, crate::relate::page(outcome).as_bytes())
    }

    /// As [`RunFolder::create`], for a given trace.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_for_feasible(
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        Self::create_for(Some(FEASIBLE), out, current, options)
    }

    /// As [`RunFolder::create`], for the path of an input.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_for_input(
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        Self::create_for(Some(FOLLOW), out, current, options)
    }

    /// As [`RunFolder::create`], for the functions of a package, whose runs have folders in it. Those of an earlier run are removed.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_for_package(
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        let folder = Self::create_for(Some(PACKAGE), out, current, options)?;
        let failed = |cause| FolderError::Read { path: folder.path().to_owned(), cause };
        for entry in std::fs::read_dir(folder.path()).map_err(failed)?.flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && let Ok(mark) = read_mark(&entry.path()) {
                Place::claim(&entry.path(), &mark.text()?)?.discard();
            }
        }
        Ok(folder)
    }

    /// The folder of a run of its own in this one. No link leads to it.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_within(
        &self,
        name: &str,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        let mark = Mark::new(current, options, None);
        let place = Place::claim(&self.path().join(name), &mark.text()?)?;
        let name = format!("{}/{name}", self.name);
        Ok(RunFolder { place, name, options: mark.options, inputs: false })
    }

    /// Writes what the runs of a package's functions came to.
    ///
    /// # Errors
    /// [`FolderError`] when a file cannot be written.
    pub fn write_package(&self, summary: &PackageSummary) -> Result<(), FolderError> {
        self.write("summary.json", json(summary)?.as_bytes())
    }

    fn create_for(
        verb: Option<&str>,
        out: Option<&Path>,
        current: &Path,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        let mark = Mark::new(current, options, verb);
        let text = mark.text()?;
        let place = match out {
            Some(out) => Place::claim(&current.join(out), &text)?,
            None => next_free(current, &text)?,
        };
        let name = out.map_or_else(|| file_name(place.path()), |o| o.display().to_string());
        link_last(current, place.path());
        Ok(RunFolder { place, name, options: mark.options, inputs: verb == Some(FUZZ) })
    }

    /// The folder as the user would type it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// The options of the run, the program's path absolute.
    pub fn options(&self) -> &ExploreOptions {
        &self.options
    }

    /// Opens the journal for appending.
    ///
    /// # Errors
    /// [`FolderError`] when it cannot be written.
    pub fn journal(&self) -> Result<File, FolderError> {
        self.place.append(JOURNAL)
    }

    /// What the journal holds; nothing when the run was ended before it had one.
    ///
    /// # Errors
    /// [`FolderError::Read`] when it cannot be read.
    pub fn read_journal(&self) -> Result<Vec<u8>, FolderError> {
        let path = self.path().join(JOURNAL);
        match std::fs::read(&path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read.map_err(|cause| FolderError::Read { path, cause }),
        }
    }

    /// Removes the folder again when no run came about and nothing else is in it.
    pub fn discard_if_unused(&self) {
        self.place.discard();
    }

    /// Writes a test at once, so that a run that is killed leaves it.
    ///
    /// # Errors
    /// [`FolderError`] when a file cannot be written.
    pub fn write_test(&self, test: &Test) -> Result<(), FolderError> {
        self.write_files(&TestFile::of(test), &test.case)
    }

    /// Writes the violation witness of a test.
    ///
    /// # Errors
    /// [`FolderError`] when the file cannot be written.
    pub fn write_witness(&self, test: usize, text: &str) -> Result<(), FolderError> {
        self.write(&format!("{TESTS}/{}.witness.yml", stem(test)), text.as_bytes())
    }

    fn write_files(&self, file: &TestFile, case: &TestCase) -> Result<(), FolderError> {
        let stem = format!("{TESTS}/{}", stem(case.number));
        let name = format!("{stem}.json");
        self.write(&name, json(file)?.as_bytes())?;
        let source = self.options.input.to_string_lossy();
        if case.objects.iter().all(|object| object.value.is_none()) {
            self.write(&format!("{stem}.ktest"), &ktest::write(case, &source))?;
        }
        if let Some(heap) = &file.heap {
            self.write(&format!("{stem}.dot"), dot_of_heap(heap).as_bytes())?;
        }
        if self.inputs {
            self.write(&format!("{stem}.input"), &input(case))?;
        }
        let failed = matches!(case.predicted, Outcome::Finding { .. });
        if failed && LANGUAGES.of(&self.options) == Some(C) {
            let name = format!("{stem}.c");
            let short = format!("{}.c", crate::test_file::stem(case.number));
            self.write(
                &name,
                harness_c::write(&complete(&self.options, case), &source, &short).as_bytes(),
            )?;
        }
        Ok(())
    }

    /// Opens the folder of an earlier run.
    ///
    /// # Errors
    /// [`FolderError`] when `path` is no run folder.
    pub fn open(path: &Path) -> Result<RunFolder, FolderError> {
        let name = path.display().to_string();
        // The name is the user's own; a link in it, such as `effigy-last`, is meant to be followed.
        let path = std::fs::canonicalize(path)
            .map_err(|cause| FolderError::Read { path: path.to_owned(), cause })?;
        let Mark { options, verb, .. } = read_mark(&path)?;
        let inputs = verb.as_deref() == Some(FUZZ);
        Ok(RunFolder { place: Place::reopen(&path)?, name, options, inputs })
    }

    /// Writes the tests of `tests/more.jsonl` as files of their own; gives their number.
    ///
    /// # Errors
    /// [`FolderError`] when a file cannot be read or written.
    pub fn unpack(&self) -> Result<usize, FolderError> {
        let mut unpacked = 0;
        for_each_packed(self.path(), |path, line| {
            let file: TestFile = serde_json::from_str(line)
                .map_err(|cause| FolderError::Shape { path: path.to_owned(), cause })?;
            let case =
                file.case().map_err(|cause| FolderError::Test { path: path.to_owned(), cause })?;
            unpacked += 1;
            self.write_files(&file, &case).map(|()| true)
        })?;
        Ok(unpacked)
    }

    /// Writes a file of the folder.
    ///
    /// # Errors
    /// [`FolderError::Write`]; no part of the file is left then.
    fn write(&self, name: &str, content: &[u8]) -> Result<(), FolderError> {
        self.place.write(name, content)
    }

    /// Writes all that a finished run leaves. Every file is tried; the first error is returned.
    ///
    /// # Errors
    /// [`FolderError`] when a file cannot be written.
    pub fn finish(&self, outcome: &RunOutcome, sources: &mut Sources) -> Result<(), FolderError> {
        let result = self.write_summary(outcome);
        let result = result.and(self.write_tests(outcome));
        let result = result.and(self.write("solver.txt", solver_text(&outcome.solver).as_bytes()));
        if !outcome.has_tree() {
            return result;
        }
        result.and(self.write_tree(&TreeView::of(outcome, sources)))
    }

    /// The object that `--json` prints.
    pub fn summary(&self, outcome: &RunOutcome) -> Summary {
        outcome.summary(&self.name, |test| path_in(&self.name, test))
    }

    fn write_summary(&self, outcome: &RunOutcome) -> Result<(), FolderError> {
        let text = json(&self.summary(outcome))?;
        self.write("summary.json", text.as_bytes())
    }

    fn write_tests(&self, outcome: &RunOutcome) -> Result<(), FolderError> {
        let before = self.place.listed();
        let named: HashSet<usize> = outcome.findings.iter().filter_map(|f| f.test).collect();
        let mut result = Ok(());
        let (single, packed): (Vec<&Test>, Vec<&Test>) = outcome.tests.iter().partition(|test| {
            test.case.number <= SINGLE_TESTS || named.contains(&test.case.number)
        });
        for test in single {
            result = result.and(self.write_test(test));
        }
        if !packed.is_empty() {
            result = result.and(self.place.write_by(MORE, |file| {
                let mut out = BufWriter::new(file);
                for test in packed {
                    serde_json::to_writer(&mut out, &TestFile::of(test))?;
                    out.write_all(b"\n")?;
                }
                out.flush()
            }));
        }
        // Tests that were written while the run went on may have had other numbers. They go when the others are there.
        if result.is_ok() {
            self.place.clear_tests(before);
        }
        result.and(self.write_rust_tests(outcome))
    }

    fn write_rust_tests(&self, outcome: &RunOutcome) -> Result<(), FolderError> {
        if outcome.tests.is_empty() {
            return Ok(());
        }
        match rust_tests::text(outcome, &self.options, outcome.tests.iter()) {
            Some(text) => self.write("tests.rs", text.as_bytes()),
            None => Ok(()),
        }
    }

    fn write_tree(&self, view: &TreeView) -> Result<(), FolderError> {
        let shape = |cause| FolderError::Shape { path: self.path().join("tree.json"), cause };
        let data = data(view).map_err(shape)?;
        let result = self.write("tree.json", data.as_bytes());
        let result = result.and(self.place.write_by("tree.txt", |file| {
            write_text(view, &Selection::default(), &mut |part| file.write_all(part.as_bytes()))
        }));
        let result = result.and(self.place.write_by("tree.dot", |file| {
            write_dot(view, &mut |part| file.write_all(part.as_bytes()))
        }));
        result.and(self.place.write_by("tree.html", |file| {
            write_page(view, &data, &mut |part| file.write_all(part.as_bytes()))
        }))
    }
}

/// The bytes of a test's input one after the other: what a seed holds.
fn input(case: &TestCase) -> Vec<u8> {
    let objects = case.objects.iter().map(|object| &object.bytes);
    case.arguments.iter().chain(&case.stdin).chain(objects).flatten().copied().collect()
}

/// The options of an earlier run.
///
/// # Errors
/// [`FolderError`] when `folder` is no run folder.
pub fn read_options(folder: &Path) -> Result<ExploreOptions, FolderError> {
    read_mark(folder).map(|mark| mark.options)
}

/// The text of a test of an earlier run: of its own file, or of its line among the others.
///
/// # Errors
/// [`FolderError`] when the run has no such test that can be read.
pub fn read_test(folder: &Path, number: usize) -> Result<String, FolderError> {
    let path = folder.join(TESTS).join(stem(number) + ".json");
    if !path.exists() {
        let mut found = None;
        let key = format!("{{\"number\":{number},");
        for_each_packed(folder, |_, line| {
            found = line.starts_with(&key).then(|| line.to_owned());
            Ok(found.is_none())
        })?;
        if let Some(line) = found {
            return Ok(line);
        }
    }
    std::fs::read_to_string(&path).map_err(|cause| FolderError::Read { path, cause })
}

/// Calls `visit` with each packed test until it gives `false`.
fn for_each_packed(
    folder: &Path,
    mut visit: impl FnMut(&Path, &str) -> Result<bool, FolderError>,
) -> Result<(), FolderError> {
    let path = folder.join(MORE);
    if !path.exists() {
        return Ok(());
    }
    let failed = |cause| FolderError::Read { path: path.clone(), cause };
    for line in io::BufReader::new(std::fs::File::open(&path).map_err(failed)?).lines() {
        if !visit(&path, &line.map_err(failed)?)? {
            break;
        }
    }
    Ok(())
}

/// The execution tree of an earlier run.
///
/// # Errors
/// [`FolderError`] when `folder` is no folder of a finished run.
pub fn read_tree(folder: &Path) -> Result<TreeView, FolderError> {
    read_json(&folder.join("tree.json"))
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, FolderError> {
    let text = std::fs::read_to_string(path)
        .map_err(|cause| FolderError::Read { path: path.to_owned(), cause })?;
    serde_json::from_str(&text).map_err(|cause| FolderError::Shape { path: path.to_owned(), cause })
}

/// Bytes of the JSON text of a tree that a node takes, about, and a test at most for the most part: room that is not used costs no
/// memory, and a text that grows is copied.
const NODE: usize = 28;
const TEST: usize = 256;

/// The content of `tree.json`.
fn data(view: &TreeView) -> Result<String, serde_json::Error> {
    let mut data = Vec::with_capacity(NODE * view.nodes.len() + TEST * view.tests.len());
    serde_json::to_writer(&mut data, view)?;
    String::from_utf8(data).map_err(serde::ser::Error::custom)
}

fn json(value: &impl serde::Serialize) -> Result<String, FolderError> {
    let text = serde_json::to_string_pretty(value);
    text.map(|t| t + "\n").map_err(|cause| FolderError::Name { cause })
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Makes the first free `effigy-out-N`; two runs that begin at once get two folders.
fn next_free(current: &Path, mark: &str) -> Result<Place, FolderError> {
    let mut number = 0u32;
    loop {
        let path = current.join(format!("{RUN_FOLDER}{number}"));
        match std::fs::create_dir(&path) {
            Ok(()) => match Place::claim(&path, mark) {
                // Somebody named it before the lock was had.
                Err(FolderError::Busy { .. } | FolderError::Occupied { .. }) => number += 1,
                place => {
                    let place = place?;
                    place.ignore()?;
                    return Ok(place);
                }
            },
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists && number < u32::MAX => {
                number += 1
            }
            Err(cause) => return Err(FolderError::Create { path, cause }),
        }
    }
}

/// Turns the link to the newest run, in one step. Where links are not to be had, the run goes without.
fn link_last(current: &Path, folder: &Path) {
    let link = current.join(LAST);
    let target = folder.strip_prefix(current).unwrap_or(folder);
    if std::fs::symlink_metadata(&link).is_ok_and(|data| !data.is_symlink()) {
        return;
    }
    #[cfg(unix)]
    {
        let new = current.join(format!("{LAST}.{}.new", std::process::id()));
        if std::os::unix::fs::symlink(target, &new).is_ok() && std::fs::rename(&new, &link).is_err()
        {
            let _ = std::fs::remove_file(&new);
        }
    }
    #[cfg(not(unix))]
    let _ = target;
}
