//! The back ends by name.

/// Which back end answers what the layers could not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum BackEnd {
    /// By the theories of each query: embedded, and the SMT-LIB process where it can be started for what is left open of
    /// unbounded integers and quantifiers.
    #[default]
    Auto,
    /// The embedded back ends alone. What they leave open of unbounded integers and quantifiers is answered `Unknown`.
    Embedded,
    /// Z3 as an SMT-LIB process.
    Z3,
    /// cvc5 as an SMT-LIB process.
    Cvc5,
    /// Bitwuzla as an SMT-LIB process.
    Bitwuzla,
}

impl BackEnd {
    /// All back ends with their names as `--solver` takes them.
    pub const ALL: &[(&str, BackEnd)] = &[
        ("auto", BackEnd::Auto),
        ("embedded", BackEnd::Embedded),
        ("z3", BackEnd::Z3),
        ("cvc5", BackEnd::Cvc5),
        ("bitwuzla", BackEnd::Bitwuzla),
    ];
}
