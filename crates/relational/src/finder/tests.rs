use super::*;
use crate::declaration::Declaration;
use crate::universe::Universe;

/// What a row of a witness is for no member says nothing, and symmetry predicates would compare it before what does.
#[test]
fn witnesses_are_empty_where_a_variable_that_they_depend_on_is_no_member() {
    let mut p = Problem::new(Universe::new(["a", "b"]).unwrap());
    let all = p.universe().all();
    let s = p.relation("s", TupleSet::empty(1), all.clone()).unwrap();
    let r = p.relation("r", TupleSet::empty(2), all.product(&all)).unwrap();
    let (s, r) = (p.rel(s).unwrap(), p.rel(r).unwrap());
    let (x, y) = (p.variable("x", 1).unwrap(), p.variable("y", 1).unwrap());
    let pair = [p.var(x).unwrap(), p.var(y).unwrap()];
    let pair = p.product(pair[0], pair[1]).unwrap();
    let has = p.subset(pair, r).unwrap();
    let univ = p.univ();
    let some = p.exists(&[Declaration::one(y, univ)], has).unwrap();
    let total = p.for_all(&[Declaration::one(x, s)], some).unwrap();
    p.constrain("total", total).unwrap();
    let mut translated =
        Translated::new(&p, FinderOptions::default(), &CancelToken::new()).unwrap();
    assert_eq!(translated.witnesses.len(), 2);
    for witness in &translated.witnesses {
        let (_, tuple) = witness.parameters[0];
        let member = translated.relations[0].get(tuple);
        for &(_, lit) in &witness.value.entries {
            let mut holds = |lits: &[Lit]| translated.circuit.solve(lits, &CancelToken::new());
            assert_eq!(holds(&[lit, !member]), Solved::Unsat);
            assert_eq!(holds(&[lit, member]), Solved::Sat);
        }
    }
}
