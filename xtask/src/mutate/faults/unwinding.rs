//! Faults of unwinding: of what two paths become, of the bound, and of the step of an induction.

use super::{Fault, Guarded};

const MERGE_STATES: &str = "crates/exec/src/features/bmc/merge_states.rs";
const FUNCTIONS: &str = "crates/exec/src/memory/functions.rs";
const ROUNDS: &str = "crates/exec/src/features/bmc/unwinding.rs";
const INDUCTION: &str = "crates/exec/src/features/bmc/induction.rs";

/// Each input of a random program satisfies the condition of its end.
const RANDOM: &str = "features::merge::tests::iterations::every_input_of_a_random_program_satisfies_the_condition_of_its_end";

/// The same of a program with objects and array objects.
const OBJECTS: &str = "features::merge::tests::iterations::every_input_of_a_random_program_with_objects_satisfies_the_condition_of_its_end";

/// What a loop does not show.
const HIDDEN: &str =
    "features::merge::tests::induction::a_loop_that_changes_what_it_does_not_show_is_not_proved";

const fn fault(
    file: &'static str,
    rule: &'static str,
    [original, replacement]: [&'static str; 2],
    test: &'static str,
) -> Guarded {
    Guarded {
        fault: Fault { file, rule, original, replacement },
        package: "effigy-exec",
        suite: "units",
        test,
    }
}

/// Faults of unwinding.
pub const UNWINDING: &[Guarded] = &[
    fault(
        MERGE_STATES,
        "unwinding: what differs has the first path's value on the first path",
        [
            "let value = store.ite(condition, x, y);\n    let value = Slot::of(store, value);",
            "let value = store.ite(condition, y, x);\n    let value = Slot::of(store, value);",
        ],
        RANDOM,
    ),
    fault(
        MERGE_STATES,
        "unwinding: a path has the conditions of both that became it",
        [
            "let either = self.cx.store.or(first, second);",
            "let _ = second;\n        let either = first;",
        ],
        RANDOM,
    ),
    fault(
        MERGE_STATES,
        "unwinding: an element stays what it is where the other path wrote it",
        ["(otherwise, second, false)", "(condition, second, false)"],
        OBJECTS,
    ),
    fault(
        MERGE_STATES,
        "unwinding: new objects of a path are none that the other one made",
        ["functions.skip_created(&b.memory.functions);", ""],
        "features::merge::tests::iterations::a_new_object_is_none_that_one_of_two_paths_made",
    ),
    fault(
        FUNCTIONS,
        "unwinding: only writes that both paths have are from before",
        ["b.get(at) == Some(value)", "b.get(at) == Some(value) || b.is_empty()"],
        "features::merge::tests::iterations::what_one_of_two_paths_wrote_was_not_there_before",
    ),
    fault(
        ROUNDS,
        "unwinding: who is beyond the bound reaches it",
        [
            "return unwinding.found.reached.push((guard, place));",
            "let _ = (guard, place);\n                return;",
        ],
        RANDOM,
    ),
    fault(
        ROUNDS,
        "unwinding: a recursion has a bound",
        ["if is_over || nested(&item.state) > unwinding.bound {", "if is_over {"],
        "features::merge::tests::iterations::a_loop_that_a_callee_leaves_and_a_recursion_reach_their_bounds",
    ),
    fault(
        INDUCTION,
        "induction: what a loop changes may be anything",
        ["self.any_contents(induction, &mut any.state, base),", "drop(base),"],
        HIDDEN,
    ),
    fault(
        INDUCTION,
        "induction: the round behind those that do not fail is looked at",
        [
            "item.all_loops().any(|at| at.iterations >= ANY && at.iterations - ANY < self.iterations)",
            "item.all_loops().any(|at| at.iterations >= ANY && at.iterations - ANY <= self.iterations)",
        ],
        "features::merge::tests::induction::loops_without_a_bound_are_proved_where_rounds_follow_from_those_before",
    ),
];
