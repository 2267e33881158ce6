//! The invariants of the front ends and of `relational`.

use super::{Entry, broken, edit};

/// Invariants of languages.
pub const LANGUAGES: &[Entry] = &[
    broken(
        "crates/lang-alloy",
        "every construct means what it means in Alloy",
        &[
            edit(
                "crates/lang-alloy/src/translate/expression.rs",
                "B::Override => self.problem.override_with(a, b),",
                "B::Override => self.problem.union(a, b),",
            ),
            edit(
                "crates/lang-alloy/src/translate/expression.rs",
                "B::Domain => self.problem.restrict_domain(a, b),",
                "B::Domain => self.problem.restrict_range(b, a),",
            ),
        ],
    ),
    broken(
        "crates/lang-alloy",
        "an unsupported construct is refused by name and place",
        &[edit(
            "crates/lang-alloy/src/resolve/names.rs",
            "let what = format!(\"`{name}`: names with `$`, of atoms and of the model itself,\");",
            "let what = \"a name with `$`\".to_owned();",
        )],
    ),
    broken(
        "crates/lang-llvm",
        "a broken module is a located error",
        &[
            edit(
                "crates/lang-llvm/src/lower/inst.rs",
                "let lane = usize::try_from(n).ok().and_then(|n| lanes.get(n).cloned());",
                "let lane = usize::try_from(n).ok().map(|n| lanes[n].clone());",
            ),
            edit(
                "crates/lang-llvm/src/module.rs",
                "line: u32::try_from(line).unwrap_or(u32::MAX),",
                "line: 0,",
            ),
        ],
    ),
    broken(
        "crates/lang-oo",
        "a printed tree reads back as the same tree",
        &[edit(
            "crates/lang-oo/src/print/expression.rs",
            "within(names, out, condition, level::OR);",
            "within(names, out, condition, level::CONDITIONAL);",
        )],
    ),
    broken(
        "crates/lang-oo",
        "a malformed file has located errors",
        &[
            edit(
                "crates/lang-oo/src/parse.rs",
                "            self.report(open, Problem::MissingBrace);\n",
                "            self.report(open.behind(), Problem::StrayBrace);\n",
            ),
            edit(
                "crates/lang-oo/src/parse.rs",
                "        self.cursor.seek_end();\n        self.gave_up = true;\n",
                "        self.cursor.seek_end();\n",
            ),
        ],
    ),
    broken(
        "crates/lang-oo",
        "every body satisfies the verifier",
        &[edit(
            "crates/lang-oo/src/lower/integers.rs",
            "Binary::AtMost => (pick(Op::BvSle, Op::IntLe), false, false),",
            "Binary::AtMost => (pick(Op::BvSle, Op::BvSle), false, false),",
        )],
    ),
    broken(
        "crates/lang-pli",
        "a printed tree reads back as the same tree",
        &[edit(
            "crates/lang-pli/src/print/expression.rs",
            "Arithmetic::Subtract => (\" - \", level::SUM, level::SUM, level::PRODUCT),",
            "Arithmetic::Subtract => (\" - \", level::SUM, level::SUM, level::SUM),",
        )],
    ),
    broken(
        "crates/lang-pli",
        "a malformed file has located errors",
        &[
            edit(
                "crates/lang-pli/src/parse.rs",
                "            self.problems.add(self.cursor.last_span().behind(), problem);\n            return Ok(());",
                "            self.problems.add(token.span, problem);\n            return Ok(());",
            ),
            edit(
                "crates/lang-pli/src/parse.rs",
                "        self.problems.add(self.cursor.peek().span, Problem::TooDeep);\n        self.gave_up = true;\n",
                "        self.gave_up = true;\n",
            ),
        ],
    ),
    broken(
        "crates/lang-viper",
        "errors of several members have places",
        &[edit(
            "crates/lang-viper/src/problem.rs",
            "let shown = list.into_iter().take(MAX_ERRORS);",
            "let shown = list.into_iter().take(MAX_ERRORS.min(1));",
        )],
    ),
    broken(
        "crates/relational",
        "an overflowing formula is neither true nor false",
        &[
            edit(
                "crates/relational/src/translate/ints.rs",
                "if self.forbid { undefined } else { Lit::FALSE }",
                "if self.forbid && undefined != Lit::TRUE { undefined } else { Lit::FALSE }",
            ),
            edit(
                "crates/relational/src/evaluate/ints.rs",
                "Whole { number, undefined: self.forbid && (undefined || overflows) }",
                "Whole { number, undefined: self.forbid && undefined }",
            ),
            edit(
                "crates/relational/src/translate/quantifiers.rs",
                "let integers = self.forbid && self.problem.over_integers(declaration);",
                "let integers = false && self.problem.over_integers(declaration);",
            ),
        ],
    ),
    broken(
        "crates/relational",
        "the same problem has the same instances in the same order",
        &[edit(
            "crates/relational/src/finder.rs",
            "            problem,\n            options,\n            translated: None,",
            "            problem,\n            options: {\n                static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);\n                let next = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);\n                FinderOptions { symmetry: [options.symmetry, 0][next % 2], ..options }\n            },\n            translated: None,",
        )],
    ),
];
