//! The module of a Rust program without its executable.
//!
//! One call of the compiler can make both. But then it makes machine code of the whole module, most of which is `std`, and that takes three
//! quarters of the time. So the executable is linked with the `std` that comes with the compiler, and the module comes from a call
//! that ends before LLVM makes machine code. A compiler that cannot end there makes both in one call.

use super::{CompileError, Scratch};
use std::ffi::OsString;
use std::path::Path;

/// How the module comes to hold `std`: the compiler puts it there when it links.
pub(super) const WHOLE: [&str; 2] = ["-C", "lto=fat"];

/// Ends LLVM before the first pass that makes machine code, and links what there is then with a program that does nothing.
const ALONE: [&str; 4] =
    ["-C", "llvm-args=-stop-before=pre-isel-intrinsic-lowering", "-C", "linker=true"];

/// What a call of the compiler makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Made {
    /// The executable.
    Executable,
    /// The module.
    Module,
    /// The module and the executable, which is made of it.
    Both,
}

impl Made {
    /// The arguments of the call: what becomes of `std`, and where the results go, both in the scratch folder.
    pub(super) fn arguments(
        self,
        scratch: &Scratch,
        module: &str,
        executable: &str,
    ) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        if self != Made::Executable {
            arguments.extend(WHOLE.map(OsString::from));
            arguments.push(joined("--emit=llvm-ir=", &scratch.file(module)));
        }
        // `std` comes into the module only where the compiler links.
        let mut linked = executable;
        if self == Made::Module {
            arguments.extend(ALONE.map(OsString::from));
            linked = "unlinked";
        }
        arguments.push(joined("--emit=link=", &scratch.file(linked)));
        arguments
    }
}

/// How a program comes to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ways {
    /// Two calls make its executable and its module.
    Apart,
    /// One call makes both: libraries that Cargo built for it have no machine code of their own.
    Together,
    /// It has no module.
    Executable,
}

/// Makes the module of a program whose executable is there, or both anew where the compiler cannot make the one alone.
///
/// # Errors
/// When a call cannot be made, or both are refused.
pub(super) fn module<T>(make: impl Fn(Made) -> Result<T, CompileError>) -> Result<T, CompileError> {
    match make(Made::Module) {
        Err(CompileError::Rejected { .. }) => make(Made::Both),
        module => module,
    }
}

/// An argument that ends with a path.
pub(super) fn joined(prefix: &str, path: &Path) -> OsString {
    let mut text = OsString::from(prefix);
    text.push(path);
    text
}
