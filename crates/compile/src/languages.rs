//! The languages that compilers of the user's make LLVM modules of.

use effigy_outcome::language::{Facts, Language, NativeBuild};

/// A Rust source file or package, compiled by the user's `rustc`.
pub const RUST: Language = Language::new(&Facts {
    name: "rust",
    title: "Rust",
    extensions: &["rs"],
    native: NativeBuild::WithModule,
});

/// A C source file, compiled by the user's `clang`. C that is preprocessed is C.
pub const C: Language = Language::new(&Facts {
    name: "c",
    title: "C",
    extensions: &["c", "i"],
    native: NativeBuild::FromSource,
});

/// LLVM IR as text, read as it is; a harness of libFuzzer is linked with its `main`.
pub const LLVM: Language = Language::new(&Facts {
    name: "llvm",
    title: "LLVM IR",
    extensions: &["ll"],
    native: NativeBuild::FromModule,
});

/// All of them.
pub const COMPILED: [Language; 3] = [RUST, C, LLVM];
