//! `float_queries BACK_END NUMBER`: random queries about floats, answered one after the other by one chain. Prints the
//! time of all, and of those that took longest.

use std::time::{Duration, Instant};

use effigy_solver::{Answer, Query, SolverOptions, assemble};
use effigy_term::TermStore;

#[path = "../tests/solver/common/mod.rs"]
mod common;

use common::Random;
use common::floats::FloatQueries;

/// The time that a query may take.
const LIMIT: Duration = Duration::from_secs(2);

fn main() {
    let mut args = std::env::args().skip(1);
    let back_end = args.next().unwrap_or_default().parse().expect("a back end");
    let count: u64 = args.next().map_or(100, |text| text.parse().expect("a number"));
    let first: u64 = args.next().map_or(0, |text| text.parse().expect("a number"));
    let options = SolverOptions { back_end, query_time: Some(LIMIT), ..SolverOptions::default() };
    let mut solver = assemble(options).expect("assembles");
    let mut store = TermStore::new();
    let mut answers = [0; 3];
    let mut total = Duration::ZERO;
    for number in first..first + count {
        let mut queries = FloatQueries {
            random: Random::new(number),
            store: &mut store,
            width: FloatQueries::width_of(number),
        };
        let assertions = queries.query();
        let start = Instant::now();
        let answer = solver.check(&mut store, &Query::new(&assertions));
        let time = start.elapsed();
        total += time;
        let kind = match answer {
            Answer::Sat(_) => 0,
            Answer::Unsat(_) => 1,
            Answer::Unknown(_) => 2,
        };
        answers[kind] += 1;
        let text: Vec<String> =
            assertions.iter().map(|t| effigy_term::print::infix(&store, *t)).collect();
        println!(
            "{number} {} {kind} {:.4} {}",
            FloatQueries::width_of(number),
            time.as_secs_f64(),
            text.join(" ;; ")
        );
    }
    let [sat, unsat, unknown] = answers;
    println!("{sat} satisfiable, {unsat} not, {unknown} unknown, {:.1} s", total.as_secs_f64());
}
