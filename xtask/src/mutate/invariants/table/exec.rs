//! The invariants of `crates/exec/ARCHITECTURE.md`.

use super::{Entry, broken, edit};

const PAGE: &str = "crates/exec";
const RUN: &str = "crates/exec/src/machine/run.rs";
const DECIDE: &str = "crates/exec/src/machine/decide.rs";
const JOIN: &str = "crates/exec/src/features/merge/join.rs";
const BMC: &str = "crates/exec/src/features/bmc/mod.rs";
const WORKER: &str = "crates/exec/src/explore/worker.rs";
const EXPLORER: &str = "crates/exec/src/explore/explorer.rs";
const CONCOLIC: &str = "crates/exec/src/features/concolic/mod.rs";
const OUTCOME: &str = "crates/outcome/src/run.rs";

/// Invariants of exec.
pub const EXEC: &[Entry] = &[
    broken(
        PAGE,
        "concrete values never touch the term store",
        &[edit(
            RUN,
            "            match run_words::<NOWHERE>(state, &code, turn) {",
            "            self.store.bits(64, u128::from(turn));\n            match run_words::<NOWHERE>(state, &code, turn) {",
        )],
    ),
    broken(
        PAGE,
        "every input has one leaf, merged or not",
        &[
            edit(
                JOIN,
                "self.either(condition, a.regs[r], b.regs[r], a.code.sorts[r], path);",
                "self.either(condition, b.regs[r], a.regs[r], a.code.sorts[r], path);",
            ),
            edit(
                "crates/exec/src/features/merge/place.rs",
                "paths.into_iter().skip(side as usize).take(1).collect();",
                "paths.into_iter().take(1).collect();",
            ),
        ],
    ),
    broken(
        PAGE,
        "each input satisfies one condition that unwinding collects",
        &[
            edit(
                "crates/exec/src/features/bmc/merge_states.rs",
                "let either = self.cx.store.or(first, second);",
                "let _ = second;\n        let either = first;",
            ),
            edit(
                "crates/exec/src/features/bmc/unwinding.rs",
                "return unwinding.found.reached.push((guard, place));",
                "let _ = (guard, place);\n                return;",
            ),
        ],
    ),
    broken(
        PAGE,
        "nothing is proved while the bound can be reached or anything is unknown",
        &[
            edit(BMC, "_ if stopped => BmcVerdict::Open,", "_ if stopped => BmcVerdict::Proved,"),
            edit(
                BMC,
                "(true, Some(true)) => BmcVerdict::Bounded,",
                "(true, Some(true)) => BmcVerdict::Proved,",
            ),
            edit(
                BMC,
                "let known = self.is_all_known(&formula);",
                "let known = self.is_all_known(&formula) || true;",
            ),
        ],
    ),
    broken(
        PAGE,
        "the reported condition of a finding on a merged path holds for its input",
        &[
            edit(
                "crates/exec/src/features/input_path.rs",
                "if !follows {",
                "if !follows && conditions.len() < 2 {",
            ),
            edit(
                "crates/exec/src/features/input_path.rs",
                "alike.then(|| self.shortened(&state.path.condition, &path.path.condition))",
                "alike.then(|| self.shortened(&path.path.condition, &path.path.condition))",
            ),
        ],
    ),
    broken(
        PAGE,
        "the trail of a state, replayed, leads to the same path condition",
        &[edit(
            DECIDE,
            "let added = known.map_or(*constraint, |sides| sides[side as usize].added);",
            "let added = known.map_or(self.store.bool(true), |sides| sides[side as usize].added);",
        )],
    ),
    broken(
        PAGE,
        "an answer is given to its own question and to no other",
        &[
            edit(
                "crates/exec/src/machine/question.rs",
                "if choice.question != question {",
                "if choice.question == 0 {",
            ),
            edit(
                "crates/exec/src/features/unspecified.rs",
                "self.cx.answered(state, question, Decision::Forced(side))?;",
                "",
            ),
        ],
    ),
    broken(
        PAGE,
        "an undecided query is neither a yes nor a no",
        &[
            edit(
                DECIDE,
                "let open = |a: &Alternative| !matches!(a.feasible, Feasible::No);",
                "let open = |a: &Alternative| matches!(a.feasible, Feasible::Yes(_));",
            ),
            edit(
                "crates/exec/src/features/unspecified.rs",
                "self.differ(state, terms, fixed).decided()? {",
                "self.differ(state, terms, fixed).decided().or(Ok(Some(Default::default())))? {",
            ),
        ],
    ),
    broken(
        PAGE,
        "a panic costs its path and is reported, with any number of workers",
        &[
            edit(
                WORKER,
                "self.done.paths.push(PathRecord::lost(key, place, format!(\"a worker panicked: {said}\")));",
                "let _ = (key, place, said);",
            ),
            edit(
                WORKER,
                "items.push(WorkItem { choices: state.whole_trail(), open });",
                "items.push(WorkItem { choices: state.whole_trail(), open });\n            items.clear();",
            ),
        ],
    ),
    broken(
        PAGE,
        "stress modes do not change the report of a run",
        &[edit(
            "crates/exec/src/machine/step.rs",
            "while let Err(Stop::Pause) = executed {\n",
            "while let Err(Stop::Pause) = executed {\n            state.history.steps += 1;\n",
        )],
    ),
    broken(
        PAGE,
        "the report of an exhausted run depends neither on the search order nor on the number of workers",
        &[edit(EXPLORER, "    sort(&mut exploration.paths);\n", "")],
    ),
    broken(
        PAGE,
        "no search order changes the report of an exhaustive run",
        &[edit(EXPLORER, "    sort(&mut exploration.paths);\n", "")],
    ),
    broken(
        PAGE,
        "guides change the order of a walk, not its result",
        &[
            edit(
                "crates/exec/src/features/guides.rs",
                "state.path.condition.iter().all(|c| is_on(",
                "state.path.condition.iter().take(1).all(|c| is_on(",
            ),
            edit(
                "crates/exec/src/explore/worker/led.rs",
                "        self.searcher.push(others);\n",
                "        drop(others);\n",
            ),
        ],
    ),
    broken(
        PAGE,
        "a run that follows an input asks no solver at forks, and each conjunct holds for the input",
        &[
            edit(
                CONCOLIC,
                "term: alternatives[side].constraint,",
                "term: alternatives[alternatives.len() - 1].constraint,",
            ),
            edit(
                CONCOLIC,
                "Some(true) => Answer::Sat(Model::clone(&self.followed.model())),",
                "Some(true) => self.solver.check(store, &Query::new(&[last])),",
            ),
        ],
    ),
    broken(
        PAGE,
        "no leaf's path condition is unsatisfiable, no two intersect (King 1976, section 3)",
        &[edit(
            DECIDE,
            "let negation = self.store.not(condition);",
            "let negation = self.store.bool(true);",
        )],
    ),
    broken(
        PAGE,
        "a model that asks a question after a change ends its path as an internal error",
        &[edit(
            "crates/exec/src/machine/calls.rs",
            "Err(Stop::Fork(_) | Stop::Pause) if call.changed => {",
            "Err(Stop::Pause) if call.changed => {",
        )],
    ),
    broken(
        PAGE,
        "whichever leaves of a run are known, the run that continues from them gives the report",
        &[edit(
            "crates/exec/src/explore/walked.rs",
            "if self.forks[fork].below.iter().any(|part| *part != Part::Done) {",
            "if self.forks[fork].below.iter().any(|part| *part == Part::Unknown) {",
        )],
    ),
    broken(
        PAGE,
        "a path has one order of its threads",
        &[edit(
            "crates/exec/src/state/threads.rs",
            "            if let Some(next) = schedule.next(several.running, &several.list) {",
            "            let chance = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);\n            let last = [several.running, 1][chance as usize % 2];\n            if let Some(next) = schedule.next(last, &several.list) {",
        )],
    ),
    broken(
        PAGE,
        "a run with a second thread is neither exhaustive nor *passed*, and reports why",
        &[
            edit(
                OUTCOME,
                "self.every_path_ended() && self.threads.is_none()",
                "self.every_path_ended()",
            ),
            edit(OUTCOME, "        reasons.extend(self.threads.clone());\n", ""),
        ],
    ),
    broken(
        PAGE,
        "an answer names each assumption that its run met, and no other",
        &[edit(
            "crates/exec/src/machine/assumed.rs",
            "if !self.seen.insert((kind, what.clone(), function, at)) {",
            "if self.seen.insert((kind, what.clone(), function, at)) {",
        )],
    ),
    broken(
        PAGE,
        "a concretised value is counted with its place",
        &[
            edit(DECIDE, "        state.note_concretised(place);\n", "        drop(place);\n"),
            edit(
                DECIDE,
                "        state.note_concretised(place);\n",
                "        drop(place);\n        state.note_concretised(Arc::default());\n",
            ),
        ],
    ),
    broken(
        PAGE,
        "a trace that a run passes is never *infeasible*",
        &[
            edit(
                "crates/exec/src/features/route/mod.rs",
                "_ => decided.side.is_none() && again(next),",
                "_ => false,",
            ),
            edit(
                "crates/exec/src/features/route/mod.rs",
                "            (true, false) => {\n                self.require(state, condition)?;\n",
                "            (true, false) => {\n",
            ),
        ],
    ),
    broken(
        PAGE,
        "a limit that cuts a path never makes its trace *infeasible*",
        &[edit(
            "crates/exec/src/features/route/walk.rs",
            "_ => return self.cut(&state, ending),",
            "_ => {}",
        )],
    ),
];
