//! Names for people.

/// The readable form of a linkage name: Rust names without their hash, others as they are.
pub fn display_name(linkage_name: &str) -> String {
    match rustc_demangle::try_demangle(linkage_name) {
        Ok(name) => format!("{name:#}"),
        Err(_) => linkage_name.to_owned(),
    }
}
