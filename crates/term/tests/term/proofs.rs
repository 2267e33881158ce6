//! What Z3 proves.

use std::path::Path;

use crate::support::Rng;
use crate::support::examples::examples;
use crate::support::expression::build;
use crate::support::random::Recipe;
use crate::support::z3::Batch;
use effigy_base::eval;
use effigy_base::op::{Op, RoundingMode};
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::smtlib::{ScriptOptions, script};
use effigy_term::{Role, Term, TermStore, VarInfo, smtlib};
use effigy_testkit::{batch, tool};

/// Fails unless all answers are `unsat`; a question that was too hard for Z3 may stay open where `may_be_open` says so.
fn all_unsat(z3: &Path, batch: &Batch, may_be_open: fn(&str) -> bool) {
    let answers = batch.run(z3);
    let open =
        answers.iter().filter(|(_, answer)| answer == "unknown" || answer == "timeout").count();
    let wrong: Vec<String> = answers
        .iter()
        .filter(|(label, answer)| answer != "unsat" && !(answer != "sat" && may_be_open(label)))
        .map(|(label, answer)| format!("{answer}: {label}"))
        .collect();
    println!(
        "{} proved, {open} open",
        answers.iter().filter(|(_, answer)| answer == "unsat").count()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_are_equivalences() {
    let Some(z3) = tool("z3") else { return };
    let mut batch = Batch::default();
    for example in examples() {
        for text in example.applies {
            for width in [1, 2, 3, 4, 8, 32, 64] {
                let (mut plain, mut rewriting) =
                    (TermStore::with_rewriting(false), TermStore::new());
                let Some(before) = build(&mut plain, text, width) else { continue };
                let after = build(&mut rewriting, text, width).expect("it was built before");
                // Integers and reals have no width. References are distinguished by their roles, which Z3 does not see.
                let features = plain.features(before);
                if (features.integers() || features.declared()) && width > 1
                    || example.rule == "eq-constructed"
                {
                    continue;
                }
                let label = format!("{width} bits, {}: {text}", example.rule);
                batch.add_equivalence(label, (&plain, before), (&rewriting, after));
            }
        }
    }
    // That 1 to any power is 1 needs induction over the definition of powers.
    all_unsat(&z3, &batch, |label| {
        label.starts_with("32") || label.starts_with("64") || label.ends_with("(int.pow %1 i)")
    });
}

#[test]
fn rewriting_keeps_random_terms() {
    let Some(z3) = tool("z3") else { return };
    batch(0..300, |rounds| {
        let mut batch = Batch::default();
        for round in rounds {
            let width = [1, 2, 3, 4, 8][round as usize % 5];
            let recipe = Recipe::random(&mut Rng::new(round), width, 30);
            let (mut plain, mut rewriting) = (TermStore::with_rewriting(false), TermStore::new());
            let (before, after) = (recipe.build(&mut plain), recipe.build(&mut rewriting));
            let (before, after) = (before[before.len() - 1], after[after.len() - 1]);
            let label = format!("round {round}, {width} bits: {}", smtlib::term(&plain, before));
            batch.add_equivalence(label, (&plain, before), (&rewriting, after));
        }
        all_unsat(&z3, &batch, |_| true);
    });
}

/// Scripts of random conjunctions are read, and answered as the evaluator does.
#[test]
fn scripts_are_accepted() {
    let Some(z3) = tool("z3") else { return };
    batch(0..100, |rounds| {
        let mut batch = Batch::default();
        for round in rounds {
            let recipe = Recipe::random(&mut Rng::new(round), [2, 8][round as usize % 2], 40);
            let mut store = TermStore::new();
            let terms = recipe.build(&mut store);
            let mut assertions = Vec::new();
            for t in terms {
                let value = store.evaluate(t, &effigy_term::Model::new());
                let value = store.constant(&value);
                let differs = store.distinct(t, value);
                assertions.push(differs);
            }
            let none = store.or_all(&assertions);
            for variable in store.variables(none).iter() {
                let zero = store.constant(&Value::zero(store.sort(*variable)));
                let is_zero = store.eq(*variable, zero);
                assertions.push(is_zero);
            }
            let zeros = assertions.split_off(recipe.steps.len());
            let all: Vec<_> = [none].into_iter().chain(zeros).collect();
            let label = format!("round {round}: {}", smtlib::term(&store, none));
            batch.add(label, &script(&store, &all, ScriptOptions::default()));
        }
        all_unsat(&z3, &batch, |_| false);
    });
}

/// Simplified quantifiers mean what they meant.
#[test]
fn quantifiers_are_simplified_rightly() {
    let Some(z3) = tool("z3") else { return };
    let mut batch = Batch::default();
    for text in [
        "(forall %1 %3 v (int.lt j (select f v)))",
        "(forall %3 %1 v (int.lt %0 (select f v)))",
        "(forall i i v (int.lt %0 (select f v)))",
        "(forall i j v (int.lt k n))",
        "(forall i j v (int.le v (int.add v k)))",
        "(forall i j v (int.lt (int.add v %2) (int.mul v %3)))",
        "(forall v j v (int.lt v (select f v)))",
        "(forall %0 %2 v (forall v %3 v (int.lt v (select f v))))",
    ] {
        let (mut plain, mut rewriting) = (TermStore::with_rewriting(false), TermStore::new());
        let before = build(&mut plain, text, 8).expect("well-sorted");
        let after = build(&mut rewriting, text, 8).expect("well-sorted");
        batch.add_equivalence(text.to_owned(), (&plain, before), (&rewriting, after));
    }
    all_unsat(&z3, &batch, |_| false);
}

const FLOAT_OPERATORS: &[Op] = &[
    Op::FpAdd,
    Op::FpSub,
    Op::FpMul,
    Op::FpDiv,
    Op::FpFmod,
    Op::FpSqrt,
    Op::FpFma,
    Op::FpNeg,
    Op::FpAbs,
    Op::FpEq,
    Op::FpLt,
    Op::FpLe,
    Op::FpIsNan,
    Op::FpRound(RoundingMode::NearestEven),
    Op::FpRound(RoundingMode::NearestAway),
    Op::FpRound(RoundingMode::TowardZero),
    Op::FpRound(RoundingMode::TowardNegative),
    Op::FpRound(RoundingMode::TowardPositive),
    Op::FpToFp { width: 64 },
    Op::FpFromSbv { width: 32 },
    Op::FpFromUbv { width: 32 },
    Op::FpToSbv { width: 8 },
    Op::FpToUbv { width: 8 },
    Op::FpToSbv { width: 64 },
    Op::FpToUbv { width: 64 },
];

/// How many values each operator is asked about.
const VALUES: usize = 8;

/// Interesting bit patterns of 32-bit floats and their neighbours.
fn float_bits(random: &mut Rng) -> u128 {
    let special = [
        0,
        1 << 31,
        0x3f80_0000,
        0xbfc0_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        1,
        0x42fe_0000,
    ];
    match random.below(3) {
        0 => *random.pick(&special),
        1 => u128::from(
            (0x3f00_0000 + (random.next_u64() as u32 & 0x0400_ffff))
                | (random.next_u64() as u32 & (1 << 31)),
        ),
        _ => u128::from(random.next_u64() as u32),
    }
}

/// The evaluator gives what SMT-LIB's theory of floating-point numbers gives, by way of the printed script.
#[test]
fn floats_are_evaluated_as_solvers_do() {
    let Some(z3) = tool("z3") else { return };
    batch(0..(FLOAT_OPERATORS.len() * VALUES) as u64, |numbers| {
        let mut batch = Batch::default();
        for number in numbers {
            let op = FLOAT_OPERATORS[number as usize / VALUES];
            let random = &mut Rng::new(number);
            let mut store = TermStore::new();
            let values: Vec<Value> =
                (0..op.arity()).map(|_| Value::bits(32, float_bits(random))).collect();
            let variable = |name: &&str| {
                let (name, sort) = ((*name).to_owned(), Sort::BitVec(32));
                store.variable(&VarInfo { name, sort, role: Role::Input })
            };
            let variables: Vec<Term> =
                ["x", "y", "z"].iter().take(op.arity()).map(variable).collect();
            let result = store.app(op, &variables);
            let expected = store.constant(&eval::eval(op, &values).expect("a value"));
            let mut assertions = vec![store.distinct(result, expected)];
            for (variable, value) in variables.iter().zip(&values) {
                let value = store.constant(value);
                assertions.push(store.eq(*variable, value));
            }
            batch.add(
                format!("{op:?} of {values:?}"),
                &script(&store, &assertions, ScriptOptions::default()),
            );
        }
        all_unsat(&z3, &batch, |_| false);
    });
}
