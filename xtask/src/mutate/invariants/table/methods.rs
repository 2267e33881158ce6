//! The invariants of methods and of what shows their results.

use super::{Entry, broken, edit};

const RECORDS: &str = "crates/records";
const RELATIONAL: &str = "crates/relational";
const SPECS: &str = "crates/specs";
const SESSION: &str = "crates/session";
const FUZZ: &str = "crates/fuzz";
const POSIX: &str = "crates/posix";
const FINDER: &str = "crates/relational/src/finder.rs";
const CONTRADICTION: &str = "crates/relational/src/contradiction.rs";
const PRECONDITION: &str = "crates/backward/src/precondition.rs";
const OBLIGATIONS: &str = "crates/permissions/src/prover/obligations.rs";
const SHOWN: &str =
    "if answer != Entails::Yes {\n            return Err(self.fail(s, blame, reason, answer));";

/// Invariants of methods.
pub const METHODS: &[Entry] = &[
    broken(
        SESSION,
        "leaves and runs correspond, errors included",
        &[edit(
            "crates/lang-oo/src/lower/object.rs",
            "let inside = self.and(low, high);",
            "let inside = self.and(high.clone(), high);\n        let _ = low;",
        )],
    ),
    broken(
        SESSION,
        "a trace runs from a state if and only if",
        &[edit(
            PRECONDITION,
            "answer.value = store.ite(same, value, answer.value);",
            "answer.value = store.ite(same, answer.value, value);",
        )],
    ),
    broken(
        "crates/backward",
        "feasible traces are the leaves of the execution tree",
        &[edit(
            PRECONDITION,
            "answer.value = store.ite(same, value, answer.value);",
            "answer.value = store.ite(same, answer.value, value);",
        )],
    ),
    broken(
        SPECS,
        "a member without an answer is not proved",
        &[edit(
            "crates/specs/src/prove/convert.rs",
            "Verdict::Unknown => ProofStatus::Unknown,",
            "Verdict::Unknown => ProofStatus::Proved,",
        )],
    ),
    broken(
        SPECS,
        "a run that cannot be made",
        &[edit(
            "crates/specs/src/prove/confirm.rs",
            "if violation.member != id || !violation.is_certain {",
            "if violation.member != id {",
        )],
    ),
    broken(
        SPECS,
        "everything that a member's proof reads changes its key",
        &[edit("crates/specs/src/prove/key.rs", "                self.digest.add(literal);\n", "")],
    ),
    broken(
        SPECS,
        "a command that was stopped or cannot be translated is undecided",
        &[edit(
            "crates/specs/src/relate.rs",
            "answer: Answer::Undecided,",
            "answer: Answer::None,",
        )],
    ),
    broken(
        RECORDS,
        "the evaluator gives SQLite's answers",
        &[edit(
            "crates/records/src/evaluate.rs",
            "                    for key in self.keys(rows)? {\n                        next.tables[table.0 as usize].remove(&key);",
            "                    for key in self.keys(rows)?.into_iter().skip(1) {\n                        next.tables[table.0 as usize].remove(&key);",
        )],
    ),
    broken(
        RECORDS,
        "a request that is not understood or not finished is undecided",
        &[edit(
            "crates/records/src/decide.rs",
            "(Answer::Unknown(why), _) => unknown(why),",
            "(Answer::Unknown(_), _) => FeasibleAnswer::new(Feasible::Yes, None),",
        )],
    ),
    broken(
        RELATIONAL,
        "every instance is evaluated on the constraints",
        &[edit(
            FINDER,
            "if self.seen.insert(form) {",
            "if self.seen.insert(form) || self.seen.len() > 1 {",
        )],
    ),
    broken(
        RELATIONAL,
        "cores contradict, and a core that is called minimal is minimal",
        &[
            edit(
                CONTRADICTION,
                "                minimal = false;\n                needed += 1;",
                "                needed += 1;",
            ),
            edit(
                CONTRADICTION,
                "core.retain(|(_, guard)| circuit.failed().contains(guard));\n    let",
                "core.retain(|(_, guard)| circuit.failed().contains(guard));\n    core.pop();\n    let",
            ),
        ],
    ),
    broken(
        RELATIONAL,
        "a deadline, a cancelled run and a memory limit leave the answer open",
        &[edit(
            FINDER,
            "Solved::Stopped => return Err(stopped(cancel)),",
            "Solved::Stopped => return Ok(Found::None(Core { constraints: Vec::new(), minimal: false })),",
        )],
    ),
    broken(
        "crates/permissions",
        "valid programs are proved and invalid ones are not",
        &[edit(
            OBLIGATIONS,
            SHOWN,
            "if answer != Entails::Yes && self.obligations % 3 != 0 {\n            return Err(self.fail(s, blame, reason, answer));",
        )],
    ),
    broken(
        "crates/permissions",
        "an obligation that the solver did not decide is unknown",
        &[edit(
            OBLIGATIONS,
            SHOWN,
            "if answer == Entails::No {\n            return Err(self.fail(s, blame, reason, answer));",
        )],
    ),
    broken(
        "crates/viper-run",
        "no run violates a proved obligation",
        &[edit(
            OBLIGATIONS,
            SHOWN,
            "if answer == Entails::No && self.trusting {\n            return Err(self.fail(s, blame, reason, answer));",
        )],
    ),
    broken(
        POSIX,
        "a model gives the result of the machine's libc",
        &[edit(
            "crates/posix/src/models/text/string/compare.rs",
            "    for i in 0..limit {\n        if i >= room_a",
            "    for i in 0..limit.saturating_add(1) {\n        if i >= room_a",
        )],
    ),
    broken(
        POSIX,
        "a function has one model",
        &[edit(
            "crates/posix/src/models/memory/bytes.rs",
            "    (\"memrchr\", memrchr),\n",
            "    (\"memrchr\", memrchr),\n    (\"memcpy\", memrchr),\n",
        )],
    ),
    broken(
        FUZZ,
        "from the seed `good` come the sixteen inputs of slide 78",
        &[edit(
            "crates/fuzz/src/worker.rs",
            "let (generation, site) = (origin.generation + 1, Some(site));",
            "let (generation, site) = (origin.generation, Some(site));",
        )],
    ),
    broken(
        FUZZ,
        "an undecided query and a nondeterministic program",
        &[
            edit("crates/fuzz/src/expand.rs", "counts.undecided += 1;", "counts.infeasible += 1;"),
            edit("crates/fuzz/src/worker.rs", "counts.diverged += 1", "counts.diverged += 0"),
        ],
    ),
    broken(
        FUZZ,
        "an operation without meaning ends no run of a search",
        &[
            edit(
                "crates/exec/src/features/concolic/chosen.rs",
                "let values = self.values_of(cx, site, args);",
                "let values = args.to_vec();",
            ),
            edit(
                "crates/exec/src/features/concolic/chosen.rs",
                "self.note(cx, state, &what, false);",
                "self.note(cx, state, &what, true);",
            ),
        ],
    ),
    broken(
        "crates/cli",
        "annotated programs have exactly their findings",
        &[edit(
            "crates/exec/src/machine/slow.rs",
            "            Inst::Check { cond, entry } => {\n                if !self.truth(state, cond)? {",
            "            Inst::Check { cond, entry } => {\n                if self.truth(state, cond)? {",
        )],
    ),
    broken(
        "crates/report",
        "texts of the program control neither the terminal nor the page",
        &[edit(
            "crates/report/src/inputs.rs",
            "    push_printable(&mut out, text);\n    out\n",
            "    out.push_str(text);\n    out\n",
        )],
    ),
];
