//! Faults of sets of inputs.

use super::{Fault, Guarded};

const DIAGRAMS: &str = "crates/solver/src/sets/diagrams.rs";
const SETS_FILE: &str = "crates/solver/src/sets.rs";
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
        test: "a_set_holds_the_inputs_for_which_its_condition_is_true",
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
];
