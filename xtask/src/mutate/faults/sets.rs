//! Faults of sets of inputs.

use super::{Fault, Guarded};

const DIAGRAMS: &str = "crates/solver/src/sets/diagrams.rs";
const SETS_FILE: &str = "crates/solver/src/sets.rs";
const GUARDED: &str = "crates/solver/src/sets/guarded.rs";
const WORDS: &str = "crates/solver/src/sets/words.rs";
const LAYER: &str = "crates/solver/src/layers/diagrams.rs";

/// Faults of diagrams and of what is made of them.
pub const SETS: &[Guarded] = &[
    Guarded {
        fault: Fault {
            file: LAYER,
            rule: "diagrams: what has no diagram may contradict",
            original: "if placed < query.assertions.len() || sets.iter().any(Option::is_none) {",
            replacement: "if false {",
        },
        package: "effigy-solver",
        suite: "diagrams",
        test: "what_has_no_diagram_may_contradict",
    },
    Guarded {
        fault: Fault {
            file: SETS_FILE,
            rule: "sets: one that was thrown away says nothing",
            original: "if a.epoch != self.epoch || b.epoch != self.epoch {",
            replacement: "if false {",
        },
        package: "effigy-solver",
        suite: "sets",
        test: "sets_that_were_thrown_away_say_nothing",
    },
    Guarded {
        fault: Fault {
            file: WORDS,
            rule: "sets: the order of words one behind the other asks the low one where the high one is the same",
            original: "let rest = self.diagrams.and(known(self, same)?, known(self, low)?)?;",
            replacement: "let rest = known(self, same)?;",
        },
        package: "effigy-solver",
        suite: "sets",
        test: "words_one_behind_the_other_are_in_the_order_of_the_high_and_then_of_the_low_one",
    },
    Guarded {
        fault: Fault {
            file: WORDS,
            rule: "sets: a word has a value of a choice where the choice is taken",
            original: "for (values, c) in [(t, c), (e, !c)] {",
            replacement: "for (values, c) in [(t, c), (e, Diagram::TRUE)] {",
        },
        package: "effigy-solver",
        suite: "sets",
        test: "values_of_a_word_have_the_inputs_for_which_it_is_them",
    },
    Guarded {
        fault: Fault {
            file: DIAGRAMS,
            rule: "diagrams: a negated function is negated on both sides",
            original: "(node.low.negate_if(d.is_negated()), node.high.negate_if(d.is_negated()))",
            replacement: "(node.low, node.high.negate_if(d.is_negated()))",
        },
        package: "effigy-solver",
        suite: "units",
        test: "sets::diagrams::tests::operations_are_those_of_functions_and_equal_functions_are_equal_diagrams",
    },
    Guarded {
        fault: Fault {
            file: DIAGRAMS,
            rule: "sets: one that is made small stays what it is on the path",
            original: "(Diagram::FALSE, _) => self.restricted(high, care_high, known)?,",
            replacement: "(_, Diagram::FALSE) => self.restricted(high, care_high, known)?,",
        },
        package: "effigy-solver",
        suite: "sets",
        test: "on_a_path_a_condition_a_word_and_a_set_are_what_they_are",
    },
    Guarded {
        fault: Fault {
            file: GUARDED,
            rule: "sets: a side of a choice is what is left on the path by the other one",
            original: "true => Some(left),",
            replacement: "true => Some(Diagram::FALSE),",
        },
        package: "effigy-solver",
        suite: "sets",
        test: "on_a_path_a_condition_a_word_and_a_set_are_what_they_are",
    },
    Guarded {
        fault: Fault {
            file: SETS_FILE,
            rule: "sets: what is left of a sweep has new numbers",
            original: "*truth = truth.and_then(|d| new.of(d));",
            replacement: "*truth = truth.filter(|d| new.of(*d).is_some());",
        },
        package: "effigy-solver",
        suite: "sets",
        test: "what_is_not_used_is_thrown_away_and_the_rest_stays_what_it_was",
    },
    Guarded {
        fault: Fault {
            file: "crates/exec/src/machine/access/among.rs",
            rule: "merging: a write at one of several addresses leaves the others",
            original: "let merged = self.cx.store.ite(hit, new, old);",
            replacement: "let merged = new; let _ = (hit, old);",
        },
        package: "effigy-exec",
        suite: "units",
        test: "features::merge::tests::an_access_at_one_of_several_addresses_goes_to_all_of_them_and_fails_where_one_is_outside",
    },
];
