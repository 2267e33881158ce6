use super::Slices;
use effigy_base::sort::Sort;
use effigy_term::{Role, Term, TermStore, VarInfo};

fn variables(count: usize) -> Vec<Term> {
    let mut store = TermStore::new();
    let mut variable = |i: usize| {
        let name = format!("v{i}").as_str().into();
        store.variable(&VarInfo { name, sort: Sort::BitVec(8), role: Role::Input })
    };
    (0..count).map(&mut variable).collect()
}

#[test]
fn conjuncts_that_share_variables_through_others_are_found_in_order() {
    let v = variables(7);
    let mut slices = Slices::default();
    slices.add(0, &[v[0]]);
    slices.add(1, &[v[1], v[2]]);
    slices.add(2, &[]);
    slices.add(3, &[v[3]]);
    assert_eq!(slices.around(&[v[0]]), (vec![0], vec![v[0]]));
    // This one joins two groups that others are in already.
    slices.add(4, &[v[3], v[2], v[4]]);
    let (conjuncts, mut all) = slices.around(&[v[4], v[6]]);
    all.sort();
    assert_eq!(conjuncts, [1, 3, 4]);
    assert_eq!(all, [v[1], v[2], v[3], v[4], v[6]]);
    // What nothing speaks of stands for itself.
    assert_eq!(slices.around(&[v[5]]), (vec![], vec![v[5]]));
}
