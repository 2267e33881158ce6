//! Faults of merging paths where they meet.

use super::{DECIDE, FLOW, Fault, Guarded, OBJECT_BYTES};

const JOIN: &str = "crates/exec/src/features/merge/join.rs";
const WEIGHTS: &str = "crates/exec/src/features/merge/weights.rs";
const PLACE: &str = "crates/exec/src/features/merge/place.rs";
const REGION: &str = "crates/exec/src/features/merge/region.rs";

/// Faults of regions, of what paths become when they are merged, and of what keeps them apart.
pub const MERGING: &[Guarded] = &[
    Guarded {
        fault: Fault {
            file: JOIN,
            rule: "merging: inputs have their places before sets of the paths are made",
            original: "self.place_inputs(&top, &callers, &contents, a, b);",
            replacement: "",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::any_of_the_leaves_of_a_merged_run_are_a_point_to_go_on_from",
    },
    Guarded {
        fault: Fault {
            file: DECIDE,
            rule: "merging: a side that is given has the form that it had",
            original: "let added = known.map_or(*constraint, |sides| sides[side as usize].added);",
            replacement: "let added = known.map_or(*constraint, |_| *constraint);",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::any_of_the_leaves_of_a_merged_run_are_a_point_to_go_on_from",
    },
    Guarded {
        fault: Fault {
            file: FLOW,
            rule: "merging: what a call returns is not live while it runs",
            original: "code.writes(&code.insts[at as usize], &mut |dst| all.remove(dst));",
            replacement: "",
        },
        package: "effigy-exec",
        suite: "units",
        test: "code::forced::tests::what_a_call_returns_is_not_read_while_it_runs",
    },
    Guarded {
        fault: Fault {
            file: JOIN,
            rule: "merging: a register holds the first path's value on the first path",
            original: "self.either(condition, a.regs[r], b.regs[r], a.code.sorts[r], path);",
            replacement: "self.either(condition, b.regs[r], a.regs[r], a.code.sorts[r], path);",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::every_input_of_a_random_program_has_one_leaf_that_ends_as_its_run",
    },
    Guarded {
        fault: Fault {
            file: JOIN,
            rule: "merging: memory holds the first path's contents on the first path",
            original: "self.either(condition, x, y, Sort::BitVec(8 * len as u32), whole);",
            replacement: "self.either(condition, y, x, Sort::BitVec(8 * len as u32), whole);",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::every_input_of_a_random_program_has_one_leaf_that_ends_as_its_run",
    },
    Guarded {
        fault: Fault {
            file: JOIN,
            rule: "merging: what differs in memory is merged",
            original: "for Contents { at, len, values: [x, y] } in contents {",
            replacement: "for Contents { at, len, values: [x, y] } in contents.into_iter().skip(1) {",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::every_input_of_a_random_program_has_one_leaf_that_ends_as_its_run",
    },
    Guarded {
        fault: Fault {
            file: JOIN,
            rule: "merging: paths with other callers stay apart",
            original: "pairs().all(|(x, y)| x.is_like(y)).then(pairs)",
            replacement: "Some(pairs())",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::paths_in_one_function_that_return_to_other_places_stay_apart",
    },
    Guarded {
        fault: Fault {
            file: JOIN,
            rule: "merging: the condition keeps what both paths share",
            original: "state.path.condition.truncate(conditions + shared);",
            replacement: "state.path.condition.truncate(conditions);",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::without_sets_every_input_of_a_random_program_has_one_leaf",
    },
    Guarded {
        fault: Fault {
            file: PLACE,
            rule: "merging: a region that is run again leaves the same inputs",
            original: "left.question == self.left(paths, context)",
            replacement: "left.question != 0",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "merged::a_path_that_was_left_with_other_inputs_is_not_taken_for_one_of_those_that_are_left_now",
    },
    Guarded {
        fault: Fault {
            file: "crates/exec/src/code/forced.rs",
            rule: "merging: what is live follows the side that a branch takes",
            original: "if self.value(cond)? == 0 { otherwise } else { then }",
            replacement: "if self.value(cond)? == 0 { then } else { otherwise }",
        },
        package: "effigy-exec",
        suite: "units",
        test: "code::forced::tests::what_only_another_way_reads_is_not_read",
    },
    Guarded {
        fault: Fault {
            file: WEIGHTS,
            rule: "merging: a merged path has the weight of both",
            original: "Some(a.as_ref()? + b.as_ref()?)",
            replacement: "Some(a.as_ref()? + b.as_ref().and(a.as_ref())?)",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::without_sets_every_input_of_a_random_program_has_one_leaf",
    },
    Guarded {
        fault: Fault {
            file: REGION,
            rule: "merging: conditions that no fork added have no known weight",
            original: "item.weights.resize(added, None);",
            replacement: "let last = item.weights.last().cloned().flatten();\n                item.weights.resize(added, last);",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::without_sets_every_input_of_a_random_program_has_one_leaf",
    },
    Guarded {
        fault: Fault {
            file: PLACE,
            rule: "merging: a path that is taken up again goes on on its side",
            original: "paths.into_iter().skip(side as usize).take(1).collect();",
            replacement: "paths.into_iter().take(1).collect();",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::any_of_the_leaves_of_a_merged_run_are_a_point_to_go_on_from",
    },
    Guarded {
        fault: Fault {
            file: FLOW,
            rule: "merging: a register that is read is live",
            original: "live.insert(register);",
            replacement: "live.remove(register);",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::every_input_of_a_random_program_has_one_leaf_that_ends_as_its_run",
    },
    Guarded {
        fault: Fault {
            file: OBJECT_BYTES,
            rule: "merging: bytes that differ are found",
            original: "let same = self.bytes[at as usize] == other.bytes[at as usize] || mark != CONCRETE;",
            replacement: "let same = true;",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::every_input_of_a_random_program_has_one_leaf_that_ends_as_its_run",
    },
    Guarded {
        fault: Fault {
            file: DECIDE,
            rule: "merging: what is asked about unspecified parts is asked in each execution",
            original: "let settled = self.settled(state, sides, unspecified::BRANCH)?;",
            replacement: "if let Some(side) = self.said(state, sides) {\n                return Ok(side);\n            }\n            let settled = self.settled(state, sides, unspecified::BRANCH)?;",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "memory::what_is_asked_about_uninitialised_bytes_is_asked_again_when_paths_are_merged",
    },
    Guarded {
        fault: Fault {
            file: JOIN,
            rule: "merging: registers of callers are merged",
            original: "if callers.iter().any(|live| !live.differing.is_empty()) {",
            replacement: "if false {",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::paths_that_meet_in_a_function_are_merged_with_the_registers_of_its_caller",
    },
];
