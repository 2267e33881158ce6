//! Faults of unwinding: of what two paths become, of the bound, and of the step of an induction.

use super::{Fault, Guarded};

const MERGE_STATES: &str = "crates/exec/src/features/bmc/merge_states.rs";
const FUNCTIONS: &str = "crates/exec/src/memory/functions.rs";
const ROUNDS: &str = "crates/exec/src/features/bmc/unwinding.rs";
const INDUCTION: &str = "crates/exec/src/features/bmc/induction.rs";
const ACCESS: &str = "crates/exec/src/machine/access.rs";
const CALL: &str = "crates/exec/src/machine/call/objects.rs";
const KNOWN: &str = "crates/exec/src/machine/known.rs";
const HOMES: &str = "crates/exec/src/memory/homes.rs";
const LEAKS: &str = "crates/exec/src/features/leaks.rs";

/// Each input of a random program satisfies the condition of its end.
const RANDOM: &str = "features::merge::tests::unwinding::every_input_of_a_random_program_satisfies_the_condition_of_its_end";

/// The same of a program with objects and array objects.
const OBJECTS: &str = "features::merge::tests::unwinding::every_input_of_a_random_program_with_objects_satisfies_the_condition_of_its_end";

/// The same of a program with a heap.
const HEAP: &str = "features::merge::tests::unwinding::every_input_of_a_random_program_with_a_heap_satisfies_the_condition_of_its_end";

/// Where one of two paths released an object.
const RELEASED: &str =
    "features::merge::tests::unwinding::what_one_of_two_paths_released_is_there_on_the_other_one";

/// Where one of two paths lost an object.
const LOST: &str =
    "features::merge::tests::unwinding::what_is_lost_on_one_of_two_paths_is_a_leak_there";

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
        "features::merge::tests::unwinding::a_new_object_is_none_that_one_of_two_paths_made",
    ),
    fault(
        FUNCTIONS,
        "unwinding: only writes that both paths have are from before",
        ["b.get(at) == Some(value)", "b.get(at) == Some(value) || b.is_empty()"],
        "features::merge::tests::unwinding::what_one_of_two_paths_wrote_was_not_there_before",
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
        "features::merge::tests::unwinding::a_loop_that_a_callee_leaves_and_a_recursion_reach_their_bounds",
    ),
    fault(
        MERGE_STATES,
        "unwinding: what one path released is there on the other one alone",
        [
            "let life = self.cx.store.ite(condition, x, y);",
            "let life = self.cx.store.ite(condition, y, x);",
        ],
        RELEASED,
    ),
    fault(
        ACCESS,
        "unwinding: an access asks whether the path has the object",
        ["let found = match self.cx.is_alive(state, address)? {", "let found = match true {"],
        RELEASED,
    ),
    fault(
        CALL,
        "unwinding: a release asks whether the path has the object",
        [
            "let found = match self.context.is_alive(self.state, address)? {",
            "let found = match true {",
        ],
        RELEASED,
    ),
    fault(
        ACCESS,
        "unwinding: a place outside of its object is on no path",
        [
            "match at.checked_add(len).is_some_and(|end| end <= size) {",
            "let _ = (len, size);\n        match true {",
        ],
        "features::merge::tests::unwinding::a_place_that_contradicts_the_check_before_it_is_none",
    ),
    fault(
        HOMES,
        "unwinding: no address is used again that another path has used",
        ["*mine = (*mine).max(*count);", "*mine = (*mine).min(*count);"],
        HEAP,
    ),
    fault(
        HOMES,
        "unwinding: objects of one class alone have the same addresses on all paths",
        [
            "let known = known.entry(class).or_default();",
            "let known = known.entry(Class { size: 0, ..class }).or_default();",
        ],
        "features::merge::tests::unwinding::paths_that_make_objects_in_another_order_become_one",
    ),
    fault(
        KNOWN,
        "unwinding: a disjunction says a part when the others do not hold",
        ["(None, Some(_)) => return self.open.push(condition),", "(None, Some(_)) => {}"],
        RANDOM,
    ),
    fault(
        LEAKS,
        "leaks: what is chosen keeps an object where the choice is that one",
        ["pending.push((then, self.store.and(when, condition)));", "pending.push((then, when));"],
        LOST,
    ),
    fault(
        LEAKS,
        "leaks: what one path released is no leak there",
        [
            "life.map_or(is_lost, |life| cx.store.and(life, is_lost))",
            "life.map_or(is_lost, |_| is_lost)",
        ],
        LOST,
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
        "features::merge::tests::induction::loops_without_a_bound_are_proved_where_iterations_follow_from_those_before",
    ),
];
