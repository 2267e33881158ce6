//! A table for tests.

use crate::module::Module;
use crate::table::{Languages, Row, Verb};
use effigy_compile::languages::{C, LLVM, RUST};
use effigy_outcome::language::{Facts, Language, NativeBuild};

const fn row(language: Language) -> Row {
    Row { language, verbs: &[Verb::Explore], front_end: Some(&Module), is_program: None }
}

/// The compiled languages.
pub(crate) const LANGUAGES: Languages = Languages::new(&[row(RUST), row(C), row(LLVM)]);

/// A language without a compiler.
pub(crate) const TEXT: Language = Language::new(&Facts {
    name: "text",
    title: "text",
    extensions: &["txt"],
    native: NativeBuild::None,
});
