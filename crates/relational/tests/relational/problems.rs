//! What a problem refuses, and what it says then.

use effigy_relational::{
    Atom, Declaration, EvaluationError, Evaluator, Finder, FinderOptions, Found, Instance,
    Multiplicity, Overflow, Problem, ProblemError, TupleSet, Universe,
};

fn three() -> Problem {
    Problem::new(Universe::new(["a", "b", "c"]).unwrap())
}

fn pair(a: u32, b: u32) -> TupleSet {
    TupleSet::pairs([(Atom(a), Atom(b))])
}

#[test]
fn names_of_atoms_differ() {
    let error = Universe::new(["a", "b", "a"]).unwrap_err();
    assert_eq!(error.to_string(), "two atoms have the name `a`");
    let universe = Universe::new(["a", "b"]).unwrap();
    assert_eq!((universe.atom("b"), universe.atom("c")), (Some(Atom(1)), None));
    assert_eq!((universe.name(Atom(1)), universe.name(Atom(7))), ("b", "?"));
}

#[test]
fn tuple_sets_are_sorted_and_of_one_arity() {
    let set =
        TupleSet::of(2, [[Atom(1), Atom(0)], [Atom(0), Atom(2)], [Atom(1), Atom(0)]]).unwrap();
    assert_eq!(set.iter().collect::<Vec<_>>(), [[Atom(0), Atom(2)], [Atom(1), Atom(0)]]);
    assert_eq!((set.len(), set.position(&[Atom(1), Atom(0)])), (2, Some(1)));
    assert_eq!(set.position(&[Atom(1)]), None);
    let error = TupleSet::of(2, [vec![Atom(0)]]).unwrap_err();
    assert_eq!(error.to_string(), "a tuple has arity 1, arity 2 is needed");
    assert_eq!(TupleSet::of::<[Atom; 0]>(0, []), Err(ProblemError::NoArity));
    let atoms = TupleSet::set([Atom(2), Atom(0)]);
    assert_eq!(set.union(&atoms), None);
    assert_eq!(atoms.product(&atoms).len(), 4);
    let mut more = atoms.clone();
    assert!(more.insert(&[Atom(1)]) && !more.insert(&[Atom(1)]) && !more.insert(&[Atom(1); 2]));
    assert_eq!(more.iter().flatten().map(|a| a.0).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(more.difference(&atoms), Some(TupleSet::set([Atom(1)])));
}

#[test]
fn bounds_are_checked() {
    let mut p = three();
    let error = p.relation("r", TupleSet::empty(1), pair(0, 1)).unwrap_err();
    assert_eq!(error.to_string(), "the lower bound of `r` has arity 1, arity 2 is needed");
    let error = p.relation("r", pair(0, 1), pair(1, 0)).unwrap_err();
    assert_eq!(error, ProblemError::LowerBound { relation: "r".into() });
    let error = p.relation("r", TupleSet::empty(2), pair(0, 3)).unwrap_err();
    assert_eq!(error.to_string(), "`r` has the atom 3, the universe has 3");
    let r = p.relation("r", TupleSet::empty(2), pair(0, 1)).unwrap();
    let error = p.tighten(r, TupleSet::empty(2), pair(0, 2)).unwrap_err();
    assert_eq!(error, ProblemError::WiderBounds { relation: "r".into() });
    p.tighten(r, pair(0, 1), pair(0, 1)).unwrap();
    let error = p.tighten(r, TupleSet::empty(2), pair(0, 1)).unwrap_err();
    assert_eq!(error, ProblemError::WiderBounds { relation: "r".into() });
}

#[test]
fn arities_are_checked() {
    let mut p = three();
    let (set, pairs) = (p.univ(), p.iden());
    let union = p.union(set, pairs).unwrap_err();
    assert_eq!(
        union.to_string(),
        "the operands of union have arities 1 and 2, which must be the same"
    );
    assert_eq!(p.join(set, set), Err(ProblemError::JoinOfSets));
    for error in [
        p.transpose(set).unwrap_err(),
        p.closure(set).unwrap_err(),
        p.reflexive_closure(set).unwrap_err(),
        p.restrict_domain(pairs, pairs).unwrap_err(),
        p.restrict_range(pairs, pairs).unwrap_err(),
    ] {
        assert!(matches!(error, ProblemError::Arity { .. }), "{error}");
    }
    for error in [
        p.intersection(set, pairs).unwrap_err(),
        p.difference(set, pairs).unwrap_err(),
        p.override_with(set, pairs).unwrap_err(),
        p.subset(set, pairs).unwrap_err(),
        p.equal(set, pairs).unwrap_err(),
    ] {
        assert!(matches!(error, ProblemError::DifferentArities { .. }), "{error}");
    }
    let truth = p.truth(true);
    assert!(p.if_expr(truth, set, pairs).is_err());
    let mut wide = pairs;
    let error = loop {
        match p.product(wide, pairs) {
            Ok(wider) => wide = wider,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, ProblemError::ArityTooLarge { atoms: 3, .. }), "{error}");
    assert_eq!(p.none(0), Err(ProblemError::NoArity));
}

#[test]
fn declarations_are_checked() {
    let mut p = three();
    let (set, pairs, truth) = (p.univ(), p.iden(), p.truth(true));
    let x = p.variable("x", 1).unwrap();
    let two = p.variable("two", 2).unwrap();
    assert_eq!(p.variable("none", 0), Err(ProblemError::NoArity));
    let error = p.for_all(&[Declaration::one(x, pairs)], truth).unwrap_err();
    assert_eq!(error.to_string(), "the bound of `x` has arity 2, arity 1 is needed");
    assert_eq!(p.exists(&[], truth), Err(ProblemError::NoDeclarations("a quantifier")));
    let some = Declaration::with(x, Multiplicity::Some, set);
    let error = p.comprehension(&[some], truth).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`x` is declared as some in a comprehension, where a variable stands for one tuple"
    );
    let error = p.comprehension(&[Declaration::one(two, pairs)], truth).unwrap_err();
    assert!(error.to_string().starts_with("`two` has arity 2 in a comprehension"), "{error}");
    let used = p.var(x).unwrap();
    let open = p.some(used).unwrap();
    let error = p.constrain("fact", open).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the constraint `fact` has the variable `x`, which nothing declares there"
    );
    // A bound sees the variables before it and not its own.
    let error = p.exists(&[Declaration::one(x, used)], truth).and_then(|f| p.constrain("own", f));
    assert!(matches!(error, Err(ProblemError::FreeVariable { .. })));
}

