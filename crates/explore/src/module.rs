//! Rust, C and LLVM IR: the user's compilers make modules of them, which are run in the environment of POSIX.

use crate::front_end::{FrontEnd, Sessions};
use crate::load::{Loaded, load_module};
use effigy_compile::Compiled;
use effigy_outcome::error::SessionError;
use effigy_outcome::options::ExploreOptions;

/// The front end of languages that become LLVM modules.
pub struct Module;

impl FrontEnd for Module {
    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
        load_module(compiled, options)
    }

    fn sessions(&self) -> Sessions {
        Sessions::Lines
    }
}
