//! The macros of the harness library `effigy`, which names them again: `#[effigy::test]` and `#[derive(effigy::Arbitrary)]`.
//!
//! Architecture Invariant: this crate depends on nothing but the compiler, so that it is built in no time wherever a test is (checked by
//! `crates/effigy/tests/effigy/invariants.rs`).

mod derive;
mod item;
mod test;
mod tokens;
mod type_generator;

use proc_macro::TokenStream;

/// A test with symbolic values. Its parameters are any values of their types, under their names.
///
/// `cargo test` runs it on the values that are recorded in the package (`tests/effigy/NAME/*.ktest`) and on random ones;
/// `cargo effigy` runs it on all values.
#[proc_macro_attribute]
pub fn test(_: TokenStream, item: TokenStream) -> TokenStream {
    test::expand(item).unwrap_or_else(|error| error.tokens())
}

/// Any value of a structure or an enumeration, by any values of its parts.
#[proc_macro_derive(Arbitrary)]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    derive::expand(item).unwrap_or_else(|error| error.tokens())
}

/// A structure, an enumeration or a union by the generators of its fields, as harnesses for bolero have it. `#[generator(...)]` at a
/// field names another one than that of its type. It is the library that stands for bolero's which names this macro again.
#[proc_macro_derive(TypeGenerator, attributes(generator))]
pub fn type_generator(item: TokenStream) -> TokenStream {
    type_generator::expand(item).unwrap_or_else(|error| error.tokens())
}
