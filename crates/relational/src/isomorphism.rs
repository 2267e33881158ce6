//! One form for all instances that differ only by exchanging interchangeable atoms: colours are refined until they tell
//! what can be told, and where atoms still look alike each is tried in turn (McKay, "Practical graph isomorphism", 1981).

use std::hash::{Hash, Hasher};

use effigy_base::budget::{CancelToken, StopReason};
use rustc_hash::FxHasher;

use crate::atom::Atom;
use crate::symmetry::Indexed;
use crate::tuples::TupleSet;

struct Search<'i> {
    relations: &'i [TupleSet],
    indexed: Indexed<'i>,
    cancel: &'i CancelToken,
    best: Option<Vec<TupleSet>>,
}

/// The smallest of the images of an instance under the exchanges that the search tries, which are the same for all
/// instances that have a common image.
///
/// # Errors
/// When the token asks to stop.
pub(crate) fn canonical(
    relations: &[TupleSet],
    classes: &[Vec<Atom>],
    cancel: &CancelToken,
) -> Result<Vec<TupleSet>, StopReason> {
    if classes.iter().all(|class| class.len() == 1) {
        return Ok(relations.to_vec());
    }
    let atoms = classes.iter().map(Vec::len).sum();
    let mut colours = vec![0u32; atoms];
    for (colour, class) in (0u32..).zip(classes) {
        for atom in class {
            colours[atom.index()] = colour;
        }
    }
    let indexed = Indexed::new(atoms, relations.iter().collect());
    let mut search = Search { relations, indexed, cancel, best: None };
    search.run(colours, classes)?;
    Ok(search.best.unwrap_or_else(|| relations.to_vec()))
}

impl Search<'_> {
    fn run(&mut self, mut colours: Vec<u32>, classes: &[Vec<Atom>]) -> Result<(), StopReason> {
        if let Some(reason) = self.cancel.reason() {
            return Err(reason);
        }
        self.refine(&mut colours);
        let Some(cell) = cell(&colours) else {
            self.leaf(&colours, classes);
            return Ok(());
        };
        let mut tried: Vec<Atom> = Vec::new();
        for atom in cell {
            // Atoms that change places without changing the instance lead to the same images.
            if tried.iter().any(|other| self.indexed.exchangeable(*other, atom)) {
                continue;
            }
            tried.push(atom);
            let mut next: Vec<u32> = colours.iter().map(|colour| colour * 2 + 1).collect();
            next[atom.index()] -= 1;
            self.run(next, classes)?;
        }
        Ok(())
    }

    /// Splits colours by the tuples in which their atoms are, until nothing changes. Colours keep their order.
    fn refine(&self, colours: &mut [u32]) {
        let mut count = 0;
        loop {
            let mut signatures: Vec<(u32, u64, usize)> =
                colours.iter().enumerate().map(|(atom, colour)| (*colour, 0, atom)).collect();
            for (number, relation) in self.relations.iter().enumerate() {
                for tuple in relation {
                    let mut hasher = FxHasher::default();
                    number.hash(&mut hasher);
                    for atom in tuple {
                        colours[atom.index()].hash(&mut hasher);
                    }
                    let whole = hasher.finish();
                    for (place, atom) in tuple.iter().enumerate() {
                        let mut hasher = FxHasher::default();
                        (whole, place).hash(&mut hasher);
                        let signature = &mut signatures[atom.index()].1;
                        *signature = signature.wrapping_add(hasher.finish());
                    }
                }
            }
            signatures.sort_unstable();
            let mut colour = 0;
            let mut last = None;
            for (old, signature, atom) in signatures {
                if last.is_some_and(|last| last != (old, signature)) {
                    colour += 1;
                }
                last = Some((old, signature));
                colours[atom] = colour;
            }
            if colour + 1 == count {
                return;
            }
            count = colour + 1;
        }
    }

    /// All colours differ: they say which atom each becomes.
    fn leaf(&mut self, colours: &[u32], classes: &[Vec<Atom>]) {
        let mut image = vec![Atom(0); colours.len()];
        for class in classes {
            let mut ordered = class.clone();
            ordered.sort_unstable_by_key(|atom| colours[atom.index()]);
            for (from, to) in ordered.into_iter().zip(class) {
                image[from.index()] = *to;
            }
        }
        let images = self.relations.iter().map(|r| r.map(|atom| image[atom.index()]));
        let images: Vec<TupleSet> = images.collect();
        if self.best.as_ref().is_none_or(|best| images < *best) {
            self.best = Some(images);
        }
    }
}

/// The atoms of the first colour that several have.
fn cell(colours: &[u32]) -> Option<Vec<Atom>> {
    let mut count = vec![0u32; colours.len()];
    for colour in colours {
        count[*colour as usize] += 1;
    }
    let colour = (0u32..).zip(&count).find(|(_, count)| **count > 1)?.0;
    let atoms = (0u32..).zip(colours).filter(|(_, other)| **other == colour);
    Some(atoms.map(|(atom, _)| Atom(atom)).collect())
}
