//! The PL/I of EFFIGY, read as it is.

use super::{FrontEnd, NativeBuild};
use crate::compile::{CompileError, CompileOptions, Compiled, read_module};
use crate::debug::{self, Debugger};
use crate::error::SessionError;
use crate::load::Loaded;
use crate::options::{ExploreOptions, Language};
use crate::outcome::RunOutcome;
use crate::pli;
use crate::wp::WpOutcome;
use effigy_term::print::Style;
use std::path::Path;

pub(super) struct Pli;

impl FrontEnd for Pli {
    fn title(&self) -> &'static str {
        "PL/I"
    }

    fn extension(&self) -> &'static str {
        "pli"
    }

    fn native(&self) -> NativeBuild {
        NativeBuild::None
    }

    fn compile(&self, path: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
        Ok(Compiled { language: Language::Pli, ..read_module(path, options)? })
    }

    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
        pli::load(compiled, options)
    }

    fn debug(
        &self,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<Debugger, SessionError> {
        debug::load_pli(compiled, options)
    }

    fn show(
        &self,
        outcome: &mut RunOutcome,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        pli::show(outcome, compiled, options)
    }

    fn show_traces(
        &self,
        outcome: &mut WpOutcome,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        pli::show_traces(outcome, compiled, options)
    }

    fn style(&self) -> Style {
        Style::KING
    }
}
