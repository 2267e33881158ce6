//! Faults of objects whose sizes are inputs, and of copies and fills of lengths and places that are, where paths are merged.

use super::{DECIDE, Fault, Guarded};

const ACCESS: &str = "crates/exec/src/machine/access.rs";
const AMONG: &str = "crates/exec/src/machine/access/among.rs";
const MERGE_STATES: &str = "crates/exec/src/features/bmc/merge_states.rs";
const MEMORY: &str = "crates/exec/src/memory/mod.rs";
const RANGES: &str = "crates/exec/src/machine/access/ranges.rs";
const CALL: &str = "crates/exec/src/machine/call/objects.rs";
const LEAKS: &str = "crates/exec/src/features/leaks.rs";
const BOTH: &str = "crates/explore/src/both.rs";

/// Where an access may end behind the size.
const ENDS_AT: &str = "features::merge::tests::sizes::an_access_ends_where_the_size_says";

/// Where two paths made an object.
const MADE: &str = "features::merge::tests::sizes::an_object_has_the_size_of_the_path_that_made_it";

/// Where one of two paths cleared an object.
const CLEARED: &str =
    "features::merge::tests::sizes::what_one_of_two_paths_cleared_is_not_carried_behind_its_size";

/// Where the length of a range is an input.
const LENGTH: &str = "features::merge::tests::sizes::a_range_has_as_many_bytes_as_its_length_says";

/// Each input of a random program satisfies the condition of its end.
const ENDS: &str = "features::merge::tests::sizes::every_input_of_a_random_program_with_sizes_satisfies_the_condition_of_its_end";

/// Where there is an object of no bytes.
const NO_BYTES: &str = "features::merge::tests::sizes::a_copy_to_an_object_of_no_bytes_is_none";

/// Where nothing is copied.
const NOTHING: &str =
    "features::merge::tests::sizes::where_nothing_is_copied_an_address_does_not_matter";

/// Where an object is larger than the smallest bound.
const LARGER: &str =
    "features::merge::tests::sizes::an_object_may_be_larger_than_the_smallest_bound";

/// Where an object takes the place of one whose end is no contents.
const BEHIND: &str = "features::merge::tests::sizes::what_lies_behind_a_size_is_not_carried";

/// Where one of two paths made an object, or lost one.
const LOST: &str =
    "features::merge::tests::sizes::what_one_path_made_or_kept_no_pointer_to_is_a_leak_there_alone";

/// What merging comes to.
const EFFORT: &str = "both::tests::what_the_solver_does_for_merged_paths_is_effort_of_merging";

