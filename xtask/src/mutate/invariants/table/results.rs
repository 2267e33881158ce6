//! The invariants of what builds, runs, follows and reports programs.

use super::{Entry, broken, edit};

/// Invariants of the crates around the engine.
pub const RESULTS: &[Entry] = &[
    broken(
        "crates/compile",
        "a cache entry is used only if its inputs are unchanged",
        &[
            edit(
                "crates/compile/src/cache/entry.rs",
                "if !head.sources.iter().all(Source::is_unchanged) {",
                "if !head.sources.iter().take(1).all(Source::is_unchanged) {",
            ),
            edit(
                "crates/compile/src/cache/entry.rs",
                "(bytes.len() as u64 == length && checksum(0, &bytes) == sum).then_some(bytes)",
                "(bytes.len() as u64 == length && sum != 0).then_some(bytes)",
            ),
            edit(
                "crates/compile/src/cache/entry.rs",
                "about.is_file() && about.uid() == user && about.mode() & 0o022 == 0",
                "about.is_file() && about.uid() == user",
            ),
        ],
    ),
    broken(
        "crates/compile",
        "the user's sources and target folder are not written",
        &[
            edit(
                "crates/compile/src/package.rs",
                "        command.arg(\"--target-dir\").arg(place.join(\"target\"));\n",
                "        let _ = place;\n",
            ),
            edit(
                "crates/compile/src/package.rs",
                "let module = place.join(format!(\"{name}.ll\"));",
                "let module = dir.join(format!(\"{name}.ll\"));",
            ),
        ],
    ),
    broken(
        "crates/debug",
        "every step can be undone",
        &[
            edit(
                "crates/debug/src/history.rs",
                "for _ in from.step..target {",
                "for _ in from.step + 1..target {",
            ),
            edit(
                "crates/debug/src/history.rs",
                "index > half || entry.pinned || index % 2 == 1",
                "index > half || index % 2 == 1",
            ),
            edit(
                "crates/debug/src/history.rs",
                "index > half || entry.pinned || index % 2 == 1",
                "index > half",
            ),
        ],
    ),
    broken(
        "crates/debug",
        "an error or an interruption in a command leaves the session as good as befo",
        &[
            edit(
                "crates/debug/src/carry_out.rs",
                "                show(self.error(text, failed));\n                break;\n",
                "                show(self.error(text, failed));\n",
            ),
            edit(
                "crates/debug/src/run.rs",
                "                    self.history.record(&self.debugger, true);\n                    self.standing(\"interrupted\")",
                "                    self.debugger.start()?;\n                    self.standing(\"interrupted\")",
            ),
            edit(
                "crates/debug/src/manager.rs",
                "        self.debugger.restore(&before);\n        self.show_rows(rows.map_err(",
                "        if rows.is_ok() {\n            self.debugger.restore(&before);\n        }\n        self.show_rows(rows.map_err(",
            ),
        ],
    ),
    broken(
        "crates/explore",
        "each test of an exploration is followed to the same end",
        &[
            edit(
                "crates/posix/src/start.rs",
                "call.input_bytes(InputKind::Stdin, \"stdin\", len as u64)?",
                "call.input_bytes(InputKind::Stdin, \"stdin\", len as u64 / 2)?",
            ),
            edit(
                "crates/explore/src/concolic.rs",
                "symbolic_arguments: input.arguments.iter().map(Vec::len).collect(),",
                "symbolic_arguments: input.arguments.iter().map(|argument| argument.len() / 2).collect(),",
            ),
        ],
    ),
    broken(
        "crates/explore",
        "a run that was ended in any way",
        &[
            edit(
                "crates/explore/src/journal/read.rs",
                "    known.open = reader.walked.open();\n",
                "    known.open = reader.walked.open();\n    known.open.pop();\n",
            ),
            edit(
                "crates/explore/src/journal/read.rs",
                "let Some(sum) = alone.filter(|_| leaf.alone).or_else(|| frame.sum(worker.last)) else {",
                "let Some(sum) = alone.filter(|_| leaf.alone).or_else(|| frame.sum(worker.last)).or(Some(0)) else {",
            ),
        ],
    ),
    broken(
        "crates/explore",
        "an order is accounted as a whole or not at all",
        &[
            edit(
                "crates/explore/src/journal/read.rs",
                "if last && self.walked.add(&worker.trail, &worker.open) {",
                "let is_new = self.walked.add(&worker.trail, &worker.open);\n        if last && (is_new || !key.is_empty()) {",
            ),
            edit(
                "crates/explore/src/remote.rs",
                "            let rest = std::mem::take(&mut work.parts);\n",
                "            let mut rest = std::mem::take(&mut work.parts);\n            rest.pop();\n",
            ),
        ],
    ),
    broken(
        "crates/feasible",
        "a trace that names no place of the program",
        &[
            edit(
                "crates/feasible/src/places.rs",
                "            if sites > 0 {\n                continue;",
                "            if sites > 0 || wanted.side.is_none() {\n                continue;",
            ),
            edit(
                "crates/feasible/src/places.rs",
                "(None, [first, ..]) if wanted.is_waypoint => Some(*first),",
                "(None, [first, ..]) => Some(*first),",
            ),
        ],
    ),
    broken(
        "crates/floyd",
        "every refutation was run",
        &[edit(
            "crates/floyd/src/follow.rs",
            "&& result.witnesses.iter().any(|w| w.is_about(obligation))",
            "&& !(result.witnesses.is_empty() && found.start.is_empty())",
        )],
    ),
    broken(
        "crates/fuzz",
        "a search by one worker",
        &[edit(
            "crates/fuzz/src/worker.rs",
            "shared.push(if ends { score } else { 0 }, origin, input);",
            "let chance = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), score);\n        shared.push(if ends { chance % 1000 } else { 0 }, origin, input);",
        )],
    ),
    broken(
        "crates/fuzz",
        "no later write loses content of a search's run folder",
        &[
            edit(
                "crates/report/src/folder/corpus.rs",
                "            corpus.next = corpus.next.max(number + 1);\n",
                "            let _ = number;\n",
            ),
            edit(
                "crates/report/src/folder/corpus.rs",
                "if !name.ends_with(\".input\") {",
                "if name.ends_with(\".input\") {",
            ),
        ],
    ),
    broken(
        "crates/native",
        "a run in a batch ends as in a process of its own",
        &[
            edit(
                "crates/native/src/runtime/sandbox/batch.h",
                "    clear((char *)b->heap, b->heap_used - b->heap);\n",
                "",
            ),
            edit(
                "crates/native/src/runtime/sandbox/batch.h",
                "  while (b->file_count > 0) own(SYS_close, b->files[--b->file_count], 0, 0);\n",
                "  b->file_count = 0;\n",
            ),
            edit(
                "crates/native/src/runtime/sandbox/batch.h",
                "  for (size_t i = 0; i < b->warm_count; i++) copy_page(",
                "  for (size_t i = 1; i < b->warm_count; i++) copy_page(",
            ),
        ],
    ),
    broken(
        "crates/native",
        "a native run changes nothing outside of its own folder",
        &[edit(
            "crates/native/src/runtime/sandbox/filter.h",
            "  answer(f, REFUSE(EAGAIN));\n  answer(f, SECCOMP_RET_ALLOW);\n  on_call(f, __NR_setsid",
            "  answer(f, SECCOMP_RET_ALLOW);\n  answer(f, SECCOMP_RET_ALLOW);\n  on_call(f, __NR_setsid",
        )],
    ),
    broken(
        "crates/posix",
        "a function without a model ends its own path only",
        &[
            edit(
                "crates/exec/src/machine/calls.rs",
                "let what = format!(\"the external function {}\", decl.display);",
                "let what = \"the external function\".to_owned();",
            ),
            edit(
                "crates/exec/src/machine/calls.rs",
                "let what = format!(\"the external function {}\", decl.display);",
                "self.cx.job.cancel.cancel();\n            let what = format!(\"the external function {}\", decl.display);",
            ),
        ],
    ),
    broken(
        "crates/report",
        "only files that Effigy wrote are removed or replaced",
        &[
            edit(
                "crates/report/src/folder/place.rs",
                "for name in listed.lines().filter(|name| which(name) && is_own(name)) {",
                "for name in listed.lines().filter(|name| which(name)) {",
            ),
            edit(
                "crates/report/src/folder/place.rs",
                "match std::fs::symlink_metadata(path) {",
                "match std::fs::metadata(path) {",
            ),
            edit(
                "crates/report/src/folder/place.rs",
                "if only_begun || super::mark::read(path).is_ok() {",
                "if only_begun || path.join(MARK).exists() {",
            ),
        ],
    ),
    broken(
        "crates/report",
        "in no format does an undecided run look like a pass",
        &[
            edit(
                "crates/report/src/outputs/junit.rs",
                "false => Result::Undecided(missing(runs), said(&reasons)),",
                "false => Result::Passed(said(&reasons)),",
            ),
            edit(
                "crates/report/src/outputs/sarif.rs",
                "\"executionSuccessful\": runs.verdict() != Verdict::Incomplete,",
                "\"executionSuccessful\": runs.verdict() != Verdict::Failed,",
            ),
            edit(
                "crates/report/src/outputs/junit/harnesses.rs",
                "    for harness in &summary.not_run {\n",
                "    for harness in summary.not_run.iter().skip(1) {\n",
            ),
        ],
    ),
    broken(
        "crates/report",
        "the page fetches nothing",
        &[
            edit(
                "crates/report/src/page/tree.html",
                "<script type=\"application/json\" id=\"data\">",
                "<img src=\"file:///usr/share/pixmaps/debian-logo.png\" alt=\"\">\n<script type=\"application/json\" id=\"data\">",
            ),
            edit(
                "crates/report/src/page/outline.js",
                "const last = Math.min(visible.length, first + most + 12);",
                "const last = Math.min(visible.length, first + 60 * most);",
            ),
        ],
    ),
    broken(
        "crates/session",
        "a run whose inputs do not cover all values of their types is *bounded*",
        &[
            edit(
                "crates/session/src/package.rs",
                "Verdict::Passed | Verdict::Proved | Verdict::Bounded => {\n                match outcome.bounds.is_empty() {",
                "Verdict::Passed | Verdict::Proved | Verdict::Bounded => {\n                match true {",
            ),
            edit(
                "crates/explore/src/convert.rs",
                "(None, Some(bound)) => _ = bounds.insert(bound),",
                "(None, Some(bound)) => _ = assumes.insert(bound),",
            ),
            edit(
                "crates/session/src/package.rs",
                "    said.extend(outcome.bounds.iter().map(Assumption::to_string));\n",
                "",
            ),
        ],
    ),
    broken(
        "crates/session",
        "harnesses of other fuzzers run unchanged",
        &[
            edit(
                "crates/compile/src/cargo_fuzz.rs",
                "format!(\"paths=[{:?}]\", folder.to_string_lossy())",
                "format!(\"patch.crates-io.libfuzzer-sys.path={:?}\", folder.to_string_lossy())",
            ),
            edit("crates/compile/src/c.rs", "&& !defines(\"@main(\")", "&& defines(\"@main(\")"),
        ],
    ),
    broken(
        "crates/records",
        "a specification fails only with rows on which the evaluator saw it fail",
        &[
            edit(
                "crates/records/src/decide/counterexample.rs",
                "            if obligation.is_none() {\n",
                "            if obligation.is_none() && path.obligations.is_empty() {\n",
            ),
            edit(
                "crates/records/src/decide/counterexample.rs",
                "            if !interpretation.holds(&stated.expression)? {\n                return",
                "            if !interpretation.holds(&stated.expression)? && stated.place.is_some() {\n                return",
            ),
        ],
    ),
];