#[test]
fn integers_are_checked() {
    let mut p = three();
    let set = p.univ();
    assert_eq!(p.cardinality(set), Err(ProblemError::NoIntegers));
    assert_eq!(p.all_ints(), Err(ProblemError::NoIntegers));
    assert_eq!(p.integers(0, &[]), Err(ProblemError::Width(0)));
    assert_eq!(p.integers(33, &[]), Err(ProblemError::Width(33)));
    let error = p.integers(3, &[(Atom(0), 4)]).unwrap_err();
    assert_eq!(error.to_string(), "the integer 4 does not fit into 3 bits");
    for twice in [[(Atom(0), 1), (Atom(0), 2)], [(Atom(0), 1), (Atom(1), 1)]] {
        assert!(matches!(p.integers(3, &twice), Err(ProblemError::SameInteger { .. })));
    }
    assert!(matches!(p.integers(3, &[(Atom(3), 1)]), Err(ProblemError::NoSuchAtom { .. })));
    p.integers(3, &[(Atom(2), 1)]).unwrap();
    assert_eq!(p.integers(3, &[]), Err(ProblemError::IntegersTwice));
    assert_eq!(p.int(-5), Err(ProblemError::TooWide { number: -5, width: 3 }));
    assert!(p.int(-4).is_ok() && p.int(3).is_ok());
}

