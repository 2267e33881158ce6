//! The store: identity, determinism, collection, substitution, evaluation, variables.

use std::collections::{HashMap, HashSet};

use crate::support::Rng;
use crate::support::expression::build;
use crate::support::random::{Recipe, models, value};
use effigy_base::eval;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Evaluator, Model, Role, Term, TermStore, VarInfo, smtlib};
use effigy_testkit::{cases, times};

#[test]
fn terms_are_small() {
    assert_eq!(size_of::<Term>(), 4);
    assert_eq!(size_of::<Option<Term>>(), 4);
}

#[test]
fn equal_terms_are_one() {
    let mut store = TermStore::new();
    let a = build(&mut store, "(bvadd (bvmul x y) z)", 32);
    let before = store.len();
    assert_eq!(build(&mut store, "(bvadd z (bvmul y x))", 32), a);
    assert_eq!(store.len(), before);
    let unspecified =
        VarInfo { name: "x".to_owned(), sort: Sort::BitVec(32), role: Role::Unspecified };
    let other = store.variable(&unspecified);
    assert_ne!(build(&mut store, "x", 32), Some(other));
    assert!(store.has_unspecified(other));
    assert!(!store.has_unspecified(a.expect("a term")));
}

#[test]
fn ill_sorted_applications_are_refused() {
    let mut store = TermStore::new();
    let (x, p) =
        (build(&mut store, "x", 8).expect("a term"), build(&mut store, "p", 8).expect("a term"));
    assert_eq!(store.try_app(Op::BvAdd, &[x, p]), None);
    assert_eq!(store.try_app(Op::BvAdd, &[x]), None);
    assert_eq!(store.try_app(Op::Extract { hi: 8, lo: 0 }, &[x]), None);
}

/// The same terms, met in different orders among other terms, print the same.
#[test]
fn form_does_not_depend_on_the_order_of_building() {
    let mut random = Rng::new(3);
    cases(0..100, |round| {
        let recipe = Recipe::random(&mut random, [4, 8, 32][round as usize % 3], 60);
        let mut first = TermStore::new();
        let terms = recipe.build(&mut first);
        let mut second = TermStore::new();
        for i in (0..200).rev() {
            second.bits(8, i);
        }
        Recipe::random(&mut random, 8, 100).build(&mut second);
        let again = recipe.build(&mut second);
        for (a, b) in terms.iter().zip(&again) {
            assert_eq!(first.structural_hash(*a), second.structural_hash(*b));
            assert_eq!(smtlib::term(&first, *a), smtlib::term(&second, *b));
        }
    });
}

#[test]
fn collection_keeps_what_roots_reach() {
    let mut random = Rng::new(4);
    let mut store = TermStore::new();
    let terms = Recipe::random(&mut random, 8, 200).build(&mut store);
    let root = terms[150];
    let printed = smtlib::term(&store, root);
    let variables = store.variables(root);
    let before = store.len();
    let freed = store.collect([root]);
    assert!(freed > 0);
    assert_eq!(store.len(), before - freed);
    assert_eq!(store.generation(), 1);
    assert_eq!(smtlib::term(&store, root), printed);
    assert!(store.is_live(root));
    // Slots are used again, ids of live terms mean what they meant.
    let capacity = store.capacity();
    for i in 0..freed as u128 / 2 {
        store.bits(64, 0x1234_0000 + i);
    }
    assert_eq!(store.capacity(), capacity);
    assert_eq!(smtlib::term(&store, root), printed);
    assert_eq!(store.variables(root), variables);
    Recipe::random(&mut random, 8, 200).build(&mut store);
    assert_eq!(smtlib::term(&store, root), printed);
    let before = store.len();
    let freed = store.collect([]);
    assert_eq!(store.len(), before - freed);
    assert!(!store.is_live(root) || store.as_variable(root).is_some());
}

#[test]
#[should_panic(expected = "was read: a holder of terms was not visited")]
fn a_freed_term_is_not_read() {
    let mut store = TermStore::new();
    let dead = store.bits(64, 12345);
    store.collect([]);
    store.sort(dead);
}

#[test]
#[should_panic(expected = "was read: a holder of terms was not visited")]
fn a_freed_term_is_no_root() {
    let mut store = TermStore::new();
    let dead = store.bits(64, 12345);
    store.collect([]);
    store.collect([dead]);
}

#[test]
fn slots_of_freed_terms_can_be_kept_free() {
    let mut store = TermStore::new();
    store.keep_freed();
    let dead = store.bits(64, 12345);
    let before = store.len();
    assert_eq!(store.collect([]), 1);
    assert_eq!(store.len(), before - 1);
    for n in 0..100 {
        assert_ne!(store.bits(64, 1 << 32 | n), dead);
    }
}

/// de Boer and Bonsangue (2021), V . sigma(e) = V(e sigma): evaluating a substituted term is evaluating the term under the model that gives
/// each variable the value of what replaces it. Global and local variables are variables alike here.
#[test]
fn lemmas_2_1_and_3_3_substitution() {
    let mut random = Rng::new(5);
    cases(0..300, |round| {
        let mut store = TermStore::with_rewriting(round % 4 != 0);
        let terms =
            Recipe::random(&mut random, [3, 8, 32][round as usize % 3], 50).build(&mut store);
        let t = terms[terms.len() - 1];
        let mut sigma = HashMap::new();
        for variable in store.variables(t).iter() {
            let fitting: Vec<Term> =
                terms.iter().copied().filter(|u| store.sort(*u) == store.sort(*variable)).collect();
            sigma.insert(*variable, *random.pick(&fitting));
        }
        let substituted = store.substitute(t, &sigma);
        let mut model = Model::new();
        for u in terms.iter().filter(|u| store.as_variable(**u).is_some()) {
            model.set(*u, value(&mut random, store.sort(*u)));
        }
        let mut moved = model.clone();
        for (variable, replacement) in &sigma {
            moved.set(*variable, store.evaluate(*replacement, &model));
        }
        assert_eq!(
            store.evaluate(substituted, &model),
            store.evaluate(t, &moved),
            "round {round}: {} by {sigma:?} under {model:?}",
            smtlib::term(&store, t)
        );
    });
}

