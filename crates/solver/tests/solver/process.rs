//! The SMT-LIB process: answers of Z3, and processes that misbehave.

use std::path::PathBuf;
use std::time::Duration;

use crate::common::fake::Fake;
use crate::common::{
    self, Generator, Random, assert_satisfies, bv, check, options, shown, variable, z3,
};
use effigy_base::budget::{CancelToken, resident_memory};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_solver::{Answer, BackEnd, Layers, SolverError, Statistics, Why, assemble};
use effigy_term::{Term, TermStore};
use effigy_testkit::{cases, times};

#[test]
fn z3_gives_models_and_cores() {
    let Some(mut z3) = z3() else { return };
    let mut store = TermStore::new();
    let mut embedded = common::embedded();
    cases(0..60, |seed| {
        let width = [1, 8, 13, 32, 80][seed as usize % 5];
        let mut generator = Generator {
            random: Random::new(seed),
            width,
            store: &mut store,
            arrays: true,
            easy: true,
        };
        let assertions: Vec<Term> = (0..times(3)).map(|_| generator.condition(3)).collect();
        let expected = check(&mut *embedded, &mut store, &assertions);
        match check(&mut *z3, &mut store, &assertions) {
            Answer::Sat(model) => {
                assert_satisfies(&store, &assertions, &model);
                assert!(
                    matches!(expected, Answer::Sat(_)),
                    "seed {seed}: {expected:?} for {}",
                    shown(&store, &assertions)
                );
            }
            Answer::Unsat(core) => {
                let core: Vec<Term> = core.iter().map(|i| assertions[*i]).collect();
                let again = check(&mut *embedded, &mut store, &core);
                assert!(
                    matches!(again, Answer::Unsat(_)),
                    "seed {seed}: {again:?} for {}",
                    shown(&store, &core)
                );
            }
            Answer::Unknown(why) => panic!("seed {seed}: {why}"),
        }
    });
}

#[test]
fn z3_reads_array_models() {
    let Some(mut z3) = z3() else { return };
    let mut store = TermStore::new();
    let array = variable(&mut store, "memory of main", Sort::bit_vector_array(32, 8));
    let mut assertions = Vec::new();
    for i in 0..40u128 {
        let (index, element) = (store.bits(32, i * 3), store.bits(8, i * 7 % 256));
        let at = store.select(array, index);
        assertions.push(store.eq(at, element));
    }
    let Answer::Sat(model) = check(&mut *z3, &mut store, &assertions) else {
        panic!("satisfiable")
    };
    assert_satisfies(&store, &assertions, &model);
}

/// The same whether Z3 can be started or not: the process is not asked.
#[test]
fn floats_need_no_process() {
    let mut store = TermStore::new();
    let x = bv(&mut store, "x", 64);
    let [half, one, three] =
        [0.5f64, 1.0, 3.0].map(|number| store.bits(64, u128::from(number.to_bits())));
    let rest = store.app(Op::FpFmod, &[x, three]);
    let sum = store.app(Op::FpAdd, &[x, half]);
    for value in [rest, sum] {
        let assertions = [store.app(Op::FpEq, &[value, one])];
        for back_end in [BackEnd::Embedded, BackEnd::Auto] {
            let mut solver = common::solver(back_end, Layers::ALL);
            let answer = check(&mut *solver, &mut store, &assertions);
            let Answer::Sat(model) = answer else { panic!("{answer:?}") };
            assert_satisfies(&store, &assertions, &model);
            let mut statistics = Statistics::default();
            solver.statistics(&mut statistics);
            assert_eq!(statistics.layer("process").queries, 0, "{back_end:?}");
        }
    }
}

#[test]
fn a_missing_program_is_said_with_what_to_do() {
    let mut options = options(BackEnd::Cvc5, Layers::ALL);
    options.program = Some(PathBuf::from("/nowhere/cvc5"));
    let Err(error) = assemble(&options) else { panic!("assembled") };
    assert!(matches!(error, SolverError::ProgramMissing(_)));
    assert!(error.to_string().contains("/nowhere/cvc5"), "{error}");
    let error = "yices".parse::<BackEnd>().expect_err("unknown");
    assert!(error.to_string().contains("auto, embedded, z3, cvc5, bitwuzla"), "{error}");
}

/// The answers to the query `x < 5`, asked three times of one chain.
fn answers(fake: &Fake) -> Vec<Answer> {
    let mut store = TermStore::new();
    let x = bv(&mut store, "x", 32);
    let five = store.bits(32, 5);
    let assertions = [store.ult(x, five)];
    let mut solver = assemble(fake.options()).expect("assembles");
    (0..3).map(|_| check(&mut *solver, &mut store, &assertions)).collect()
}

/// What `body` does for the first query only; later ones are answered `sat`.
fn first_only(fake: &str, body: &str) -> Vec<Answer> {
    let flag = std::env::temp_dir().join(format!("effigy-fake-{}-{fake}/seen", std::process::id()));
    let flag = flag.display();
    let fake =
        Fake::new(fake, &format!("if [ -e {flag} ]; then echo sat; else touch {flag}; {body}; fi"));
    answers(&fake)
}

fn assert_costs_one_query(answers: &[Answer], expected: impl Fn(&Why) -> bool) {
    let Some((Answer::Unknown(why), rest)) = answers.split_first() else { panic!("{answers:?}") };
    assert!(expected(why), "{why}");
    assert!(rest.iter().all(|answer| matches!(answer, Answer::Sat(_))), "{answers:?}");
}

