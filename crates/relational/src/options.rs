//! How instances are searched for.

use crate::found::Overflow;

/// How much is done for the core of a problem that has no instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CoreEffort {
    /// All constraints are the core: no time.
    All,
    /// Those that one contradiction needs: the constraints are solved once more.
    Contradicting,
    /// The same, without those that can be left out one by one: they are solved many times more. Where the run is asked
    /// to stop meanwhile, the core is what it was then; a constraint stays where it takes much work to know whether it can
    /// be left out.
    #[default]
    Minimal,
}

/// How instances are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinderOptions {
    /// What integer operations that overflow mean. Default: no instance has them.
    pub overflow: Overflow,
    /// Inputs that each symmetry predicate looks at; 0 for no such predicates. Default 20. More of them cost clauses and
    /// leave fewer isomorphic copies to the search; what is found is the same up to isomorphism.
    pub symmetry: usize,
    /// Existential quantifiers below so many universally quantified variables, at most, become witnesses instead of
    /// disjunctions. Default 1. It changes no answer, only which witnesses an instance has and how fast it is found.
    pub witnesses_below: usize,
    /// How much is done for cores. Default: as much as can be.
    pub core: CoreEffort,
}

impl Default for FinderOptions {
    fn default() -> Self {
        Self {
            overflow: Overflow::Forbid,
            symmetry: 20,
            witnesses_below: 1,
            core: CoreEffort::Minimal,
        }
    }
}
