//! Faults of what follows: an input with symbols riding along, a trace; and of what a search makes of inputs.

use super::{Fault, Guarded};

const CONCOLIC: &str = "crates/exec/src/features/concolic/mod.rs";
const INPUTS: &str = "crates/exec/src/machine/followed.rs";
const CHOSEN: &str = "crates/exec/src/features/concolic/chosen.rs";
const ROUTE: &str = "crates/exec/src/features/route/mod.rs";
const SHRINK: &str = "crates/fuzz/src/shrink.rs";
const POOL: &str = "crates/fuzz/src/pool.rs";

/// What is settled is a number.
const SETTLED: &str = "concolic::what_a_condition_settles_is_no_decision_behind_it";

/// Inputs that are no bytes.
const VALUES: &str = "concolic::inputs_of_any_sort_are_followed";

/// Traces of random programs against their runs.
const TRACES: &str = "features::route::tests::a_trace_of_a_random_program_is_feasible_when_one_of_its_runs_passes_it";

const fn fault(
    file: &'static str,
    rule: &'static str,
    [original, replacement]: [&'static str; 2],
    [package, suite, test]: [&'static str; 3],
) -> Guarded {
    Guarded { fault: Fault { file, rule, original, replacement }, package, suite, test }
}

const fn machine(test: &'static str) -> [&'static str; 3] {
    ["effigy-exec", "machine", test]
}

const fn search(test: &'static str) -> [&'static str; 3] {
    ["effigy-fuzz", "search", test]
}

/// Faults of following.
pub const FOLLOWING: &[Guarded] = &[
    fault(
        CONCOLIC,
        "following: what a condition excludes is false behind it",
        ["said.push((negation, store.bool(false)));", "let _ = negation;"],
        machine(SETTLED),
    ),
    fault(
        CONCOLIC,
        "following: what a condition says to be a constant is one behind it",
        ["(None, Some(_)) => said.push((a, b)),", "(None, Some(_)) => {}"],
        machine(SETTLED),
    ),
    fault(
        INPUTS,
        "following: an input that is no bytes has the value that is given",
        [
            "let value = given.unwrap_or_else(|| Value::zero(info.sort));\n                self.variable",
            "let value = Value::zero(info.sort);\n                let _ = given;\n                self.variable",
        ],
        machine(VALUES),
    ),
    fault(
        CONCOLIC,
        "following: an assumption that does not hold is the last conjunct on its other side",
        [
            "let (term, others) = (context.store.not(assumption), vec![(0, assumption)]);",
            "let (term, others) = (assumption, vec![(0, assumption)]);",
        ],
        machine("concolic::an_assumption_is_a_conjunct_and_one_that_fails_is_the_last"),
    ),
    fault(
        CHOSEN,
        "following: where nothing but a failure is behind, no value is chosen",
        ["if !cx.job.chooses || fails_behind(state) {", "if !cx.job.chooses {"],
        search("a_call_behind_which_nothing_follows_ends_the_run"),
    ),
    fault(
        CHOSEN,
        "following: a model is asked again with the values of the input",
        ["let values = self.values_of(cx, site, args);", "let values = args.to_vec();"],
        search("what_has_no_meaning_takes_a_value_and_is_counted_and_ends_no_path"),
    ),
    fault(
        CHOSEN,
        "following: a value that was chosen is told from one that is known",
        ["self.note(cx, state, &what, false);", "self.note(cx, state, &what, true);"],
        search("behind_a_chosen_value_the_native_program_has_the_last_word"),
    ),
    fault(
        ROUTE,
        "following: a side from which the next step can be come to is open",
        ["_ => decided.side.is_none() && again(next),", "_ => false,"],
        ["effigy-exec", "units", TRACES],
    ),
    fault(
        ROUTE,
        "following: a step is passed on its side alone",
        [
            "if decided.side.is_some_and(|side| edge == Some(Edge::Leaves(side))) {",
            "if decided.side.is_some() {",
        ],
        ["effigy-cli", "feasible", "traces_of_c_programs_have_their_verdicts_and_cores"],
    ),
    fault(
        SHRINK,
        "searching: pieces that cannot go together do not",
        [
            "together.iter().zip(answers).find(|(_, is_same)| *is_same);",
            "together.iter().zip(answers).next();",
        ],
        ["effigy-fuzz", "units", "shrink::tests::pieces_that_cannot_go_together_stay"],
    ),
    fault(
        SHRINK,
        "searching: a lot is no larger than it may be",
        [
            "while size > 0 && best.len().div_ceil(size) <= most {",
            "while size > 0 && best.len().div_ceil(size) <= usize::MAX - most {",
        ],
        ["effigy-fuzz", "units", "shrink::tests::a_lot_is_no_larger_than_it_may_be"],
    ),
    fault(
        POOL,
        "searching: of an edge the shortest inputs are kept",
        [
            "let at = inputs.partition_point(is_shorter);",
            "let _ = is_shorter;\n            let at = inputs.len();",
        ],
        ["effigy-fuzz", "units", "pool::tests::the_shortest_inputs_of_an_edge_are_kept_for_it"],
    ),
];
