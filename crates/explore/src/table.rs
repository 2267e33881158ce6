//! The table of languages: what each verb reads, and what runs programs.

use crate::front_end::{FrontEnd, SourceProgram};
use effigy_compile::languages::RUST;
use effigy_compile::{CompileError, CompileOptions, Input, compile, unknown_input};
use effigy_outcome::language::{Language, files};
use effigy_outcome::options::ExploreOptions;
use std::path::Path;
use std::time::Instant;

/// A verb that reads files of some languages, in the order in which verbs are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// All paths of a program.
    Explore,
    /// Bounded model checking.
    Bmc,
    /// Whether a trace is possible.
    Feasible,
    /// A search from seeds.
    Fuzz,
    /// A session.
    Debug,
    /// Floyd's proofs.
    Verify,
    /// Proofs with permissions.
    Prove,
    /// Backward conditions of traces.
    Wp,
    /// Commands of Alloy models.
    Relate,
    /// Specifications of web applications.
    Rubicon,
}

impl Verb {
    /// All verbs, in their order.
    pub const ALL: [Verb; 10] = [
        Verb::Explore,
        Verb::Bmc,
        Verb::Feasible,
        Verb::Fuzz,
        Verb::Debug,
        Verb::Verify,
        Verb::Prove,
        Verb::Wp,
        Verb::Relate,
        Verb::Rubicon,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Explore => "explore",
            Verb::Bmc => "bmc",
            Verb::Feasible => "feasible",
            Verb::Fuzz => "fuzz",
            Verb::Debug => "debug",
            Verb::Verify => "verify",
            Verb::Prove => "prove",
            Verb::Wp => "wp",
            Verb::Relate => "relate",
            Verb::Rubicon => "rubicon",
        }
    }

    /// What it is for.
    pub fn purpose(self) -> &'static str {
        match self {
            Verb::Explore | Verb::Bmc | Verb::Feasible | Verb::Debug | Verb::Wp => "programs",
            Verb::Fuzz => "compiled programs",
            Verb::Verify => "PL/I programs",
            Verb::Prove => "Viper and object programs",
            Verb::Relate => "Alloy models",
            Verb::Rubicon => "web applications",
        }
    }
}

/// A line of the table.
#[derive(Clone, Copy)]
pub struct Row {
    /// The language.
    pub language: Language,
    /// The verbs that read it. The first one is the one for a file that is given without a verb.
    pub verbs: &'static [Verb],
    /// What runs its programs; `None` where nothing is run.
    pub front_end: Option<&'static dyn FrontEnd>,
    /// Whether a path names a program of the language, where its extension does not tell.
    pub is_program: Option<fn(&Path) -> bool>,
}

