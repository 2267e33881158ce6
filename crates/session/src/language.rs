//! What the facade asks of a source language. A new front end is a file here and a line in [`Language::front_end`].

mod c;
mod llvm;
mod oo;
mod pli;
mod rust;

use crate::compile::{CompileError, CompileOptions, Compiled};
use crate::debug::Debugger;
use crate::error::SessionError;
use crate::load::Loaded;
use crate::options::{ExploreOptions, Language};
use crate::outcome::{Datum, RunOutcome};
use crate::wp::WpOutcome;
use effigy_term::print::Style;
use std::path::Path;

/// How a native program of a language comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NativeBuild {
    /// The compiler leaves one beside the module, with checks of its own in it.
    WithModule,
    /// A C compiler makes one of the source for each kind of check.
    FromSource,
    /// A C compiler makes one of the module.
    FromModule,
    /// There is none: the machine runs tests again.
    None,
}

/// Counts the objects that inputs with these names and values consist of.
pub(crate) type ObjectCount = Box<dyn Fn(&[(&str, &Datum)]) -> usize>;

/// A source language.
pub(crate) trait FrontEnd: Sync {
    /// Its name for people.
    fn title(&self) -> &'static str;

    /// The extension of its files.
    fn extension(&self) -> &'static str;

    /// How its native programs come about.
    fn native(&self) -> NativeBuild;

    /// Compiles a file, or reads it where there is no compiler.
    fn compile(&self, path: &Path, options: &CompileOptions) -> Result<Compiled, CompileError>;

    /// The program with its entry and its world.
    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError>;

    /// A session about a program.
    fn debug(
        &self,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<Debugger, SessionError>;

    /// How it writes conditions.
    fn style(&self) -> Style {
        Style::default()
    }

    /// Whether paths begin in a function that calls the entry from the entry's own place.
    fn calls_entry(&self) -> bool {
        false
    }

    /// What counts the objects in the inputs of a path; `None` where programs have none.
    fn objects(
        &self,
        _compiled: &Compiled,
        _options: &ExploreOptions,
    ) -> Result<Option<ObjectCount>, SessionError> {
        Ok(None)
    }

    /// Adds what it alone can show of a run's inputs.
    fn show(
        &self,
        _outcome: &mut RunOutcome,
        _compiled: &Compiled,
        _options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        Ok(())
    }

    /// The same of traces and their conditions.
    fn show_traces(
        &self,
        _outcome: &mut WpOutcome,
        _compiled: &Compiled,
        _options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        Ok(())
    }
}

impl Language {
    /// What is asked of the language.
    pub(crate) fn front_end(self) -> &'static dyn FrontEnd {
        match self {
            Language::Rust => &rust::Rust,
            Language::C => &c::C,
            Language::Llvm => &llvm::Llvm,
            Language::Pli => &pli::Pli,
            Language::Oo => &oo::Oo,
        }
    }

    /// The language's name for people.
    pub fn title(self) -> &'static str {
        self.front_end().title()
    }

    /// The language of files with this extension.
    pub fn of_extension(extension: &str) -> Option<Language> {
        // C that is preprocessed is C.
        let extension = if extension == "i" { "c" } else { extension };
        Self::ALL.iter().copied().find(|language| language.front_end().extension() == extension)
    }

    /// Whether a compiler makes a native program of it.
    pub fn is_compiled(self) -> bool {
        self.front_end().native() != NativeBuild::None
    }
}
