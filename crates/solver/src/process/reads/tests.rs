use super::{MOST_CHOICES, without_writes};
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_term::{Role, Term, TermStore, VarInfo};

fn input(store: &mut TermStore, name: &str, sort: Sort) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort, role: Role::Input })
}

/// `array(x) = y` with this many writes before it.
fn filled(store: &mut TermStore, writes: usize) -> Term {
    let sort = Sort::Array { index: Scalar::Int, element: Scalar::Int };
    let mut array = input(store, "array", sort);
    for i in 1..=writes as i128 {
        let (at, element) = (store.int(i), store.int(i * i));
        array = store.store(array, at, element);
    }
    let (x, y) = (input(store, "x", Sort::Int), input(store, "y", Sort::Int));
    let read = store.select(array, x);
    store.eq(read, y)
}

fn writes(store: &TermStore, t: Term) -> usize {
    let own = usize::from(store.op(t) == Some(Op::Store));
    own + store.args(t).iter().map(|arg| writes(store, *arg)).sum::<usize>()
}

#[test]
fn a_read_of_a_filled_array_is_a_choice_for_each_write() {
    let mut store = TermStore::new();
    for filling in [50, 100, 200] {
        let condition = filled(&mut store, filling);
        let rewritten = without_writes(&mut store, &[condition]);
        assert_eq!(rewritten.len(), 1);
        assert_eq!(writes(&store, rewritten[0]), 0);
        let size = store.size(&rewritten);
        assert!(size < 5 * filling + 10, "{size} terms of {filling} writes");
    }
}

#[test]
fn an_index_is_rewritten_too() {
    let mut store = TermStore::new();
    let condition = filled(&mut store, 3);
    let &[outer, _] = store.args(condition) else { panic!("an equality") };
    let sides = store.args(condition).to_vec();
    let read = sides.into_iter().find(|t| store.op(*t) == Some(Op::Select)).unwrap_or(outer);
    let &[array, _] = store.args(read) else { panic!("a read") };
    let nested = store.select(array, read);
    let below = store.lt(nested, read);
    let rewritten = without_writes(&mut store, &[below]);
    assert_eq!(writes(&store, rewritten[0]), 0);
}

#[test]
fn too_many_choices_and_quantifiers_keep_their_arrays() {
    let mut store = TermStore::new();
    let long = filled(&mut store, MOST_CHOICES + 1);
    assert_eq!(without_writes(&mut store, &[long]), [long]);
    let short = filled(&mut store, 3);
    let (low, high) = (store.int(0), input(&mut store, "n", Sort::Int));
    let bound =
        store.variable(&VarInfo { name: "i".to_owned(), sort: Sort::Int, role: Role::Bound });
    let within = store.le(bound, high);
    let all = store.forall_between(low, high, bound, within);
    let both = [short, all];
    let kept = without_writes(&mut store, &both);
    assert_eq!(kept, both);
}
