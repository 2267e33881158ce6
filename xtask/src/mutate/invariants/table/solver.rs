//! The invariants of `crates/solver/ARCHITECTURE.md` and of `crates/term/ARCHITECTURE.md`.

use super::{Entry, broken, edit};

const PAGE: &str = "crates/solver";
const TERM: &str = "crates/term";
const PROCESS: &str = "crates/solver/src/incremental/process.rs";

/// Invariants of solver.
pub const SOLVER: &[Entry] = &[
    broken(
        PAGE,
        "a set holds exactly the inputs for which its condition is true",
        &[
            edit(
                "crates/solver/src/sets/words.rs",
                "let rest = self.diagrams.and(known(self, same)?, known(self, low)?)?;",
                "let rest = known(self, same)?;",
            ),
            edit(
                "crates/solver/src/sets/tried.rs",
                "for (bit, part) in [(false, low), (true, high)] {",
                "for (bit, part) in [(true, high), (false, low)] {",
            ),
        ],
    ),
    broken(
        PAGE,
        "a circuit's answers are those of all inputs",
        &[
            edit(
                "crates/solver/src/circuit.rs",
                "self.gates.mux(condition, then, otherwise)",
                "self.gates.mux(condition, otherwise, then)",
            ),
            edit(
                "crates/solver/src/circuit.rs",
                "if guard != Lit::FALSE && lit != Lit::TRUE {",
                "if guard == Lit::TRUE && lit != Lit::TRUE {",
            ),
        ],
    ),
    broken(
        PAGE,
        "the integer back end agrees with evaluation",
        &[edit(
            "crates/solver/src/integers/products.rs",
            "atoms.sat.clause([-x_low, -y_high, below]);",
            "atoms.sat.clause([-x_low, -y_high, above]);",
        )],
    ),
    broken(
        PAGE,
        "every entailment that a proof finds without a process is valid",
        &[edit(
            "crates/solver/src/facts/propagate.rs",
            "if self.truth(store, one) == Some(!truth) {",
            "if self.truth(store, one).is_some() {",
        )],
    ),
    broken(
        PAGE,
        "an answer of the kept process does not depend on earlier questions",
        &[
            edit(
                "crates/solver/src/incremental/script.rs",
                "let kept = if end > shared { depth - 1 } else { depth };",
                "let kept = depth;",
            ),
            edit(
                PROCESS,
                "                // After what is left of its answer nothing that it says can be trusted.\n                self.running = None;\n",
                "",
            ),
            edit(
                PROCESS,
                "reply.trim().is_empty().then_some(pipe)",
                "Some(pipe).filter(|_| reply.len() < usize::MAX)",
            ),
        ],
    ),
    broken(
        PAGE,
        "no cache entry outlives its terms",
        &[edit(
            "crates/solver/src/layers/equalities.rs",
            "store.retain_live(&mut self.rewritten);",
            "self.rewritten.retain(|(t, _), _| store.is_live(*t));",
        )],
    ),
    broken(
        PAGE,
        "every layer can be switched off without changing an answer",
        &[edit(
            "crates/solver/src/layers/models.rs",
            "assertions.iter().rev().all(|t| self.evaluator.truth(store, *t, model) == Some(true))",
            "assertions.iter().rev().take(1).all(|t| self.evaluator.truth(store, *t, model) == Some(true))",
        )],
    ),
    broken(
        PAGE,
        "a model is evaluated on the query before it is believed",
        &[edit(
            "crates/solver/src/layers/validation.rs",
            ".find(|t| self.evaluator.truth(store, **t, model) == Some(false));",
            ".find(|t| self.evaluator.truth(store, **t, model).is_none());",
        )],
    ),
    broken(
        PAGE,
        "a canonical answer depends on the assertions alone",
        &[edit(
            "crates/solver/src/assemble.rs",
            "let back_end = back_end(options, clock, true)?;",
            "let back_end = back_end(options, clock, false)?;",
        )],
    ),
    broken(
        TERM,
        "every node outside of this crate is built by its constructors, which refuse ill-sorted arguments",
        &[edit(
            "crates/term/src/construct.rs",
            "[a, b] => ([a, b, a], op.result_sort(&[self.sort(a), self.sort(b)])?),",
            "[a, b] => ([a, b, a], op.result_sort(&[self.sort(a), self.sort(b)]).unwrap_or(self.sort(a))),",
        )],
    ),
    broken(
        TERM,
        "a term's form does not depend on the order in which a store met its parts",
        &[edit(
            "crates/term/src/construct.rs",
            "(self.is_constant(t), stored.hash, t)",
            "(self.is_constant(t), stored.hash & 1, t)",
        )],
    ),
    broken(
        TERM,
        "a freed term is never read as another term",
        &[edit(
            "crates/term/src/store.rs",
            "        if matches!(stored.kind, Kind::Free) {\n            freed(t);\n        }\n        stored",
            "        stored",
        )],
    ),
    broken(
        TERM,
        "printed terms read back",
        &[edit(
            "crates/term/src/print/expression.rs",
            "let right = if level == Level::Shift { Level::Sum } else { Level::Unary };",
            "let right = level;",
        )],
    ),
    broken(
        TERM,
        "every rewrite rule is an equivalence",
        &[edit(
            "crates/term/src/rules/compare.rs",
            "let previous = s.bits(width, wide::sub(width, c, 1));",
            "let previous = s.bits(width, c);",
        )],
    ),
];
