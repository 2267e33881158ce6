//! The order of the inputs of decision diagrams.

use effigy_term::{Term, TermStore};

/// The variables in the order in which diagrams ask for their bits: bytes of one input follow each other as they are read,
/// and what was never initialised comes last, in the order in which it was met.
pub(super) fn in_order(store: &TermStore, met: &[Term]) -> Vec<Term> {
    let is_input = |t: &Term| store.as_variable(*t).is_some_and(|info| !info.role.is_unspecified());
    let mut variables: Vec<Term> = met.iter().copied().filter(is_input).collect();
    variables.sort_by_cached_key(|t| {
        let info = store.as_variable(*t);
        info.map(|info| (numbers_in_order(&info.name), info.clone()))
    });
    variables.extend(met.iter().copied().filter(|t| !is_input(t)));
    variables
}

/// A name with its numbers, so that `stdin[2]` comes before `stdin[10]`.
fn numbers_in_order(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(digits);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(end);
        parts.push((text.to_owned(), number.parse().unwrap_or(u64::MAX)));
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::numbers_in_order;

    #[test]
    fn numbers_in_names_are_in_order() {
        let names = ["arg1[3]", "arg1[20]", "arg2[0]", "stdin[2]", "stdin[10]", "x"];
        assert!(names.is_sorted_by_key(|name| numbers_in_order(name)));
    }
}
