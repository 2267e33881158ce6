//! The order of the inputs of decision diagrams: bytes of one input follow each other as they are read.

use effigy_term::{Term, TermStore};

use super::blast::Blaster;
use super::diagrams::{Diagram, Diagrams};
use super::gates::Lit;
use super::sat::Stop;

/// The diagrams of a blaster's gates.
pub(super) struct Ordered {
    diagrams: Diagrams,
    /// The variables whose bits have levels, in order.
    variables: Vec<Term>,
}

/// What diagrams say about a query.
pub(super) enum Verdict {
    /// The inputs that are true in a model.
    Sat(Vec<Lit>),
    /// Assertions that contradict each other.
    Unsat(Vec<usize>),
}

impl Ordered {
    /// No diagrams.
    pub fn new() -> Self {
        Self { diagrams: Diagrams::new(), variables: Vec::new() }
    }

    /// Whether some assertions can hold together; `None` when their diagrams are too large.
    pub fn decide(
        &mut self,
        store: &TermStore,
        blaster: &Blaster,
        lits: &[(usize, Lit)],
        stop: &Stop,
    ) -> Option<Verdict> {
        self.diagrams.begin()?;
        self.order(store, blaster);
        let parts: Vec<Option<Diagram>> = lits
            .iter()
            .map(|(_, lit)| self.diagrams.of(&blaster.gates, *lit, || stop.now()))
            .collect();
        Some(match self.diagrams.decide(&parts)? {
            Ok(all) => Verdict::Sat(self.diagrams.model(all)),
            Err(places) => {
                let needed = places.iter().filter_map(|place| lits.get(*place));
                Verdict::Unsat(needed.map(|(index, _)| *index).collect())
            }
        })
    }

    /// Gives levels to variables that are new.
    fn order(&mut self, store: &TermStore, blaster: &Blaster) {
        if self.variables.len() == blaster.free.len() {
            return;
        }
        self.variables = blaster.free.clone();
        self.variables.sort_by_cached_key(|t| {
            let info = store.as_variable(*t);
            info.map(|info| (in_order(&info.name), info.clone()))
        });
        let bits = self.variables.iter().flat_map(|v| blaster.word(*v).iter().rev());
        self.diagrams.set_order(bits.copied().collect());
    }
}

/// A name with its numbers, so that `stdin[2]` comes before `stdin[10]`.
fn in_order(name: &str) -> Vec<(String, u64)> {
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
    use super::in_order;

    #[test]
    fn numbers_in_names_are_in_order() {
        let names = ["arg1[3]", "arg1[20]", "arg2[0]", "stdin[2]", "stdin[10]", "x"];
        assert!(names.is_sorted_by_key(|name| in_order(name)));
    }
}
