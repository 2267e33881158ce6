//! Universes: all atoms of a problem.

use rustc_hash::FxHashMap;

use crate::atom::Atom;
use crate::error::ProblemError;
use crate::tuples::TupleSet;

/// All atoms of a problem, each with a name of its own.
#[derive(Clone, Debug, Default)]
pub struct Universe {
    names: Vec<String>,
    atoms: FxHashMap<String, Atom>,
}

impl Universe {
    /// The universe of these names, in this order. It may be empty.
    ///
    /// # Errors
    /// When a name occurs twice, or there are more than `u32` counts.
    pub fn new<N: Into<String>>(
        names: impl IntoIterator<Item = N>,
    ) -> Result<Universe, ProblemError> {
        let mut universe = Universe::default();
        for name in names {
            let name = name.into();
            let number = u32::try_from(universe.names.len())
                .map_err(|_| ProblemError::TooManyAtoms(universe.names.len()))?;
            if universe.atoms.insert(name.clone(), Atom(number)).is_some() {
                return Err(ProblemError::SameAtom(name));
            }
            universe.names.push(name);
        }
        Ok(universe)
    }

    /// The number of atoms.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The atom of a name.
    pub fn atom(&self, name: &str) -> Option<Atom> {
        self.atoms.get(name).copied()
    }

    /// The name of an atom; `?` for one of another universe.
    pub fn name(&self, atom: Atom) -> &str {
        self.names.get(atom.index()).map_or("?", String::as_str)
    }

    /// All atoms in order.
    pub fn atoms(&self) -> impl DoubleEndedIterator<Item = Atom> + use<> {
        (0..self.names.len()).map(|n| Atom(u32::try_from(n).unwrap_or(u32::MAX)))
    }

    /// All atoms as a set.
    pub fn all(&self) -> TupleSet {
        TupleSet::set(self.atoms())
    }
}
