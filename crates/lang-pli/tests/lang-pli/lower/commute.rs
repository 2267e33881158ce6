//! Commutativity (King 1976, section 5): running on symbols and then putting numbers for them is running on the numbers.
//! And on the way: each input satisfies the path condition of one leaf and of no other.

use super::support::{lowered, nothing};
use effigy_base::sort::Scalar;
use effigy_base::value::{ArrayValue, Value};
use effigy_exec::context::{Context, Job};
use effigy_exec::leaves::Leaves;
use effigy_exec::state::State;
use effigy_exec::stop::{Ending, Stop};
use effigy_lang_pli::lower::{Integers, start_of};
use effigy_solver::{BackEnd, SolverOptions};
use effigy_term::{Evaluator, Model, Term};
use effigy_testkit::pli::{Arithmetic, program};
use effigy_testkit::{Rng, cases, times};
use num_bigint::BigInt;
use std::cell::Cell;
use std::sync::Arc;

/// Pairs of a program and an input that ends in a leaf, at least.
const PAIRS: usize = 10_000;
/// Inputs of each program.
const INPUTS: usize = 24;
/// Leaves of a tree beyond which a program is passed over.
const MOST_LEAVES: usize = 80;

fn job(source: &str, integers: Integers) -> Job {
    let program = lowered(source, None, integers);
    let entry = program.function_named(&start_of("T")).expect("the procedure");
    let mut job = Job::new(Arc::new(program), nothing(), entry);
    job.solver = SolverOptions { back_end: BackEnd::Embedded, ..SolverOptions::default() };
    job
}

/// How a path ended: in words with its place.
fn words(ending: &Ending) -> String {
    match ending {
        Ending::Finding(failure) => {
            let place = failure.stack.iter().find(|f| f.line > 0).map(|f| (f.line, f.column));
            format!("{} {} at {place:?}", failure.kind, failure.message)
        }
        other => format!("{other:?}"),
    }
}

fn run(context: &mut Context, state: &mut State) -> Stop {
    loop {
        match context.run(state, 1 << 20) {
            Stop::Pause => {}
            stop => return stop,
        }
    }
}

/// The leaves of the tree; `None` when it has too many or the solver gave up.
fn leaves(context: &mut Context) -> Option<Vec<(State, Ending)>> {
    let mut walk = Leaves::of(context);
    let mut leaves = Vec::new();
    while let Some((state, ending)) = walk.next() {
        leaves.push((state, ending));
        let undecided = matches!(leaves.last(), Some((_, Ending::Unknown(_))));
        if undecided || leaves.len() + walk.pending() > MOST_LEAVES {
            return None;
        }
    }
    Some(leaves)
}

fn number(integers: Integers, value: i32) -> Value {
    match integers {
        Integers::Unbounded => Value::Int(BigInt::from(value)),
        Integers::Fixed => Value::bits(32, value as u32 as u128),
    }
}

fn array(integers: Integers, elements: &[i32]) -> Value {
    let index = match integers {
        Integers::Unbounded => Scalar::Int,
        Integers::Fixed => Scalar::BitVec(32),
    };
    let mut array = ArrayValue::new(index, number(integers, 0));
    for (at, element) in (1..).zip(elements) {
        array.store(number(integers, at), number(integers, *element));
    }
    Value::Array(array)
}

/// Small numbers mostly; sometimes one at the border of what machine integers hold.
fn random(rng: &mut Rng) -> i32 {
    match rng.below(12) {
        0 => i32::MAX - rng.below(3) as i32,
        1 => i32::MIN + rng.below(3) as i32,
        _ => rng.below(12) as i32 - 4,
    }
}

type Inputs = Vec<(String, Vec<i32>)>;

fn inputs(rng: &mut Rng) -> Inputs {
    let mut elements = |count| (0..count).map(|_| random(rng)).collect::<Vec<_>>();
    ["X", "Y"]
        .iter()
        .map(|name| ((*name).to_owned(), 1))
        .chain([("A".to_owned(), 4), ("READ".to_owned(), 6)])
        .map(|(name, count)| (name, elements(count)))
        .collect()
}

fn values(inputs: &Inputs, integers: Integers) -> Vec<(String, Value)> {
    let value = |elements: &Vec<i32>| match elements.as_slice() {
        [one] => number(integers, *one),
        all => array(integers, all),
    };
    inputs.iter().map(|(name, elements)| (name.clone(), value(elements))).collect()
}