const fn fault(
    file: &'static str,
    rule: &'static str,
    [original, replacement]: [&'static str; 2],
    test: &'static str,
) -> Guarded {
    let fault = Fault { file, rule, original, replacement };
    Guarded { fault, package: "effigy-exec", suite: "units", test }
}

/// Faults of sizes, lengths and places that are terms, of what is lost on one of two paths, and of the effort of merging.
pub const SIZES: &[Guarded] = &[
    fault(
        ACCESS,
        "sizes: an access at a place that is an input ends before the extent",
        ["(offset, self.cx.store.and(fits, before))", "(offset, self.cx.store.or(fits, before))"],
        ENDS_AT,
    ),
    fault(
        ACCESS,
        "sizes: an access at a known place ends before the extent",
        [
            "let reaches = self.cx.store.ule(end, extent);\n        self.cx.decide(state, reaches)",
            "let _ = (state, self.cx.store.ule(end, extent));\n        Ok(true)",
        ],
        ENDS_AT,
    ),
    fault(
        AMONG,
        "sizes: an access at one of several places ends before the extent",
        ["fine = self.cx.store.and(fine, reaches);", "fine = self.cx.store.or(fine, reaches);"],
        ENDS_AT,
    ),
    fault(
        MERGE_STATES,
        "sizes: an object has the extent of the first path on the first path",
        [
            "let extent = self.cx.store.ite(condition, x, y);",
            "let extent = self.cx.store.ite(condition, y, x);",
        ],
        MADE,
    ),
    fault(
        MERGE_STATES,
        "sizes: an object that one of two paths cleared is one",
        [
            "if is_cleared(other, base) && !is_cleared(state, base) {",
            "if is_cleared(other, base) && is_cleared(state, base) {",
        ],
        CLEARED,
    ),
    fault(
        MEMORY,
        "sizes: paths with objects of other extents stay apart",
        [
            "same &= a.extent == b.extent && a.is_cleared == b.is_cleared;",
            "same &= a.is_cleared == b.is_cleared;",
        ],
        MADE,
    ),
    fault(
        RANGES,
        "sizes: a copy moves the bytes before its length",
        [
            "let inside = self.cx.store.ult(skipped, len.term);",
            "let inside = self.cx.store.ule(skipped, len.term);",
        ],
        LENGTH,
    ),
    fault(
        RANGES,
        "sizes: a fill sets the bytes before its length",
        [
            "let inside = self.cx.store.ult(distance, len.term);",
            "let inside = self.cx.store.ule(distance, len.term);",
        ],
        LENGTH,
    ),
    fault(
        RANGES,
        "sizes: a range ends before the extent",
        [
            "let inside = self.cx.store.and(begins, ends);",
            "let inside = self.cx.store.or(begins, ends);",
        ],
        ENDS,
    ),
    fault(
        RANGES,
        "sizes: a range that is empty may begin anywhere",
        [
            "let fits = self.cx.store.or(is_empty, inside);",
            "let _ = is_empty;\n        let fits = inside;",
        ],
        NO_BYTES,
    ),
    fault(
        RANGES,
        "sizes: where nothing is copied an address does not matter",
        [
            "if !len.is_known && !addresses.iter().any(is_open) {",
            "if !addresses.iter().any(is_open) || !len.is_known {",
        ],
        NOTHING,
    ),
    fault(
        RANGES,
        "sizes: an object of no bytes has no place",
        [
            "for place in (0..dst.size).step_by(part as usize) {",
            "for place in (0..=dst.size - part).step_by(part as usize) {",
        ],
        NO_BYTES,
    ),
    fault(
        AMONG,
        "sizes: the parts of a choice lie in one object",
        ["|| *common.get_or_insert(found) != found", "|| *common.get_or_insert(found) == (0, 0)"],
        ENDS,
    ),
    fault(
        DECIDE,
        "sizes: a size is never above its bound",
        [
            "let beyond = this.store.ult(bound, term);",
            "let beyond = this.store.ult(bound, bound);\n                let _ = term;",
        ],
        LARGER,
    ),
    fault(
        CALL,
        "sizes: of an object that becomes smaller its end is not kept",
        [
            "limits.extend((shrinks == 1).then_some(exact));",
            "limits.extend((shrinks == 2).then_some(exact));",
        ],
        BEHIND,
    ),
    fault(
        CALL,
        "sizes: of an object that was cleared its end is not kept",
        [
            "limits.extend(extent.filter(|_| is_cleared));",
            "limits.extend(extent.filter(|_| is_cleared && most == 0));",
        ],
        BEHIND,
    ),
    fault(
        RANGES,
        "sizes: what is kept of an object ends before the limit",
        ["let end = self.number(skip + part);", "let end = self.number(skip);"],
        BEHIND,
    ),
    fault(
        MEMORY,
        "sizes: the program has to release what a path made where it is that path",
        ["let when = store.ite(condition, x, y);", "let when = store.ite(condition, y, x);"],
        LOST,
    ),
    fault(
        LEAKS,
        "sizes: what one path made is no leak on the other one",
        [
            "made.map_or(is_lost, |made| cx.store.and(made, is_lost))",
            "made.map_or(is_lost, |_| is_lost)",
        ],
        LOST,
    ),
    Guarded {
        package: "effigy-explore",
        ..fault(
            BOTH,
            "merging: what the solver does for merged paths is effort",
            [
                "self.job.effort.of_work() + self.job.solver.work.units()",
                "self.job.effort.of_work()",
            ],
            EFFORT,
        )
    },
];
