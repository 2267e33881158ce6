//! From a file to the tree that is proved.

use super::outcome::{ProveOutcome, TextError};
use super::source::Source;
use super::{ProveOptions, convert};
use effigy_base::id::IdVec;
use effigy_base::source::Diagnostic;
use effigy_lang_viper::tree::Program;
use effigy_lang_viper::{Disk, ParseOptions, Parsed};
use effigy_outcome::error::{SessionError, with_excerpts};
use effigy_outcome::language::Language;
use std::path::Path;

/// A program that was read, or what is wrong with its text.
pub struct Reading {
    source: Option<Source>,
    errors: Vec<TextError>,
    warnings: Vec<TextError>,
}

impl Reading {
    /// The program of a tree, whose places are in this one text.
    pub fn of_tree(tree: Result<Program, Vec<Diagnostic>>, text: String) -> Self {
        let (mut errors, warnings) = (Vec::new(), Vec::new());
        let source = match tree {
            Ok(program) => {
                let mut texts = IdVec::new();
                texts.push(text);
                Some(Source { program, texts })
            }
            Err(diagnostics) => {
                let diagnostics = with_excerpts(diagnostics, &text);
                errors.extend(diagnostics.iter().map(convert::diagnostic));
                None
            }
        };
        Self { source, errors, warnings }
    }
}

/// A language whose programs are proved.
pub trait ProofFrontEnd: Sync {
    /// Reads a program.
    fn read(&self, path: &Path, text: &[u8], options: &ParseOptions) -> Reading;

    /// Whether the text of a program is Viper's own, so that options about it have a meaning, and assertions can be put in it.
    fn is_viper(&self) -> bool {
        false
    }
}

/// Viper programs.
pub struct Viper;

impl ProofFrontEnd for Viper {
    fn read(&self, path: &Path, text: &[u8], options: &ParseOptions) -> Reading {
        let text = String::from_utf8_lossy(text);
        let (source, problems) = match effigy_lang_viper::parse_with(path, &text, &Disk, options) {
            Ok(Parsed { program, warnings, texts }) => (Some(Source { program, texts }), warnings),
            Err(problems) => (None, problems),
        };
        // The parser of a program that is good has warnings alone.
        let is_warning = |warning: bool| source.is_some() || warning;
        let (warnings, errors): (Vec<_>, Vec<_>) =
            problems.iter().partition(|problem| is_warning(problem.warning));
        let told = |problems: Vec<_>| problems.into_iter().map(convert::problem).collect();
        let (errors, warnings) = (told(errors), told(warnings));
        Reading { source, errors, warnings }
    }

    fn is_viper(&self) -> bool {
        true
    }
}

/// Object programs with contracts.
pub struct Objects;

impl ProofFrontEnd for Objects {
    fn read(&self, path: &Path, text: &[u8], _: &ParseOptions) -> Reading {
        let (program, diagnostics) = effigy_lang_oo::parse(&path.to_string_lossy(), text);
        let text = String::from_utf8_lossy(text).into_owned();
        let tree = match diagnostics.is_empty() {
            true => effigy_lang_oo::viper::lower_to_viper(&program, &text),
            false => Err(diagnostics),
        };
        Reading::of_tree(tree, text)
    }
}

/// The languages whose programs are proved, each with what reads them.
#[derive(Clone, Copy)]
pub struct ProofLanguages(&'static [(Language, &'static dyn ProofFrontEnd)]);

impl ProofLanguages {
    /// The table with these lines.
    pub const fn new(rows: &'static [(Language, &'static dyn ProofFrontEnd)]) -> Self {
        Self(rows)
    }

    /// The languages, in the order of the table.
    pub fn languages(self) -> Vec<Language> {
        self.0.iter().map(|(language, _)| *language).collect()
    }

    /// What reads a file, by its extension.
    ///
    /// # Errors
    /// When the file is of none of the languages.
    pub(super) fn of(self, path: &Path) -> Result<&'static dyn ProofFrontEnd, SessionError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let reads =
            |language: &Language| extension.is_some_and(|e| language.extensions().contains(&e));
        let row = self.0.iter().find(|(language, _)| reads(language));
        row.map(|(_, front_end)| *front_end)
            .ok_or_else(|| SessionError::other_file("prove", &self.languages()))
    }

    /// Reads a program; nothing when its text is wrong, which the outcome says then.
    ///
    /// # Errors
    /// When the file cannot be read, or is of a language that has no proofs.
    pub(super) fn load(
        self,
        input: &Path,
        options: &ProveOptions,
        outcome: &mut ProveOutcome,
    ) -> Result<Option<Source>, SessionError> {
        let front_end = self.of(input)?;
        let of_viper = [
            ("--smoke", options.reading.smoke),
            ("--import-path", !options.reading.import_folders.is_empty()),
        ];
        if let (false, Some((option, _))) =
            (front_end.is_viper(), of_viper.into_iter().find(|(_, given)| *given))
        {
            return Err(SessionError::OtherLanguage { option, language: "Viper" });
        }
        let bytes = std::fs::read(input).map_err(|cause| SessionError::Unreadable {
            path: input.to_owned(),
            cause: cause.to_string(),
        })?;
        let Reading { source, errors, warnings } = front_end.read(input, &bytes, &options.reading);
        outcome.errors.extend(errors);
        outcome.warnings.extend(warnings);
        Ok(source)
    }
}
