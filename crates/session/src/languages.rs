//! The languages: a line of the table each.

mod oo;
mod pli;

use crate::compile::languages::{C, LLVM, RUST};
use crate::front_end::FrontEnd;
use crate::language::{Facts, Language, NativeBuild};
use crate::prove::{Objects, ProofLanguages, Viper};
use crate::rubicon::Project;
use crate::table::Verb::{Bmc, Debug, Explore, Feasible, Fuzz, Prove, Relate, Rubicon, Verify, Wp};
use crate::table::{Languages, Row, Verb};
use effigy_explore::module::Module;
pub use oo::OO;
pub use pli::PLI;
use std::path::Path;

/// Viper programs.
pub const VIPER: Language = Language::new(&Facts {
    name: "viper",
    title: "Viper",
    extensions: &["vpr", "sil"],
    native: NativeBuild::None,
});

/// Alloy models.
pub const ALLOY: Language = Language::new(&Facts {
    name: "alloy",
    title: "Alloy",
    extensions: &["als"],
    native: NativeBuild::None,
});

/// Specifications of web applications.
pub const WEB: Language = Language::new(&Facts {
    name: "web",
    title: "web application",
    extensions: &[],
    native: NativeBuild::None,
});

const COMPILED: &[Verb] = &[Explore, Bmc, Feasible, Fuzz, Debug, Wp];

/// The languages that there are.
pub const LANGUAGES: Languages = Languages::new(&[
    Row { is_program: Some(is_package), ..program(RUST, &Module, COMPILED) },
    program(C, &Module, COMPILED),
    program(LLVM, &Module, COMPILED),
    program(PLI, &pli::Pli, &[Explore, Bmc, Feasible, Debug, Verify, Wp]),
    program(OO, &oo::Oo, &[Explore, Bmc, Feasible, Debug, Prove, Wp]),
    row(VIPER, &[Prove, Debug]),
    row(ALLOY, &[Relate]),
    Row { is_program: Some(Project::is_one), ..row(WEB, &[Rubicon]) },
]);

/// What reads the programs that `prove` is for: those of the lines above with this verb.
pub const PROOFS: ProofLanguages = ProofLanguages::new(&[(VIPER, &Viper), (OO, &Objects)]);

fn is_package(path: &Path) -> bool {
    path.join("Cargo.toml").is_file() || path.ends_with("Cargo.toml")
}

const fn program(
    language: Language,
    front_end: &'static dyn FrontEnd,
    verbs: &'static [Verb],
) -> Row {
    Row { front_end: Some(front_end), ..row(language, verbs) }
}

const fn row(language: Language, verbs: &'static [Verb]) -> Row {
    Row { language, verbs, front_end: None, is_program: None }
}

#[cfg(test)]
mod tests;
