//! LLVM IR as text, read as it is; a harness of libFuzzer is linked with its `main`.

use super::{FrontEnd, NativeBuild};
use crate::compile::{CompileError, CompileOptions, Compiled, llvm};
use crate::debug::{self, Debugger};
use crate::error::SessionError;
use crate::load::{self, Loaded};
use crate::options::ExploreOptions;
use std::path::Path;

pub(super) struct Llvm;

impl FrontEnd for Llvm {
    fn title(&self) -> &'static str {
        "LLVM IR"
    }

    fn extension(&self) -> &'static str {
        "ll"
    }

    fn native(&self) -> NativeBuild {
        NativeBuild::FromModule
    }

    fn compile(&self, path: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
        llvm::compile_module(path, options)
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
