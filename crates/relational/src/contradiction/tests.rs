use effigy_base::id::Id;

use super::*;

/// Constraints `a`, `not a`, `b` over two inputs.
fn contradictory() -> (Circuit, Vec<(ConstraintId, Lit)>) {
    let mut circuit = Circuit::new();
    let (a, b) = (circuit.input(), circuit.input());
    let lits = [a, !a, b];
    let constraints =
        lits.iter().enumerate().map(|(n, lit)| (ConstraintId::from_index(n), *lit)).collect();
    (circuit, constraints)
}

#[test]
fn without_time_the_core_is_all_constraints_and_not_called_minimal() {
    let (circuit, constraints) = contradictory();
    let token = CancelToken::new();
    token.cancel();
    let stopped = core(&circuit, &constraints, &[], true, &token);
    assert_eq!((stopped.constraints.len(), stopped.minimal), (3, false));
    let found = core(&circuit, &constraints, &[], true, &CancelToken::new());
    assert_eq!((found.constraints.len(), found.minimal), (2, true));
}