#[test]
fn rewriting_keeps_the_value_of_random_terms() {
    let mut random = Rng::new(6);
    cases(0..1000, |round| {
        let recipe = Recipe::random(
            &mut random,
            [1, 2, 3, 4, 8, 16, 32, 40, 64, 100][round as usize % 10],
            60,
        );
        let (mut plain, mut rewriting) = (TermStore::with_rewriting(false), TermStore::new());
        let (before, after) = (recipe.build(&mut plain), recipe.build(&mut rewriting));
        for (before, after) in before.into_iter().zip(after).rev().take(10) {
            let models = models(&mut random, &mut [(&mut plain, before), (&mut rewriting, after)]);
            let (left, right) =
                (plain.evaluate(before, &models[0]), rewriting.evaluate(after, &models[1]));
            assert_eq!(
                left,
                right,
                "round {round}: {} under {:?}",
                smtlib::term(&plain, before),
                models[0]
            );
        }
    });
}

/// Derived operators are expanded; their definitions agree with the evaluator.
#[test]
fn definitions_agree_with_the_evaluator() {
    let mut random = Rng::new(8);
    let widths = [1, 2, 3, 4, 8, 16, 32, 64, 128];
    let all: Vec<(Op, u32)> = Op::ALL.iter().flat_map(|op| widths.map(|w| (*op, w))).collect();
    cases(0..all.len() as u64, |number| {
        let (op, width) = all[number as usize];
        let takes_truth = matches!(op, Op::BoolToBv { .. });
        let op = if takes_truth { Op::BoolToBv { width: 8 } } else { op };
        let sort = if takes_truth { Sort::Bool } else { Sort::BitVec(width) };
        let sorts = vec![sort; op.arity()];
        if op.result_sort(&sorts).is_none() {
            return;
        }
        let mut store = TermStore::new();
        let variable = |name: &&str| {
            store.variable(&VarInfo { name: (*name).to_owned(), sort, role: Role::Input })
        };
        let variables: Vec<Term> = ["x", "y", "z"].iter().take(sorts.len()).map(variable).collect();
        let t = store.app(op, &variables);
        for _ in 0..times(50) {
            let values: Vec<Value> = sorts.iter().map(|sort| value(&mut random, *sort)).collect();
            let model: Model = variables.iter().copied().zip(values.iter().cloned()).collect();
            let Some(expected) = eval::eval(op, &values) else { continue };
            assert_eq!(store.evaluate(t, &model), expected, "{op:?} of {values:?}");
        }
    });
}

/// No term has a derived operator: what reads terms need not know them.
#[test]
fn derived_operators_are_no_nodes() {
    let (mut derived, mut used) = (HashSet::new(), HashSet::new());
    for op in Op::ALL {
        let op = if let Op::BoolToBv { .. } = op { Op::BoolToBv { width: 8 } } else { *op };
        for width in [1, 8, 16, 32, 64, 80, 128] {
            let sort = if op.head() == "bool_to_bv" { Sort::Bool } else { Sort::BitVec(width) };
            if op.result_sort(&vec![sort; op.arity()]).is_none() {
                continue;
            }
            let mut store = TermStore::with_rewriting(false);
            let variables = ["x", "y", "z"].map(|name| {
                store.variable(&VarInfo { name: name.to_owned(), sort, role: Role::Input })
            });
            let t = store.app(op, &variables[..op.arity()]);
            if store.op(t) != Some(op) {
                derived.insert(op.head());
            }
            let mut waiting = vec![t];
            while let Some(t) = waiting.pop() {
                used.extend(store.op(t).map(Op::head));
                waiting.extend(store.args(t));
            }
        }
    }
    let met: Vec<_> = derived.intersection(&used).collect();
    assert!(met.is_empty() && derived.contains("bvsmulo"), "{met:?} of {derived:?}");
}

#[test]
fn evaluator_is_reused_for_many_models() {
    let mut store = TermStore::new();
    let t = build(&mut store, "(bvult (bvadd (bvmul x x) #3) (bvxor x #85))", 8).expect("a term");
    let x = store.variables(t)[0];
    let (mut evaluator, empty) = (Evaluator::new(), Model::new());
    for bits in 0..256u64 {
        evaluator.reset();
        evaluator.assign(x, bits);
        let expected = (bits * bits + 3) & 255 < bits ^ 85;
        assert_eq!(evaluator.truth(&store, t, &empty), Some(expected));
    }
    evaluator.reset();
    assert_eq!(evaluator.word(&store, x, &empty), Some(0));
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut store = TermStore::new();
    let (x, y) =
        (build(&mut store, "x", 32).expect("a term"), build(&mut store, "y", 32).expect("a term"));
    let mut t = x;
    for _ in 0..200_000 {
        let product = store.bvmul(t, y);
        t = store.bvadd(product, x);
    }
    assert_eq!(store.variables(t).len(), 2);
    assert_eq!(store.evaluate(t, &Model::new()), Value::bits(32, 0));
    let one = store.bits(32, 1);
    let folded = store.substitute(t, &HashMap::from([(x, one), (y, one)]));
    assert_eq!(store.as_bits(folded), Some(200_001));
    assert!(store.collect([]) > 200_000);
}
