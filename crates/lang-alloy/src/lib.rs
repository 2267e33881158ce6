//! Alloy's language without time: text in, resolved model, relational problems and diagnostics out.
//!
//! A model is read with all modules that it opens ([`Model::load`]); each of its commands becomes a relational problem
//! ([`Model::translate`]), and an instance of that is put into the model's words ([`Translated::instance`]).
//!
//! Architecture Invariant: what is not supported is refused by name and place, and nothing is guessed (checked by
//! `tests/lang-alloy/refused.rs`, `what_is_not_supported_is_refused_by_name`).

mod instance;
mod lexer;
mod library;
mod modules;
mod parse;
mod problem;
mod resolve;
mod scope;
mod sig;
mod syntax;
mod translate;
mod tree;
mod types;

pub use instance::{FieldValue, Instance, SigValue, Tuple, Witness};
pub use modules::{Disk, Files};
pub use parse::{MAX_NESTING, MAX_OPERATORS};

use effigy_base::source::Diagnostic;
use effigy_base::text::{Problems, Span};
use effigy_relational::ConstraintId;
use modules::{LoadError, Modules};
use problem::Problem;
use std::path::Path;
use tree::{Located, Place, Tree};

/// A model with all names resolved.
#[derive(Debug)]
pub struct Model {
    modules: Modules,
    tree: Tree,
}

/// A command of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its label, or what it runs or checks; `run$1` and so on for a block without a name.
    pub name: String,
    /// Whether it is a `check`.
    pub check: bool,
    /// What it expects: 1 for an instance or counterexample, 0 for none.
    pub expect: Option<i32>,
    /// Where it is.
    pub part: Part,
}

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The path of the file; one in `<>` comes with the language.
    pub path: String,
    /// The part.
    pub span: Span,
    /// Its text, up to the end of its first line.
    pub text: String,
}

/// A command as a relational problem.
#[derive(Debug)]
pub struct Translated<'m> {
    model: &'m Model,
    translation: translate::Translation,
}

/// A constraint in the model's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    /// What it is: a fact, the declaration of a field and so on.
    pub what: String,
    /// Where it comes from.
    pub part: Part,
}

impl Model {
    /// Reads a model and all modules that it opens, and resolves names and types. `path` is what problems name and what
    /// paths of modules start from; `text` is its content.
    ///
    /// # Errors
    /// All errors of the first phase that has some: texts, modules, names and types.
    pub fn load(path: &Path, text: &str, files: &dyn Files) -> Result<Model, Vec<Diagnostic>> {
        let modules = match modules::load(path, text, files) {
            Ok(modules) => modules,
            Err(LoadError::Texts(diagnostics)) => return Err(diagnostics),
            Err(LoadError::Fit(modules, located)) => {
                return Err(diagnostics(&modules, &[*located]));
            }
        };
        match resolve::model(&modules) {
            Ok(tree) => Ok(Model { modules, tree }),
            Err(problems) => Err(diagnostics(&modules, &problems)),
        }
    }

    /// The commands of the model in order.
    pub fn commands(&self) -> Vec<Command> {
        let command = |c: &tree::Command| Command {
            name: c.name.clone(),
            check: c.check,
            expect: c.expect,
            part: self.part(c.place),
        };
        self.tree.commands.iter().map(command).collect()
    }

    /// The relational problem of a command by its number, from 0; `None` when there is no such command.
    ///
    /// # Errors
    /// When its scopes are impossible, or something that it needs is not supported.
    pub fn translate(&self, command: usize) -> Option<Result<Translated<'_>, Vec<Diagnostic>>> {
        let command = self.tree.commands.get(command)?;
        Some(match translate::command(&self.tree, command) {
            Ok(translation) => Ok(Translated { model: self, translation }),
            Err(located) => Err(diagnostics(&self.modules, &[located])),
        })
    }

    fn part(&self, place: Place) -> Part {
        let text = self.modules.texts.get(place.file).map_or("", String::as_str);
        let line = text.lines().nth((place.span.start.line as usize).wrapping_sub(1)).unwrap_or("");
        let start = (place.span.start.column as usize).saturating_sub(1);
        let end = if place.span.end.line == place.span.start.line {
            (place.span.end.column as usize).saturating_sub(1)
        } else {
            line.len()
        };
        let text = line.get(start..end).unwrap_or(line).trim_end().to_owned();
        Part { path: self.modules.files.path(place.file).to_owned(), span: place.span, text }
    }
}

impl Translated<'_> {
    /// The problem to be solved.
    pub fn problem(&self) -> &effigy_relational::Problem {
        &self.translation.problem
    }

    /// What a constraint of the problem demands.
    pub fn demand(&self, constraint: ConstraintId) -> Option<Demand> {
        let index = effigy_base::id::Id::index(constraint);
        let demand = self.translation.demands.get(index)?;
        Some(Demand { what: demand.text.clone(), part: self.model.part(demand.place) })
    }

    /// An instance of the problem in the model's words.
    pub fn instance(&self, found: &effigy_relational::Instance) -> Instance {
        instance::instance(&self.model.tree, &self.translation, found)
    }

    /// The scopes of all signatures, for people: `3 A, exactly 2 B`.
    pub fn scopes(&self) -> Vec<String> {
        self.scopes_of(|_| true)
    }

    /// The scopes that the model leaves to the command: those of signatures of which it does not fix the number of atoms
    /// itself, and the bits of integers where it has some.
    pub fn chosen_scopes(&self) -> Vec<String> {
        let mut scopes = self.scopes_of(|id| !self.model.tree.is_fixed(id));
        if self.translation.problem.reads_integers() {
            scopes.push(format!("integers of {} bits", self.translation.scopes.width));
        }
        scopes
    }

    fn scopes_of(&self, wanted: impl Fn(sig::SigId) -> bool) -> Vec<String> {
        let sigs = self.model.tree.sigs.iter();
        let sigs = sigs.filter(|(id, _)| !id.is_builtin() && wanted(*id));
        let scope = |(id, sig): (sig::SigId, &tree::Sig)| {
            let size = self.translation.scopes.size(id)?;
            let exactly = if self.translation.scopes.is_exact(id) { "exactly " } else { "" };
            Some(format!("{exactly}{size} {}", instance::shown(&sig.label)))
        };
        sigs.filter_map(scope).collect()
    }
}

/// Diagnostics of problems, by file.
fn diagnostics(modules: &Modules, problems: &[Located]) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for (file, path) in modules.files.iter() {
        let mut own: Problems<Problem> = Problems::default();
        for located in problems.iter().filter(|located| located.place.file == file) {
            own.add(located.place.span, located.problem.clone());
        }
        let text = modules.texts.get(file).map_or("", String::as_str);
        all.extend(own.into_diagnostics(path, text));
    }
    all
}
