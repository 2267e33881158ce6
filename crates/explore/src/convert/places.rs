//! Where a report says that something happened: in the user's files where there is a line of theirs.

use super::Converter;
use crate::front_end::SourceProgram;
use effigy_compile::UserFiles;
use effigy_compile::c::HARNESS;
use effigy_exec::state::{Failure, StackFrame as Frame};
use effigy_ir::program::Program;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::{InLibrary, Place, StackFrame};
use std::sync::Arc;

/// What the run begins at, which code that Effigy put in calls: a function or a test of a package, a harness of libFuzzer.
pub(super) fn begun_at(
    (compiled, program): (&SourceProgram, &Program),
    options: &ExploreOptions,
) -> Option<StackFrame> {
    let files = &compiled.user_files;
    if compiled.driven {
        let function = program.function_named(HARNESS);
        let all = program.definitions(&|file| files.contains(file));
        let own = all.into_iter().find(|definition| definition.function == function)?;
        let place = Place::line(files.display(&own.file), own.line);
        return Some(StackFrame { function: own.name, place });
    }
    let only = || match (options.harnesses, &compiled.begins) {
        (None, Some(begins)) => begins.harnesses.first(),
        _ => None,
    };
    let harness = compiled.begun_at(&options.arguments).or_else(only)?;
    let file = files.display(&harness.file.to_string_lossy());
    let line = u32::try_from(harness.line).unwrap_or_default();
    Some(StackFrame { function: harness.name.clone(), place: Place::line(file, line) })
}

impl Converter<'_> {
    /// The user's own line of a failure: what the program itself reports, else the innermost frame in the user's files.
    pub(super) fn failure_place(&self, failure: &Failure) -> Place {
        if let Some((file, line, column)) = &failure.reported_at
            && let (true, file) = self.file(file)
        {
            return Place { file, line: *line, column: *column };
        }
        self.user_place(&failure.stack)
    }

    /// The code that fails, where a library of the user's called it: by what the program reports, else the innermost frame
    /// that does not come with the compiler.
    pub(super) fn library(&self, failure: &Failure) -> Option<InLibrary> {
        let of_toolchain = UserFiles::is_of_toolchain;
        let inner = failure.stack.iter().find(|f| f.line > 0 && !of_toolchain(&f.file))?;
        let (file, place) = match &failure.reported_at {
            Some((file, line, column)) if !of_toolchain(file) => {
                (file, Place { file: self.file(file).1, line: *line, column: *column })
            }
            _ => (&inner.file, self.place(inner)),
        };
        let called = failure.stack.iter().any(|f| self.is_users(f));
        (called && !self.file(file).0).then(|| InLibrary {
            name: self.compiled.user_files.library(file),
            place,
            function: inner.function.clone(),
        })
    }

    fn user_place(&self, stack: &[Frame]) -> Place {
        let place = |begun: &StackFrame| begun.place.clone();
        self.outside(stack).map_or_else(|| self.innermost(stack).1, place)
    }

    /// The user's function that fails.
    pub(super) fn failing_function(&self, failure: &Failure) -> String {
        let stack = &failure.stack;
        let function = |begun: &StackFrame| begun.function.clone();
        self.outside(stack).map_or_else(|| self.innermost(stack).0, function)
    }

    /// The user's innermost frame, or else the innermost one.
    fn innermost(&self, stack: &[Frame]) -> (String, Place) {
        let users = stack.iter().find(|f| self.is_users(f));
        let frame = users.or(stack.first());
        frame.map(|f| (f.function.clone(), self.place(f))).unwrap_or_default()
    }

    /// What the run begins at, where Effigy's libraries fail before it is called or after it has returned: a test that returns an error.
    fn outside(&self, stack: &[Frame]) -> Option<&StackFrame> {
        let begun = self.begun_at.as_ref()?;
        let is_put_in = |f: &Frame| UserFiles::is_of_harness(&f.file);
        let outside = stack.iter().any(is_put_in) && !stack.iter().any(|f| self.is_users(f));
        outside.then_some(begun)
    }

    /// The stack without the frames that start the program, which lie outside of the user's outermost frame, and without those of the
    /// libraries that Effigy put in.
    pub(super) fn users_stack(&self, stack: &[Frame]) -> Vec<StackFrame> {
        if let Some(begun) = self.outside(stack) {
            let inner = stack.iter().take_while(|f| !UserFiles::is_of_harness(&f.file));
            return inner.map(|f| self.frame(f)).chain([begun.clone()]).collect();
        }
        let outermost = stack.iter().rposition(|f| self.is_users(f));
        let mut kept = outermost.map_or(stack.len(), |outermost| outermost + 1);
        // The function that calls an entry of an object program on symbols has the entry's place.
        if self.compiled.front_end.calls_entry() && kept > 1 {
            kept -= 1;
        }
        let told = |f: &&Frame| !UserFiles::is_of_harness(&f.file);
        stack.iter().take(kept).filter(told).map(|f| self.frame(f)).collect()
    }

    fn is_users(&self, frame: &Frame) -> bool {
        frame.line > 0 && self.file(&frame.file).0
    }

    /// Where a frame stands; one of Effigy's libraries that no line of the user's called, at what the run begins at.
    pub(super) fn place(&self, frame: &Frame) -> Place {
        if frame.file.is_empty() {
            return Place::default();
        }
        if UserFiles::is_of_harness(&frame.file) {
            return self.begun_at.as_ref().map(|begun| begun.place.clone()).unwrap_or_default();
        }
        let (_, file) = self.file(&frame.file);
        Place { file, line: frame.line, column: frame.column }
    }

    /// Whether a file is the user's, and its name in the report.
    pub(super) fn file(&self, path: &str) -> (bool, Arc<str>) {
        if let Some(known) = self.files.borrow().get(path) {
            return known.clone();
        }
        let users = &self.compiled.user_files;
        let file = (users.contains(path), Arc::from(users.display(path)));
        self.files.borrow_mut().insert(path.to_owned(), file.clone());
        file
    }

    fn frame(&self, frame: &Frame) -> StackFrame {
        StackFrame { function: frame.function.clone(), place: self.place(frame) }
    }
}
