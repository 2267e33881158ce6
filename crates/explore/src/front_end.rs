//! What running a program asks of its language.

use crate::load::Loaded;
use effigy_compile::{CompileError, CompileOptions, Compiled, compile_file};
use effigy_outcome::error::SessionError;
use effigy_outcome::language::Language;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::progress::{Observer, Phase, Progress};
use effigy_outcome::traces::WpOutcome;
use effigy_outcome::{Datum, RunOutcome};
use effigy_term::print::Style;
use std::ops::Deref;
use std::path::Path;
use std::time::Instant;

/// Counts the objects that inputs with these names and values consist of.
pub type ObjectCount = Box<dyn Fn(&[(&str, &Datum)]) -> usize>;

/// How a debugger's session about the programs of a language goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sessions {
    /// By lines of the source, from the program's own entry on.
    Lines,
    /// By numbered statements, in calls that are typed.
    Calls,
    /// There are none.
    None,
}

/// A source language whose programs are run.
pub trait FrontEnd: Sync {
    /// Compiles a file, or reads it where there is no compiler.
    ///
    /// # Errors
    /// See [`CompileError`].
    fn compile(
        &self,
        language: Language,
        path: &Path,
        options: &CompileOptions,
    ) -> Result<Compiled, CompileError> {
        compile_file(path, language, options)
    }

    /// The program with its entry and its environment.
    ///
    /// # Errors
    /// When it cannot be read.
    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError>;

    /// How it writes conditions.
    fn style(&self) -> Style {
        Style::default()
    }

    /// Whether paths begin in a function that calls the entry from the entry's own place.
    fn calls_entry(&self) -> bool {
        false
    }

    /// How a session about its programs goes on.
    fn sessions(&self) -> Sessions {
        Sessions::None
    }

    /// What counts the objects in the inputs of a path; `None` where programs have none.
    ///
    /// # Errors
    /// When the program cannot be read.
    fn objects(
        &self,
        _compiled: &Compiled,
        _options: &ExploreOptions,
    ) -> Result<Option<ObjectCount>, SessionError> {
        Ok(None)
    }

    /// Adds what it alone can show of traces and their conditions.
    ///
    /// # Errors
    /// When the program cannot be read.
    fn show_traces(
        &self,
        _outcome: &mut WpOutcome,
        _compiled: &Compiled,
        _options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        Ok(())
    }

    /// Adds what it alone can show of a run's inputs.
    ///
    /// # Errors
    /// When the program cannot be read.
    fn show(
        &self,
        _outcome: &mut RunOutcome,
        _compiled: &Compiled,
        _options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        Ok(())
    }
}

/// A compiled program with the front end of its language.
#[derive(Clone)]
pub struct SourceProgram {
    /// The program.
    pub compiled: Compiled,
    /// The front end.
    pub front_end: &'static dyn FrontEnd,
}

impl SourceProgram {
    /// The program with its entry and its environment.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn load(&self, options: &ExploreOptions) -> Result<Loaded, SessionError> {
        self.front_end.load(&self.compiled, options)
    }

    /// The same of a run that began then, whose observer is told that the program is loaded now.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn load_observed(
        &self,
        options: &ExploreOptions,
        started: Instant,
        observer: &mut dyn Observer,
    ) -> Result<Loaded, SessionError> {
        observer.progress(&Progress {
            phase: Phase::Loading,
            elapsed: started.elapsed(),
            ..Progress::default()
        });
        self.load(options)
    }
}

impl Deref for SourceProgram {
    type Target = Compiled;

    fn deref(&self) -> &Compiled {
        &self.compiled
    }
}
