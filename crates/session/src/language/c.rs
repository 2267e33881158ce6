//! C, compiled by the user's `clang`.

use super::{FrontEnd, NativeBuild};
use crate::compile::{CompileError, CompileOptions, Compiled, c};
use crate::debug::{self, Debugger};
use crate::error::SessionError;
use crate::load::{self, Loaded};
use crate::options::ExploreOptions;
use std::path::Path;

pub(super) struct C;

impl FrontEnd for C {
    fn title(&self) -> &'static str {
        "C"
    }

    fn extension(&self) -> &'static str {
        "c"
    }

    fn native(&self) -> NativeBuild {
        NativeBuild::FromSource
    }

    fn compile(&self, path: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
        c::compile_file(path, options)
    }

    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
        load::load_module(compiled, options)
    }

    fn debug(
        &self,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<Debugger, SessionError> {
        debug::load_module(compiled, options)
    }
}
