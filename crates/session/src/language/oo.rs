//! The object language, read as it is.

use super::{FrontEnd, NativeBuild, ObjectCount};
use crate::compile::{CompileError, CompileOptions, Compiled, read_module};
use crate::debug::Debugger;
use crate::error::SessionError;
use crate::load::Loaded;
use crate::oo;
use crate::options::{ExploreOptions, Language};
use crate::outcome::RunOutcome;
use std::path::Path;

pub(super) struct Oo;

impl FrontEnd for Oo {
    fn title(&self) -> &'static str {
        "object"
    }

    fn extension(&self) -> &'static str {
        "oo"
    }

    fn native(&self) -> NativeBuild {
        NativeBuild::None
    }

    fn compile(&self, path: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
        Ok(Compiled { language: Language::Oo, ..read_module(path, options)? })
    }

    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
        oo::load(compiled, options)
    }

    fn debug(&self, _: &Compiled, _: &ExploreOptions) -> Result<Debugger, SessionError> {
        let language = "Rust, C, LLVM IR and PL/I";
        Err(SessionError::OtherLanguage { option: "a session", language })
    }

    fn calls_entry(&self) -> bool {
        true
    }

    fn objects(
        &self,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<Option<ObjectCount>, SessionError> {
        oo::object_count(compiled, options).map(Some)
    }

    fn show(
        &self,
        outcome: &mut RunOutcome,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        oo::show(outcome, compiled, options)
    }
}
