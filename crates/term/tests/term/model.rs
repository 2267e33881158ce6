//! Models against a plain map: whatever is shared, a copy keeps what it has.

use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Model, Role, Term, TermStore, VarInfo};
use effigy_testkit::{Rng, cases, times};
use std::collections::BTreeMap;

fn agree(model: &Model, map: &BTreeMap<Term, Value>, variables: &[Term]) {
    let values: Vec<(Term, Value)> = model.iter().map(|(t, v)| (t, v.clone())).collect();
    let expected: Vec<(Term, Value)> = map.iter().map(|(t, v)| (*t, v.clone())).collect();
    assert_eq!(values, expected);
    assert_eq!((model.len(), model.is_empty()), (map.len(), map.is_empty()));
    for variable in variables {
        assert_eq!(model.get(*variable), map.get(variable));
    }
}

#[test]
fn copies_share_values_and_no_change() {
    let mut store = TermStore::new();
    let variables: Vec<Term> = (0..40)
        .map(|i| {
            let (name, sort) = (format!("v{i}"), Sort::BitVec(8));
            store.variable(&VarInfo { name, sort, role: Role::Input })
        })
        .collect();
    cases([7], |seed| {
        let mut numbers = Rng::new(seed);
        let mut all = vec![(Model::new(), BTreeMap::new())];
        for step in 0..times(4000) {
            let at = numbers.below(all.len());
            let other = numbers.below(all.len());
            let variable = variables[numbers.below(variables.len())];
            match numbers.below(8) {
                0 if all.len() < 12 => {
                    let copy = all[at].clone();
                    all.push(copy);
                }
                0 | 1 => {
                    all[at].0.remove(variable);
                    all[at].1.remove(&variable);
                }
                2 => {
                    let (model, map) = all[other].clone();
                    all[at].0.merge(&model);
                    all[at].1.extend(map);
                }
                3 if step % 16 == 0 => all[at] = Default::default(),
                _ => {
                    let value = Value::bits(8, numbers.below(256) as u128);
                    all[at].0.set(variable, value.clone());
                    all[at].1.insert(variable, value);
                }
            }
            all.iter().for_each(|(model, map)| agree(model, map, &variables));
            let equal = all[at].1 == all[other].1;
            assert_eq!(all[at].0 == all[other].0, equal);
        }
    });
}
