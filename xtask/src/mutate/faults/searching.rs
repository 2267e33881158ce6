//! Faults of the order in which a search from seeds takes inputs, and of what it makes of them.

use super::{Fault, Guarded};

const SWEEP: &str = "crates/fuzz/src/sweep.rs";
const MUTATE: &str = "crates/fuzz/src/mutate.rs";
const WORK: &str = "crates/fuzz/src/work.rs";
const POOL: &str = "crates/fuzz/src/pool.rs";

const fn fault(
    file: &'static str,
    rule: &'static str,
    [original, replacement]: [&'static str; 2],
    test: &'static str,
) -> Guarded {
    Guarded {
        fault: Fault { file, rule, original, replacement },
        package: "effigy-fuzz",
        suite: "units",
        test,
    }
}

/// Faults of searching.
pub const SEARCHING: &[Guarded] = &[
    fault(
        SWEEP,
        "searching: of a list the newest input comes first, and seeds as they come",
        ["if is_seed { 0 } else { list.len() };", "if is_seed { list.len() } else { 0 };"],
        "sweep::tests::what_chance_made_has_half_of_the_turns_and_the_newest_comes_first",
    ),
    fault(
        SWEEP,
        "searching: the lists have turns",
        ["self.turns += 1;", "self.turns += 0;"],
        "sweep::tests::what_chance_made_has_half_of_the_turns_and_the_newest_comes_first",
    ),
    fault(
        SWEEP,
        "searching: what is next to a change comes first",
        [
            "stage(Kind::Tokens, near_tokens),",
            "stage(Kind::Tokens, near_tokens.end..near_tokens.end),",
        ],
        "sweep::tests::what_a_step_changed_has_its_surroundings_changed_first",
    ),
    fault(
        SWEEP,
        "searching: each change at each place is met once",
        ["!count.is_multiple_of(*stride)", "!count.is_multiple_of(*stride - 1)"],
        "sweep::tests::each_change_is_met_once_whatever_their_number",
    ),
    fault(
        SWEEP,
        "searching: an input that is longer than changes reach is not cut",
        ["let longest = longest.max(self.bytes.len());", "let longest = longest.max(1);"],
        "sweep::tests::long_inputs_are_not_cut",
    ),
    fault(
        SWEEP,
        "searching: other lengths are corrected each time",
        ["(place * CORRECTED + chance) as u64", "(place * CORRECTED + chance.min(0)) as u64"],
        "sweep::tests::other_lengths_are_corrected_each_time",
    ),
    fault(
        MUTATE,
        "searching: a length may have its lowest byte first",
        ["(2, true), (2, false)", "(2, true), (2, true)"],
        "mutate::tests::lengths_are_found_near_and_at_the_beginning_in_either_order_of_bytes",
    ),
    fault(
        MUTATE,
        "searching: a length may stand close in front of what grows",
        ["changed.saturating_sub(FAR_BACK)..changed;", "changed..changed;"],
        "mutate::tests::lengths_are_found_near_and_at_the_beginning_in_either_order_of_bytes",
    ),
    fault(
        MUTATE,
        "searching: a length may stand at the beginning",
        ["(0..changed.min(FAR_BACK))", "(0..changed.min(FAR_BACK) * 0)"],
        "mutate::tests::lengths_are_found_near_and_at_the_beginning_in_either_order_of_bytes",
    ),
    fault(
        MUTATE,
        "searching: a length may be of all",
        ["(is_rest || is_all)", "(is_rest || is_all && is_rest)"],
        "mutate::tests::lengths_are_found_near_and_at_the_beginning_in_either_order_of_bytes",
    ),
    fault(
        MUTATE,
        "searching: lengths that nest are corrected together",
        ["1 + random.below(MOST_NESTED)", "1 + random.below(MOST_NESTED).min(0)"],
        "mutate::tests::lengths_grow_and_shrink_with_what_they_are_the_lengths_of",
    ),
    fault(
        WORK,
        "searching: each list has its part of the time",
        ["self.spent[*list] * PARTS[*list]", "self.spent[*list] * PARTS[0]"],
        "work::tests::each_list_has_its_part_of_the_time",
    ),
    fault(
        WORK,
        "searching: an edge is new once",
        ["self.ran.insert(**edge)", "!self.ran.contains(*edge)"],
        "work::tests::an_edge_is_new_once_to_what_solvers_make",
    ),
    fault(
        WORK,
        "searching: of equals the side comes first that was asked for least often",
        ["std::mem::replace(made, *made + 1)", "*made"],
        "work::tests::of_equals_the_side_that_was_asked_for_least_comes_first",
    ),
    fault(
        WORK,
        "searching: of equals the one that was made first comes first",
        ["Reverse(self.made)", "Reverse(u64::MAX - self.made)"],
        "work::tests::of_equals_the_side_that_was_asked_for_least_comes_first",
    ),
    fault(
        POOL,
        "searching: an input that was picked seldom is picked",
        ["kept.picked += 1;", "kept.picked += 0;"],
        "pool::tests::what_is_new_has_its_turns_until_it_had_as_many_as_others",
    ),
    fault(
        POOL,
        "searching: rather a new input is picked",
        ["(count / NEWEST).max(1)", "(count / NEWEST).max(count)"],
        "pool::tests::what_is_new_has_its_turns_until_it_had_as_many_as_others",
    ),
    fault(
        POOL,
        "searching: an edge that was picked seldom is picked",
        ["edge.picked += 1;", "edge.picked += 0;"],
        "pool::tests::what_is_new_has_its_turns_until_it_had_as_many_as_others",
    ),
];
