//! The invariants of the pages of `base`, `child`, `ir`, `syntax`, `formats` and `outcome`.

use super::{Entry, broken, edit};

const SYNTAX: &str = "crates/syntax";
const FORMATS: &str = "crates/formats";

/// Invariants of the crates that everything stands on.
pub const BASE: &[Entry] = &[
    broken(
        "crates/base",
        "there is one evaluator of operators",
        &[edit(
            "crates/base/src/eval.rs",
            "Op::BvUrem => wide::urem(w, a, b),",
            "Op::BvUrem => wide::urem(w, a, b) & !b,",
        )],
    ),
    broken(
        "crates/base",
        "floats are bit patterns with one NaN as a result",
        &[edit(
            "crates/base/src/eval/float.rs",
            "u128::from(if x.is_nan() { NAN32 } else { x.to_bits() })",
            "u128::from(x.to_bits())",
        )],
    ),
    broken(
        "crates/child",
        "a child does not outlive its parent",
        &[edit(
            "crates/child/src/lib.rs",
            "set_parent_process_death_signal(Some(Signal::KILL))?;",
            "set_parent_process_death_signal(None::<Signal>)?;",
        )],
    ),
    broken(
        "crates/ir",
        "the text form comes back as the same program",
        &[edit(
            "crates/ir/src/text/print.rs",
            "format!(\"b{}({})\", target.block.index(), self.values(&target.args))",
            "format!(\"b{}({})\", target.block.index(), self.values(&target.args[..1]))",
        )],
    ),
    broken(
        SYNTAX,
        "a text that is no token is reported once, when it is read",
        &[edit(
            "crates/syntax/src/parser.rs",
            "if token.kind.is_reported() {",
            "if token.kind.is_reported() && token.text.is_empty() {",
        )],
    ),
    broken(
        SYNTAX,
        "no parser nests deeper than its limit",
        &[edit(
            "crates/syntax/src/parser.rs",
            "self.cursor().depth() >= Self::MAX_NESTING",
            "self.cursor().depth() > Self::MAX_NESTING",
        )],
    ),
    broken(
        FORMATS,
        "a written witness reads back, and a damaged one is refused at its line",
        &[
            edit(
                "crates/formats/src/witness.rs",
                "segment(\"target\", witness.target, None);",
                "segment(\"target\", (witness.target.1, witness.target.0), None);",
            ),
            edit(
                "crates/formats/src/witness.rs",
                "Some(early) => Err(TraceError::new(early.number, \"the target is not the last waypoint\")),",
                "Some(early) => Err(TraceError::new(early.number + 1, \"the target is not the last waypoint\")),",
            ),
        ],
    ),
    broken(
        FORMATS,
        "a written `.ktest` file reads back",
        &[edit(
            "crates/formats/src/ktest.rs",
            "number(&mut bytes, environment.len() + test.objects.len());",
            "number(&mut bytes, environment.len());",
        )],
    ),
    broken(
        "crates/outcome",
        "nothing undecided counts as passed",
        &[
            edit(
                "crates/outcome/src/run.rs",
                "p.cut + p.unsupported + p.unknown == 0",
                "p.cut + p.unsupported == 0",
            ),
            edit("crates/outcome/src/run.rs", "if p.cut > 0 {", "if p.cut > 1 {"),
        ],
    ),
];