/// How a concrete run ends and what it outputs.
fn concretely(
    context: &mut Context,
    given: Vec<(String, Value)>,
) -> (String, Vec<(String, Value)>) {
    context.job.given = Arc::new(given);
    let (mut state, started) = context.initial(Vec::new());
    assert!(started.is_ok());
    let stop = run(context, &mut state);
    let results = context.results(&state, &Model::default());
    match stop {
        Stop::End(ending) => (words(&ending), results),
        other => panic!("a run on numbers stopped with {other:?}"),
    }
}

fn model(leaves: &[(State, Ending)], given: &[(String, Value)]) -> Model {
    let mut model = Model::default();
    for input in leaves.iter().flat_map(|(state, _)| state.inputs.iter()) {
        let value = given.iter().find(|(name, _)| *name == input.name);
        if let (Some((_, value)), [term]) = (value, input.terms.as_slice()) {
            model.set(*term, value.clone());
        }
    }
    model
}

/// Compares all inputs of one program; the number of those that end in a leaf.
fn compare(source: &str, rng: &mut Rng) -> usize {
    let job = job(source, Integers::Fixed);
    let mut symbolic = Context::new(job.clone()).expect("the embedded solver");
    let Some(leaves) = leaves(&mut symbolic) else { return 0 };
    let mut concrete = Context::new(job).expect("the embedded solver");
    let mut pairs = 0;
    for _ in 0..times(INPUTS) {
        let given = values(&inputs(rng), Integers::Fixed);
        let (ending, results) = concretely(&mut concrete, given.clone());
        let model = model(&leaves, &given);
        let mut evaluator = Evaluator::new();
        let store = &symbolic.store;
        let holds = |condition: &[Term], evaluator: &mut Evaluator| {
            condition.iter().all(|t| evaluator.truth(store, *t, &model) == Some(true))
        };
        let taken: Vec<usize> = (0..leaves.len())
            .filter(|leaf| holds(&leaves[*leaf].0.path.condition, &mut evaluator))
            .collect();
        let shown = || format!("{source}\nwith {given:?}: {ending}");
        if ending == words(&Ending::Assumed) && taken.is_empty() {
            continue;
        }
        let [leaf] = taken.as_slice() else { panic!("{} leaves of {}", taken.len(), shown()) };
        let (state, end) = &leaves[*leaf];
        assert_eq!(words(end), ending, "{}", shown());
        let instantiated = symbolic.results(state, &model);
        assert_eq!(instantiated, results, "{}", shown());
        pairs += 1;
    }
    pairs
}

#[test]
fn symbols_and_numbers_commute() {
    let mut rng = Rng::new(1976);
    let pairs = Cell::new(0);
    cases((1..PAIRS as u64).take_while(|_| pairs.get() < PAIRS), |_| {
        let source = program(&mut rng, Arithmetic::Easy);
        pairs.set(pairs.get() + compare(&source, &mut rng));
    });
    assert!(pairs.get() >= PAIRS, "hardly any program has a small tree");
}

#[test]
fn both_kinds_of_integers_agree_where_nothing_overflows() {
    let mut rng = Rng::new(6);
    let (mut same, mut overflows) = (0, 0);
    cases(0..400, |_| {
        let source = program(&mut rng, Arithmetic::Full);
        let [mut fixed, mut unbounded] = [Integers::Fixed, Integers::Unbounded]
            .map(|integers| Context::new(job(&source, integers)).expect("the embedded solver"));
        for _ in 0..times(5) {
            let inputs = inputs(&mut rng);
            let (end, results) = concretely(&mut fixed, values(&inputs, Integers::Fixed));
            if end.contains("FIXEDOVERFLOW") {
                overflows += 1;
                continue;
            }
            let (other, numbers) = concretely(&mut unbounded, values(&inputs, Integers::Unbounded));
            assert_eq!(end, other, "{source}\nwith {inputs:?}");
            let as_integers = |all: &[(String, Value)]| -> Vec<(String, BigInt)> {
                all.iter().map(|(name, value)| (name.clone(), integer(value))).collect()
            };
            assert_eq!(as_integers(&results), as_integers(&numbers), "{source}\nwith {inputs:?}");
            same += 1;
        }
    });
    assert!(same > 1000 && overflows > 20, "{same} runs agree, {overflows} overflow");
}

fn integer(value: &Value) -> BigInt {
    match value.as_int() {
        Some(integer) => integer.clone(),
        None => BigInt::from(value.scalar().expect("a number") as u32 as i32),
    }
}
