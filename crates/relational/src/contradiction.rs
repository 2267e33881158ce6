//! Which constraints contradict.

use effigy_base::budget::CancelToken;
use effigy_solver::circuit::{Circuit, Lit, Solved};

use crate::found::Core;
use crate::ids::ConstraintId;

/// Conflicts of the SAT solver for one question whether a constraint can be left out: what is left is often harder than
/// all constraints together.
const MOST_CONFLICTS: u32 = 10_000;

/// Constraints that contradict in a circuit in which all of them together do, under predicates that exclude only what
/// there are other copies of. Where it is time to stop, those that are known to. One stays when it takes too much work to
/// know whether it can be left out; then the core is not called minimal.
pub(crate) fn core(
    circuit: &Circuit,
    constraints: &[(ConstraintId, Lit)],
    harmless: &[Lit],
    minimize: bool,
    cancel: &CancelToken,
) -> Core {
    let all: Vec<ConstraintId> = constraints.iter().map(|(id, _)| *id).collect();
    // One that never holds is a contradiction by itself.
    if let Some((id, _)) = constraints.iter().find(|(_, lit)| *lit == Lit::FALSE) {
        return Core { constraints: vec![*id], minimal: true };
    }
    let mut circuit = circuit.unasserted();
    for lit in harmless {
        circuit.assert(*lit);
    }
    let mut core: Vec<(ConstraintId, Lit)> = Vec::with_capacity(constraints.len());
    for (id, lit) in constraints {
        let guard = circuit.input();
        circuit.assert_when(guard, *lit);
        core.push((*id, guard));
    }
    let guards = |core: &[(ConstraintId, Lit)]| core.iter().map(|(_, g)| *g).collect::<Vec<_>>();
    if circuit.solve(&guards(&core), cancel) != Solved::Unsat {
        return Core { constraints: all, minimal: false };
    }
    core.retain(|(_, guard)| circuit.failed().contains(guard));
    let mut minimal = minimize || core.len() <= 1;
    let mut needed = 0;
    while minimize && needed < core.len() {
        let mut without = core.clone();
        without.remove(needed);
        match circuit.solve_within(&guards(&without), MOST_CONFLICTS, cancel) {
            Solved::Sat => needed += 1,
            Solved::Unsat => {
                // Those before were needed for a contradiction of more, so they are for this one.
                without.retain(|(_, guard)| circuit.failed().contains(guard));
                core = without;
            }
            Solved::Stopped => {
                minimal = false;
                needed += 1;
                if cancel.is_cancelled() {
                    break;
                }
            }
        }
    }
    Core { constraints: core.into_iter().map(|(id, _)| id).collect(), minimal }
}

#[cfg(test)]
mod tests;
