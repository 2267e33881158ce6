//! Rust, compiled by the user's `rustc`.

use super::{FrontEnd, NativeBuild};
use crate::compile::{CompileError, CompileOptions, Compiled, rust};
use crate::debug::{self, Debugger};
use crate::error::SessionError;
use crate::load::{self, Loaded};
use crate::options::ExploreOptions;
use std::path::Path;

pub(super) struct Rust;

impl FrontEnd for Rust {
    fn title(&self) -> &'static str {
        "Rust"
    }

    fn extension(&self) -> &'static str {
        "rs"
    }

    fn native(&self) -> NativeBuild {
        NativeBuild::WithModule
    }

    fn compile(&self, path: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
        rust::compile_file(path, options)
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