/// The table of languages.
#[derive(Clone, Copy)]
pub struct Languages(&'static [Row]);

impl Languages {
    /// The table with these lines.
    pub const fn new(rows: &'static [Row]) -> Self {
        Self(rows)
    }

    /// The languages whose programs are run, in the order of the table.
    pub fn run(self) -> impl Iterator<Item = Language> {
        self.0.iter().filter(|row| row.front_end.is_some()).map(|row| row.language)
    }

    /// The languages of the lines of which something holds, in the order of the table.
    pub fn those(self, are: impl Fn(&Row) -> bool) -> Vec<Language> {
        self.0.iter().filter(|row| are(row)).map(|row| row.language).collect()
    }

    /// The line of the language with this name.
    pub fn named(self, name: &str) -> Option<&'static Row> {
        self.0.iter().find(|row| row.language.name() == name)
    }

    /// The line of a file, by its extension, or of a folder.
    fn row_of(self, path: &Path) -> Option<&'static Row> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let by_name = |row: &Row| extension.is_some_and(|e| row.language.extensions().contains(&e));
        let is_it = |row: &&Row| by_name(row) || row.is_program.is_some_and(|is| is(path));
        self.0.iter().find(is_it)
    }

    /// The verb for a file or folder that is given without one.
    pub fn verb_of(self, path: &Path) -> Option<Verb> {
        self.row_of(path)?.verbs.first().copied()
    }

    /// Whether a verb reads a file or folder, by its name.
    pub fn reads(self, verb: Verb, path: &Path) -> bool {
        self.row_of(path).is_some_and(|row| row.verbs.contains(&verb))
    }

    /// What to say when a verb does not read a file that others read; `None` when it does, or no verb is known to read it.
    pub fn refused(self, verb: Verb, file: &Path) -> Option<String> {
        let mut verbs = self.row_of(file)?.verbs.to_vec();
        if verbs.contains(&verb) {
            return None;
        }
        verbs.sort_unstable();
        let mut others: Vec<String> =
            verbs.iter().map(|verb| format!("`effigy {}`", verb.name())).collect();
        let last = others.pop()?;
        let others =
            if others.is_empty() { last } else { format!("{} or {last}", others.join(", ")) };
        let (name, purpose) = (verb.name(), verb.purpose());
        Some(format!("{name} is for {purpose}; for {} use {others}", file.display()))
    }

    /// The language of a run's input, given or told by its path; `None` when neither says.
    pub fn of(self, options: &ExploreOptions) -> Option<Language> {
        let by_path = || match self.input(&options.input) {
            Ok(Input::File(_, language)) => Some(language),
            Ok(Input::Package { .. }) => Some(RUST),
            Err(_) => None,
        };
        match &options.language {
            Some(name) => self.named(name).map(|row| row.language),
            None => by_path(),
        }
    }

    /// Compiles the program that the options name.
    ///
    /// # Errors
    /// See [`CompileError`].
    pub fn compile(self, options: &ExploreOptions) -> Result<SourceProgram, CompileError> {
        self.compile_with(options, &CompileOptions::of(options))
    }

    /// Compiles the program that the options name, for a session as a debug build is.
    ///
    /// # Errors
    /// See [`CompileError`].
    pub fn compile_for_session(
        self,
        options: &ExploreOptions,
    ) -> Result<SourceProgram, CompileError> {
        let of_session = CompileOptions { for_session: true, ..CompileOptions::of(options) };
        self.compile_with(options, &of_session)
    }

    /// A package, or a file of the given language, else of that of its extension.
    fn compile_with(
        self,
        options: &ExploreOptions,
        compile_options: &CompileOptions,
    ) -> Result<SourceProgram, CompileError> {
        let started = Instant::now();
        let path = &options.input;
        let known = |name| self.named(name).ok_or_else(|| self.unknown(path));
        let of_file = |row: &Row| {
            let front_end = row.front_end.ok_or_else(|| self.unknown(path))?;
            let mut compiled = front_end.compile(row.language, path, compile_options)?;
            compiled.took = started.elapsed();
            Ok(SourceProgram { compiled, front_end })
        };
        match (self.input(path), &options.language) {
            (Ok(Input::Package { dir, .. }), _) => {
                let package = Input::Package { dir, package: options.package.clone() };
                let compiled = compile(&package, compile_options)?;
                let front_end = known(RUST.name())?.front_end;
                let front_end = front_end.ok_or_else(|| self.unknown(path))?;
                Ok(SourceProgram { compiled, front_end })
            }
            (_, Some(name)) => of_file(known(name)?),
            (Ok(Input::File(_, language)), None) => of_file(known(language.name())?),
            (Err(unknown), None) => Err(unknown),
        }
    }

    fn input(self, path: &Path) -> Result<Input, CompileError> {
        Input::from_path(path, &self.run().collect::<Vec<_>>())
    }

    /// The extensions of the languages whose programs are run, with a word before the last one: `.rs, .c or .oo`.
    pub fn extensions(self, word: &str) -> String {
        files(&self.run().collect::<Vec<_>>(), word)
    }

    /// What to say of a path that names nothing that any of the languages reads.
    pub fn unknown(self, path: &Path) -> CompileError {
        unknown_input(path, &self.run().collect::<Vec<_>>())
    }
}