#[test]
fn ids_of_another_problem_are_refused() {
    let mut large = three();
    let empty = TupleSet::empty(1);
    let relation = large.relation("r", empty.clone(), empty).unwrap();
    let x = large.variable("x", 1).unwrap();
    let expr = large.var(x).unwrap();
    let formula = large.some(expr).unwrap();
    let mut small = three();
    assert_eq!(small.rel(relation), Err(ProblemError::NoSuch("relation")));
    assert_eq!(small.var(x), Err(ProblemError::NoSuch("variable")));
    assert_eq!(small.some(expr), Err(ProblemError::NoSuch("expression")));
    assert_eq!(small.not(formula), Err(ProblemError::NoSuch("formula")));
    assert!(small.constrain("c", formula).is_err());
    let instance = Instance::new(Vec::new());
    let mut evaluator = Evaluator::new(&small, &instance, Overflow::Forbid);
    assert_eq!(evaluator.holds(formula), Err(EvaluationError::NoSuch("formula")));
    let mut evaluator = Evaluator::new(&large, &instance, Overflow::Forbid);
    assert_eq!(evaluator.holds(formula), Err(EvaluationError::FreeVariable("x".into())));
    let value = large.rel(relation).unwrap();
    let mut evaluator = Evaluator::new(&large, &instance, Overflow::Forbid);
    assert_eq!(evaluator.value(value), Err(EvaluationError::NoSuch("relation")));
}

/// The deepest formulas that can be stated are solved and evaluated on a thread of the usual size.
#[test]
fn nodes_are_nested_up_to_a_limit_that_is_solved() {
    let deepest = |grow: &dyn Fn(&mut Problem, effigy_relational::FormulaId) -> Result<_, _>| {
        let mut p = three();
        let set = p.univ();
        let mut formula = p.some(set).unwrap();
        let error = loop {
            match grow(&mut p, formula) {
                Ok(deeper) => formula = deeper,
                Err(error) => break error,
            }
        };
        assert_eq!(error, ProblemError::TooDeep);
        p.constrain("deep", formula).unwrap();
        let mut finder = Finder::new(&p, FinderOptions::default());
        let found = finder.next_instance(&Default::default());
        assert!(!matches!(found, Found::Unknown(_)), "{found:?}");
    };
    deepest(&|p, f| p.not(f));
    deepest(&|p, f| {
        let x = p.variable("x", 1)?;
        let one = p.constant(TupleSet::set([Atom(0)]))?;
        p.for_all(&[Declaration::one(x, one)], f)
    });
    deepest(&|p, f| {
        let (a, b) = (p.univ(), p.none(1)?);
        let chosen = p.if_expr(f, a, b)?;
        p.some(chosen)
    });
    deepest(&|p, f| {
        let x = p.variable("x", 1)?;
        let set = p.univ();
        let chosen = p.comprehension(&[Declaration::one(x, set)], f)?;
        let joined = p.union(chosen, set)?;
        p.some(joined)
    });
}

#[test]
fn equal_nodes_have_one_id() {
    let mut p = three();
    let (a, b) = (p.univ(), p.none(1).unwrap());
    assert_eq!(p.union(a, b), p.union(a, b));
    assert_ne!(p.union(a, b), p.union(b, a));
    let (f, g) = (p.subset(a, b).unwrap(), p.subset(a, b).unwrap());
    assert_eq!(f, g);
}

#[test]
fn quantifiers_over_many_sets_are_not_evaluated() {
    let mut p = Problem::new(Universe::new((0..20).map(|n| n.to_string())).unwrap());
    let (x, set, truth) = (p.variable("x", 1).unwrap(), p.univ(), p.truth(true));
    let sets = Declaration::with(x, Multiplicity::Set, set);
    let formula = p.for_all(&[sets], truth).unwrap();
    let instance = Instance::new(Vec::new());
    let error = Evaluator::new(&p, &instance, Overflow::Forbid).holds(formula).unwrap_err();
    assert_eq!(error, EvaluationError::TooManySets { variable: "x".into(), tuples: 20 });
}
