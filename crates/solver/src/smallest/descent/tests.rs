use super::Descent;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Evaluator, Model, Role, Term, TermStore, VarInfo};

fn variable(store: &mut TermStore, name: &str, role: Role) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort: Sort::Int, role })
}

/// The values that three numbers have after a search over `forall i in 0..=last: i + x + y + z >= 0`, all 1000 before.
fn lowered(last: i64) -> Vec<i64> {
    let mut store = TermStore::new();
    let numbers = ["x", "y", "z"].map(|name| variable(&mut store, name, Role::Input));
    let bound = variable(&mut store, "i", Role::Bound);
    let sum = numbers.into_iter().fold(bound, |sum, x| store.app(Op::IntAdd, &[sum, x]));
    let [lo, hi] = [0, last].map(|n| store.constant(&Value::int(n)));
    let body = store.app(Op::IntLe, &[lo, sum]);
    let condition = [store.forall_between(lo, hi, bound, body)];
    let mut model = Model::default();
    numbers.into_iter().for_each(|x| model.set(x, Value::int(1000)));
    let mut search =
        Descent { store: &mut store, condition: &condition, evaluator: Evaluator::new() };
    let small = search.run(model);
    let number = |x: Term| small.get(x).and_then(Value::as_int).and_then(|n| i64::try_from(n).ok());
    numbers.into_iter().filter_map(number).collect()
}

#[test]
fn every_number_is_lowered_where_a_trial_costs_little() {
    assert_eq!(lowered(10), [0, 0, 0]);
}

#[test]
fn a_search_ends_with_what_it_has_where_trials_cost_much() {
    assert_eq!(lowered(600_000), [0, 0, 1000]);
}
