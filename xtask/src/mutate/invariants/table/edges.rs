//! Invariants about what a crate depends on and names.

use super::{Entry, broken, edit};

const TIDY: &str = "this crate depends on `effigy` alone";

/// Invariants about edges.
pub const EDGES: &[Entry] = &[
    broken(
        "crates/base",
        "this crate names no source language",
        &[edit(
            "crates/base/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-child.workspace = true\n",
        )],
    ),
    broken(
        "crates/ir",
        "the IR does not know terms",
        &[edit(
            "crates/ir/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-term.workspace = true\n",
        )],
    ),
    broken(
        "crates/syntax",
        "this crate names no source language",
        &[edit(
            "crates/syntax/src/parser.rs",
            "    /// Whether nothing may be one level deeper here.\n",
            "    /// Whether nothing may be one level deeper here, as in Java.\n",
        )],
    ),
    broken(
        "crates/solver",
        "nothing outside of this crate talks to a SAT or SMT solver",
        &[edit(
            "crates/lang-alloy/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-solver.workspace = true\n",
        )],
    ),
    broken(
        "crates/lang-llvm",
        "no LLVM library, no terms, no solver",
        &[edit(
            "crates/lang-llvm/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-term.workspace = true\n",
        )],
    ),
    broken(
        "crates/report",
        "this crate computes nothing about the program",
        &[edit(
            "crates/report/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-exec.workspace = true\n",
        )],
    ),
    broken(
        "crates/cli",
        "no analysis happens here",
        &[edit(
            "crates/cli/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-exec.workspace = true\n",
        )],
    ),
    broken(
        "crates/bolero",
        TIDY,
        &[edit(
            "crates/bolero/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-base.workspace = true\n",
        )],
    ),
    broken(
        "crates/kani",
        TIDY,
        &[edit(
            "crates/kani/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-base.workspace = true\n",
        )],
    ),
    broken(
        "crates/proptest",
        TIDY,
        &[edit(
            "crates/proptest/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-base.workspace = true\n",
        )],
    ),
    broken(
        "crates/effigy",
        "this crate depends on `std` and its own macros alone",
        &[edit(
            "crates/effigy/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-base.workspace = true\n",
        )],
    ),
    broken(
        "crates/effigy-macros",
        "this crate depends on nothing but the compiler",
        &[edit(
            "crates/effigy-macros/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-base.workspace = true\n",
        )],
    ),
    broken(
        "crates/testkit",
        "nothing that users run depends on this crate",
        &[edit(
            "crates/report/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\neffigy-testkit.workspace = true\n",
        )],
    ),
    broken(
        "xtask",
        "nothing that users run depends on this crate",
        &[edit(
            "crates/report/Cargo.toml",
            "[dependencies]\n",
            "[dependencies]\nxtask = { path = \"../../xtask\" }\n",
        )],
    ),
];