#[test]
fn a_well_behaved_script_is_believed() {
    assert!(
        answers(&Fake::new("good", "echo sat"))
            .iter()
            .all(|answer| matches!(answer, Answer::Sat(_)))
    );
    assert_eq!(answers(&Fake::new("unsat", "echo unsat")), vec![Answer::Unsat(vec![0]); 3]);
}

#[test]
fn a_process_that_hangs_costs_one_query() {
    let answers = first_only("hang", "sleep 60");
    assert_costs_one_query(&answers, |why| *why == Why::Timeout(Duration::from_millis(300)));
}

#[test]
fn a_process_that_takes_the_memory_of_the_run_costs_one_query() {
    let flag = std::env::temp_dir().join(format!("effigy-fake-{}-large/seen", std::process::id()));
    let flag = flag.display();
    let large = "x=$(head -c 100000000 /dev/zero | tr '\\0' x); sleep 60";
    let body = format!("if [ -e {flag} ]; then echo sat; else touch {flag}; {large}; fi");
    let fake = Fake::new("large", &body);
    let mut store = TermStore::new();
    let x = bv(&mut store, "x", 32);
    let five = store.bits(32, 5);
    let assertions = [store.ult(x, five)];
    let mut options = fake.options();
    options.query_time = Some(Duration::from_secs(60));
    options.cancel = CancelToken::new().bounded(None, Some(resident_memory() + (64 << 20)));
    let run = options.cancel.clone();
    let mut solver = assemble(options).expect("assembles");
    let answers: Vec<Answer> =
        (0..3).map(|_| check(&mut *solver, &mut store, &assertions)).collect();
    assert_costs_one_query(&answers, |why| matches!(why, Why::Resource(_)));
    assert!(run.memory() > resident_memory(), "the new process counts");
    drop(solver);
    assert!(run.memory() <= resident_memory() + (1 << 20), "what is gone does not count");
}

#[test]
fn a_process_that_dies_costs_one_query() {
    assert_costs_one_query(&first_only("die", "exit 3"), |why| matches!(why, Why::ProcessDied(_)));
}

#[test]
fn a_process_that_writes_rubbish_costs_one_query() {
    let rubbish = |why: &Why| matches!(why, Why::ProcessGarbage(_));
    assert_costs_one_query(&first_only("rubbish", "echo 'Segmentation fault'"), rubbish);
    assert_costs_one_query(&first_only("error", "echo '(error \"no such logic\")'"), rubbish);
    assert_costs_one_query(&first_only("binary", "head -c 300 /dev/urandom; echo"), rubbish);
    assert_costs_one_query(&first_only("silent", ":"), rubbish);
}

#[test]
fn an_endless_reply_costs_one_query() {
    let ended = |why: &Why| matches!(why, Why::Timeout(_) | Why::ProcessGarbage(_));
    assert_costs_one_query(&first_only("endless", "yes"), ended);
}

#[test]
fn a_solver_that_gives_up_is_quoted() {
    let fake = Fake::new("unknown", "echo unknown");
    assert!(
        answers(&fake).iter().all(|answer| matches!(answer, Answer::Unknown(Why::Incomplete(_))))
    );
}

#[test]
fn a_wrong_model_is_an_internal_error_with_the_query_written_down() {
    let fake = Fake::new("liar", "echo sat");
    let mut store = TermStore::new();
    let x = bv(&mut store, "x", 32);
    let five = store.bits(32, 5);
    let assertions = [store.ult(five, x)];
    let answer = check(&mut *assemble(fake.options()).expect("assembles"), &mut store, &assertions);
    let Answer::Unknown(Why::WrongModel(text)) = answer else { panic!("{answer:?}") };
    let written = std::fs::read_dir(fake.0.join("queries")).expect("folder");
    let names: Vec<String> =
        written.map(|e| e.expect("entry").file_name().to_string_lossy().into_owned()).collect();
    assert!(
        names.iter().any(|name| name.starts_with("effigy-wrong-model") && text.contains(name)),
        "{text}"
    );
}

#[test]
fn z3_keeps_its_time_limit() {
    if z3().is_none() {
        return;
    }
    let mut options = options(BackEnd::Z3, Layers::NONE);
    options.query_time = Some(Duration::from_millis(200));
    let answer = common::hard_query(&mut *assemble(&options).expect("assembles"));
    assert_eq!(answer, Answer::Unknown(Why::Timeout(Duration::from_millis(200))));
}

#[test]
fn the_embedded_back_end_keeps_its_time_limit_and_goes_on() {
    let mut options = options(BackEnd::Embedded, Layers::NONE);
    options.query_time = Some(Duration::from_millis(200));
    let mut solver = assemble(&options).expect("assembles");
    let answer = common::hard_query(&mut *solver);
    assert_eq!(answer, Answer::Unknown(Why::Timeout(Duration::from_millis(200))));
}

#[test]
fn a_cancelled_run_ends_its_query() {
    let options = options(BackEnd::Embedded, Layers::NONE);
    let mut solver = assemble(&options).expect("assembles");
    options.cancel.cancel();
    assert_eq!(common::hard_query(&mut *solver), Answer::Unknown(Why::Cancelled));
}
