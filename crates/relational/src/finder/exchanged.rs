//! What exchanging atoms exchanges in a circuit.

use std::rc::Rc;

use crate::atom::Atom;
use crate::ids::{FormulaId, VariableId};
use crate::matrix::Matrix;
use crate::problem::Problem;
use crate::symmetry;
use crate::translate::Witness;

/// The matrices that symmetry predicates compare: those that say most with few inputs first, and witnesses before
/// relations. An instance and its witnesses are exchanged together, so that each class of relations keeps one.
pub(super) fn matrices(
    problem: &Problem,
    relations: &[Rc<Matrix>],
    witnesses: &[Witness],
    classes: &[Vec<Atom>],
) -> Vec<Rc<Matrix>> {
    let mut exchanged: Vec<Rc<Matrix>> = Vec::new();
    let mut families: Vec<(FormulaId, usize, Vec<VariableId>)> = Vec::new();
    for witness in witnesses {
        if witness.parameters.is_empty() {
            exchanged.push(witness.value.clone());
            continue;
        }
        let variables = witness.parameters.iter().map(|(variable, _)| *variable).collect();
        let family = (witness.formula, witness.level, variables);
        if !families.contains(&family) {
            exchanged.extend(joint(problem, witnesses, &family, classes));
            families.push(family);
        }
    }
    exchanged.extend_from_slice(relations);
    exchanged.sort_by_key(|matrix| matrix.arity);
    exchanged
}

/// The witnesses of one variable under all values of its parameters as one matrix, if every exchange of atoms maps its
/// inputs to its inputs.
fn joint(
    problem: &Problem,
    witnesses: &[Witness],
    (formula, level, variables): &(FormulaId, usize, Vec<VariableId>),
    classes: &[Vec<Atom>],
) -> Option<Rc<Matrix>> {
    let atoms = problem.universe().len() as u64;
    let scale = |arity: usize| atoms.checked_pow(u32::try_from(arity).ok()?);
    let (mut entries, mut arity) = (Vec::new(), 0);
    for witness in witnesses.iter().filter(|w| w.formula == *formula && w.level == *level) {
        if !witness.parameters.iter().map(|(variable, _)| variable).eq(variables) {
            return None;
        }
        let (mut prefix, mut width) = (0u64, 0);
        for (variable, tuple) in &witness.parameters {
            let of = problem.variables[*variable].arity;
            prefix = prefix.checked_mul(scale(of)?)?.checked_add(*tuple)?;
            width += of;
        }
        arity = width + witness.value.arity;
        scale(arity)?;
        let prefix = prefix * scale(witness.value.arity)?;
        entries.extend(witness.value.entries.iter().map(|(tuple, lit)| (prefix + tuple, *lit)));
    }
    entries.sort_unstable_by_key(|entry| entry.0);
    let matrix = Matrix { arity, entries };
    let twice = matrix.entries.windows(2).any(|pair| pair[0].0 == pair[1].0);
    (!twice && symmetry::is_exchangeable(atoms, &matrix, classes)).then(|| Rc::new(matrix))
}
