//! From what the explorer recorded to the plain data of a report.

mod assumed;
mod places;

use crate::checked;
use crate::front_end::{ObjectCount, SourceProgram};
use crate::machine::datum;
use effigy_base::assumption::{Assumption, AssumptionKind};
use effigy_base::value::Value;
use effigy_compile::{Compiled, UserFiles};
use effigy_exec::chosen::TakenValue;
use effigy_exec::explorer::{
    ClosedFork, Exploration, ForkRecord, InputValue, MergedPaths, PathRecord,
};
use effigy_exec::sides::MOST_SIDES;
use effigy_exec::state::{Failure, InputKind, StackFrame as Frame};
use effigy_exec::stop::{CutReason, Ending as Stop};
use effigy_ir::program::Program;
use effigy_outcome::error::SessionError;
use effigy_outcome::language::Language;
use effigy_outcome::options::{ExploreOptions, Harnesses, Integers, Merge, Target, Tests};
use effigy_outcome::{
    Concretisation, Coverage, Datum, Ending, ExecutionTree, FileCoverage, Finding, ForkingLoop,
    FunctionCoverage, Goal, InLibrary, IncompleteReason, InputObject, LayerUse, Leaf, Merged,
    MergedFork, ONE_ORDER, Outcome, Place, Replay, RunOutcome, SolverUse, StackFrame, Test,
    TestCase, TreeNode, UnsupportedFeature, inputs_of,
};
use effigy_posix::STDIN_LENGTH;
use effigy_posix::is_check;
use effigy_term::print::Style;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Where an activation stands in its source.
pub fn place_of(frame: &Frame) -> Place {
    Place { file: frame.file.as_str().into(), line: frame.line, column: frame.column }
}

/// Where an activation stands, its file named for a person.
pub fn shown_place(frame: &Frame, users: &UserFiles) -> Place {
    let file = if frame.file.is_empty() { String::new() } else { users.display(&frame.file) };
    Place { file: file.into(), line: frame.line, column: frame.column }
}

/// Concrete values that were taken where there is no meaning.
pub fn taken<'t>(
    values: &'t [TakenValue],
    users: &'t UserFiles,
) -> impl Iterator<Item = Concretisation> + 't {
    values.iter().map(|value| Concretisation {
        what: match value.is_known {
            true => value.what.clone(),
            false => format!("{}, by a choice", value.what),
        },
        count: value.times,
        place: shown_place(&value.place, users),
    })
}

/// The report of a run, before its tests are replayed.
pub fn outcome(
    (run, program): (Exploration, &Program),
    compiled: &SourceProgram,
    options: &ExploreOptions,
    entry: String,
) -> Result<RunOutcome, SessionError> {
    let mut converter = Converter {
        program,
        compiled,
        options,
        outcome: RunOutcome {
            mode: "explore".to_owned(),
            program: options.input.to_string_lossy().into_owned(),
            binary: compiled.binary.clone(),
            entry,
            on_machine: !compiled.language.is_compiled(),
            instructions: run.counters.steps,
            peak_mb: run.peak_memory >> 20,
            ..RunOutcome::default()
        },
        sites: HashMap::new(),
        objects: compiled.front_end.objects(compiled, options)?,
        tests: vec![None; run.paths.len()],
        run,
        files: RefCell::default(),
        begun_at: places::begun_at((compiled, program), options),
    };
    converter.paths();
    converter.incomplete();
    converter.goals();
    converter.loops();
    converter.outcome.tree = converter.tree();
    if !compiled.language.is_compiled() {
        let style = compiled.front_end.style();
        let paths = &converter.run.paths;
        converter.outcome.leaves = paths.iter().map(|path| leaf(path, &style)).collect();
    }
    converter.outcome.coverage = converter.coverage();
    converter.outcome.solver = solver(&converter.run);
    converter.outcome.not_checked = checked::not_checked(compiled.language, options);
    converter.outcome.remarks = checked::remarks(compiled, options, &converter.outcome.coverage);
    converter.outcome.remarks.extend(untested(&converter.run));
    converter.outcome.remarks.extend(merged(&converter.run, options));
    let assumes = converter.assumes();
    converter.outcome.assumes.extend(assumes);
    let is_function = options.harnesses.unwrap_or(Harnesses::Functions) == Harnesses::Functions;
    if compiled.begins.is_some() && is_function {
        converter.outcome.assumes.extend(assumed::first_call(&converter.run, program));
    }
    Ok(converter.outcome)
}

/// What the options of a run take for granted: functions that others replace, and integers of one width.
pub fn asked_for(compiled: &Compiled, options: &ExploreOptions) -> Vec<Assumption> {
    let mut all = Vec::new();
    for file in &options.others.overrides {
        let what = format!("functions of {} replace those of the program", file.display());
        all.push(Assumption::new(AssumptionKind::Override, what));
    }
    let harness = compiled.begun_at(&options.arguments);
    if harness.is_some_and(|harness| !harness.replaces.is_empty()) {
        let what = "functions are replaced as the harness says";
        all.push(Assumption::new(AssumptionKind::Override, what));
    }
    if let (false, Integers::Fixed(width)) = (compiled.language.is_compiled(), options.integers) {
        let what = format!("integers have {width} bits");
        all.push(Assumption::new(AssumptionKind::Width, what));
    }
    all
}

/// What is said of merged sides that have no test.
fn untested(run: &Exploration) -> Option<String> {
    let count: u64 = run.paths.iter().map(|path| path.untested).sum();
    (count > 0).then(|| {
        format!(
            "{count} merged sides or more have no test: a solver did not decide, or a path has over {MOST_SIDES} of them"
        )
    })
}

/// What is said of a report of merged paths that nobody asked for by name.
fn merged(run: &Exploration, options: &ExploreOptions) -> Option<String> {
    let met = run.forks.values().any(|fork| !fork.merged.is_empty())
        || run.paths.iter().any(|path| !path.merged.is_empty());
    (met && options.merge == Merge::Both).then(|| {
        "paths that met were merged, so one path stands for many; `--merge never` walks each by itself"
            .to_owned()
    })
}

/// How a path ended, as data.
pub fn ending(stop: &Stop) -> Ending {
    match stop {
        Stop::Exit(status) => Ending::Completed { status: *status },
        Stop::Finding(failure) => {
            Ending::Failed { kind: failure.kind, message: failure.message.clone() }
        }
        Stop::Assumed => Ending::Dismissed,
        Stop::Unsupported(what) => Ending::Unsupported { what: what.clone() },
        Stop::Cut(reason) => Ending::Cut { reason: reason.name().to_owned() },
        Stop::Unknown(why) => Ending::Unknown { why: why.clone() },
        Stop::Internal(why) => Ending::Unknown { why: format!("internal error: {why}") },
    }
}

/// Loops that are named.
const LOOPS: usize = 5;

struct Converter<'a> {
    run: Exploration,
    program: &'a Program,
    compiled: &'a SourceProgram,
    options: &'a ExploreOptions,
    outcome: RunOutcome,
    /// Site to index of its finding.
    sites: HashMap<String, usize>,
    /// Counts the objects of an input, in a program with objects.
    objects: Option<ObjectCount>,
    /// Test number of each path.
    tests: Vec<Option<usize>>,
    /// Whether a file is the user's, and its name in the report.
    files: RefCell<HashMap<String, (bool, Arc<str>)>>,
    /// What code that Effigy put in calls: the function, test or harness that the run begins at.
    begun_at: Option<StackFrame>,
}

impl Converter<'_> {
    fn paths(&mut self) {
        self.outcome.paths.dismissed = self.run.assumed;
        let mut paths = std::mem::take(&mut self.run.paths);
        if self.options.tests.of_all_paths() {
            self.outcome.tests.reserve_exact(paths.len());
        }
        for (index, path) in paths.iter_mut().enumerate() {
            let ending = ending(&path.ending);
            self.outcome.paths.count(&ending);
            let test = self.test(index, path);
            if let Stop::Finding(failure) = &path.ending {
                self.finding(index, path, failure, test);
            }
            // The tests have them now; those of a run with many paths take much memory.
            if self.compiled.language.is_compiled() {
                (path.inputs, path.condition, path.further) = Default::default();
            }
        }
        self.run.paths = paths;
    }

    /// Makes the path's tests, when they are wanted; the number of the first one.
    fn test(&mut self, index: usize, path: &PathRecord) -> Option<usize> {
        let failed = matches!(path.ending, Stop::Finding(_));
        match self.options.tests {
            Tests::None => return None,
            Tests::Findings if !failed => return None,
            _ => {}
        }
        let first = self.outcome.tests.len() + 1;
        let conditions = path.further.iter().map(|further| (&further.condition, further.one_way));
        let conditions = std::iter::once((&path.condition, path.one_way)).chain(conditions);
        let cases = cases(path, self.compiled.language).into_iter().zip(conditions);
        for (number, ((stop, case), (condition, one_way))) in (first..).zip(cases) {
            let predicted = match &stop {
                Stop::Finding(failure) => {
                    let place = self.failure_place(failure);
                    Outcome::Finding {
                        kind: failure.kind,
                        message: failure.message.clone(),
                        file: place.file.to_string(),
                        line: place.line,
                    }
                }
                _ => case.predicted,
            };
            self.outcome.tests.push(Test {
                case: TestCase { number, predicted, ..case },
                heap: None,
                ending: self::ending(&stop),
                path_condition: condition.clone(),
                one_way,
                path: index + 1,
                replay: Replay::NotRun { why: "not asked for".to_owned() },
            });
        }
        self.tests[index] = (self.outcome.tests.len() >= first).then_some(first);
        self.tests[index]
    }

    fn finding(&mut self, index: usize, path: &PathRecord, failure: &Failure, test: Option<usize>) {
        let place = self.failure_place(failure);
        let library = self.library(failure);
        let mut site = format!("{}:{}:{}", failure.kind, place.file, place.line);
        if let Some(InLibrary { place, .. }) = &library {
            site = format!("{site}:{}:{}", place.file, place.line);
        }
        if self.options.all_findings {
            site = format!("{site}:{}", index + 1);
        }
        let known = self.sites.get(&site).copied();
        let found_at = path.found_at.unwrap_or_default();
        if let Some(known) = known {
            self.outcome.findings[known].occurrences += 1;
            let found = &mut self.outcome.timings.found[known];
            *found = found_at.min(*found);
            // Where inputs are objects and numbers, the smallest ones show the finding.
            if self.compiled.language.is_compiled() {
                return;
            }
        }
        let case = TestCase {
            number: test.unwrap_or(0),
            predicted: Outcome::Exit(0),
            ..inputs(path, self.compiled.language)
        };
        let finding = Finding {
            kind: failure.kind,
            message: failure.message.clone(),
            function: self.failing_function(failure),
            library,
            stack: self.users_stack(&failure.stack),
            inputs: inputs_of(&case),
            heap: None,
            path_condition: path.condition.clone(),
            one_way: path.one_way,
            site: site.clone(),
            occurrences: known.map_or(1, |at| self.outcome.findings[at].occurrences),
            path: index + 1,
            test,
            replay: Replay::NotRun { why: "not asked for".to_owned() },
            place,
        };
        match known {
            None => {
                self.sites.insert(site, self.outcome.findings.len());
                self.outcome.findings.push(finding);
                self.outcome.timings.found.push(found_at);
            }
            Some(at) if self.size(&finding) < self.size(&self.outcome.findings[at]) => {
                self.outcome.findings[at] = finding;
            }
            Some(_) => {}
        }
    }

    /// How large the input of a finding is: its objects, then its numbers.
    fn size(&self, finding: &Finding) -> (usize, BigUint) {
        let values =
            finding.inputs.iter().filter_map(|i| Some((i.name.as_str(), i.value.as_ref()?)));
        let values: Vec<(&str, &Datum)> = values.collect();
        let objects = self.objects.as_ref().map_or(0, |count| count(&values));
        let magnitude = |datum: &Datum| match datum {
            Datum::Integer(value) => value.magnitude().clone(),
            Datum::Array { default, elements } => {
                let elements = elements.values().map(|e| e.magnitude().clone());
                default.magnitude() + elements.sum::<BigUint>()
            }
        };
        (objects, values.iter().map(|(_, datum)| magnitude(datum)).sum())
    }

    fn incomplete(&mut self) {
        let mut unsupported: BTreeMap<&str, (u64, Place)> = BTreeMap::new();
        let mut reasons: BTreeMap<String, (u64, String)> = BTreeMap::new();
        for path in &self.run.paths {
            let reason = match &path.ending {
                Stop::Unsupported(what) => {
                    let place = self.place(&path.place);
                    unsupported.entry(what).or_insert((0, place)).0 += 1;
                    continue;
                }
                Stop::Cut(CutReason::Cancelled) => "the run was interrupted".to_owned(),
                Stop::Cut(reason) => format!("the budget --{} was used up", reason.name()),
                Stop::Unknown(why) => format!("a solver could not decide: {why}"),
                Stop::Internal(why) => format!("internal error: {why}"),
                Stop::Exit(_) | Stop::Finding(_) | Stop::Assumed => continue,
            };
            let place = self.place(&path.place).to_string();
            reasons.entry(reason).or_insert((0, place)).0 += 1;
        }
        self.outcome.unsupported = unsupported
            .into_iter()
            .map(|(name, (count, example))| UnsupportedFeature {
                name: name.to_owned(),
                count,
                example,
            })
            .collect();
        self.outcome.incomplete_because = reasons
            .into_iter()
            .map(|(reason, (count, place))| IncompleteReason { reason, count, place })
            .collect();
        self.outcome.threads = self.threads();
        let mut concretised: BTreeMap<_, u64> = BTreeMap::new();
        for place in self.run.concretised.values() {
            *concretised.entry(place).or_default() += 1;
        }
        for ((file, line, external), count) in concretised {
            let what = match external {
                None => "a value that has too many possibilities".to_owned(),
                Some(name) => {
                    format!("what the external function {name} gives and does: zero and nothing")
                }
            };
            let place = Place::line(self.compiled.user_files.display(file), *line);
            self.outcome.concretisations.push(Concretisation { what, place, count });
        }
    }

    /// What the run takes for granted, each with the first place that rests on it.
    fn assumes(&self) -> Vec<Assumption> {
        let mut first: BTreeMap<(AssumptionKind, &str), Place> = BTreeMap::new();
        for assumed in &self.run.assumes {
            let place = Place::line(self.compiled.user_files.display(&assumed.file), assumed.line);
            let known = first.entry((assumed.kind, &assumed.what)).or_insert_with(|| place.clone());
            if (&place.file, place.line) < (&known.file, known.line) {
                *known = place;
            }
        }
        let said = |((kind, what), place): ((AssumptionKind, &str), Place)| {
            let assumption = Assumption::new(kind, what.to_owned());
            if place.line > 0 { assumption.at(place.to_string()) } else { assumption }
        };
        let mut all: Vec<Assumption> = first.into_iter().map(said).collect();
        all.extend(asked_for(self.compiled, self.options));
        let threads = self.outcome.threads.as_ref();
        all.extend(threads.map(|t| Assumption::of(AssumptionKind::Threads).at(&*t.place)));
        all
    }

    /// That paths have several threads, of which each was run in one order.
    fn threads(&self) -> Option<IncompleteReason> {
        let mut began = self.run.paths.iter().filter_map(|path| path.threads.as_ref());
        let first = began.next()?;
        let (count, place) = (1 + began.count() as u64, self.place(first).to_string());
        Some(IncompleteReason { reason: ONE_ORDER.to_owned(), count, place })
    }

    fn goals(&mut self) {
        let mut goals: BTreeMap<(String, Place), (bool, Option<usize>)> = BTreeMap::new();
        for (path, test) in self.run.paths.iter().zip(&self.tests) {
            for goal in &path.goals {
                let key = (goal.name.clone(), self.place(&goal.place));
                let (reached, first) = goals.entry(key).or_default();
                *reached |= goal.reached;
                *first = first.or(test.filter(|_| goal.reached));
            }
        }
        let goal = |((name, place), (reached, test))| Goal { name, place, reached, test };
        let named = |goal: &Goal| self.options.targets.iter().any(|t| t.to_string() == goal.name);
        let (targets, goals): (Vec<Goal>, Vec<Goal>) = goals.into_iter().map(goal).partition(named);
        let (mut assumes, mut bounds) = (BTreeSet::new(), BTreeSet::new());
        for goal in goals {
            match (assumed::assumption(&goal.name), assumed::bound(&goal.name)) {
                (Some(assumption), _) => _ = assumes.insert(assumption),
                (None, Some(bound)) => _ = bounds.insert(bound),
                (None, None) => self.outcome.goals.push(goal),
            }
        }
        self.outcome.assumes.extend(assumes);
        self.outcome.bounds.extend(bounds);
        let target = |target: &Target| {
            let name = target.to_string();
            let reached = targets.iter().find(|goal| goal.name == name).cloned();
            let place = Place::line(target.file.as_str(), target.line);
            reached.unwrap_or(Goal { name, place, reached: false, test: None })
        };
        self.outcome.targets = self.options.targets.iter().map(target).collect();
    }

    /// The loops that forked most, when paths are missing.
    fn loops(&mut self) {
        if self.outcome.paths.cut == 0 {
            return;
        }
        let mut loops: Vec<_> = self.run.loops.iter().filter(|(_, forks)| **forks > 1).collect();
        loops.sort_by_key(|(place, forks)| (std::cmp::Reverse(**forks), *place));
        let mut bounds = Vec::new();
        if self.options.symbolic_stdin.is_some_and(|bytes| bytes > 0) {
            bounds.push("a smaller --sym-stdin");
        }
        if !self.options.symbolic_arguments.is_empty() {
            bounds.push("shorter --sym-args");
        }
        bounds.push("an assumption on its input");
        bounds.push("--max-depth");
        let bound = bounds.join(", ");
        let bound = match bound.rsplit_once(", ") {
            Some((first, last)) => format!("{first} or {last}"),
            None => bound,
        };
        let shown = |((file, line, function), forks): (&(String, u32, String), &u64)| ForkingLoop {
            function: function.clone(),
            place: Place::line(self.file(file).1, *line),
            forks: *forks,
            bound: bound.clone(),
        };
        self.outcome.loops = loops.into_iter().take(LOOPS).map(shown).collect();
    }

    /// The recorded part of the tree. Forks and paths come in order of the tree, where what lies below a fork follows it:
    /// so the forks on the way to the next node are the ends of a stack.
    fn tree(&self) -> ExecutionTree {
        let mut forks = self.run.forks.iter().peekable();
        let mut paths = self.run.paths.iter().zip(&self.tests).peekable();
        let mut tree = ExecutionTree::default();
        tree.nodes.reserve_exact(self.run.forks.len() + self.run.paths.len());
        let mut above: Vec<(&[u32], u32, &ForkRecord)> = Vec::new();
        let mut places = HashMap::new();
        let truths: [Arc<str>; 2] = ["false".into(), "true".into()];
        loop {
            let fork = forks.peek().map(|(key, _)| key.as_slice());
            let path = paths.peek().map(|(path, _)| path.key.as_slice());
            let Some(key) = fork.into_iter().chain(path).min() else { break };
            let fork = forks.next_if(|(at, _)| at.as_slice() == key).map(|(_, fork)| fork);
            let mut path = None;
            while let Some(next) = paths.next_if(|(path, _)| path.key == key) {
                path = Some(next);
            }
            let mut node = TreeNode::default();
            if let Some((side, parent)) = key.split_last() {
                while above.last().is_some_and(|(at, ..)| at.len() >= key.len()) {
                    above.pop();
                }
                // A fork beyond the recorded part of the tree has no node, nor has what lies below it.
                let Some((_, index, fork)) = above.last().filter(|(at, ..)| *at == parent) else {
                    continue;
                };
                node.parent = Some(*index);
                node.condition = fork.sides.get(*side as usize).cloned().unwrap_or_default();
                node.side = match (fork.sides.len(), side) {
                    (2, 0) => truths[1].clone(),
                    (2, _) => truths[0].clone(),
                    _ => format!("case {}", side + 1).into(),
                };
            }
            let mut place = |frame: &Arc<Frame>| {
                places.entry(Arc::as_ptr(frame)).or_insert_with(|| self.place(frame)).clone()
            };
            let merged = |merged: &[MergedPaths]| merged.iter().map(|m| self.merged(m)).collect();
            if let Some(fork) = fork {
                node.place = place(&fork.place);
                node.merged = merged(&fork.merged);
                above.push((key, tree.nodes.len() as u32, fork));
            }
            if let Some((path, test)) = path {
                node.place = match &path.ending {
                    Stop::Finding(failure) => self.failure_place(failure),
                    _ => place(&path.place),
                };
                node.ending = Some(ending(&path.ending));
                node.test = *test;
                node.merged = merged(&path.merged);
            }
            tree.nodes.push(node);
        }
        tree
    }

    fn merged(&self, merged: &MergedPaths) -> Merged {
        let fork = |fork: &ClosedFork| MergedFork {
            place: self.place(&fork.place),
            sides: fork.sides.clone(),
        };
        let (paths, more) = (merged.paths, merged.more);
        let forks = merged.forks.iter().map(fork).collect();
        Merged { paths, place: self.place(&merged.place), forks, more }
    }

    /// What ran of the user's files, the functions that no path came to included.
    fn coverage(&self) -> Coverage {
        let users = &self.compiled.user_files;
        let mut covered = self.run.coverage.clone();
        covered.add_never_entered(self.program, &is_check, &|file| users.contains(file));
        let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
        let mut of = |path: &str, add: &mut dyn FnMut(&mut FileCoverage)| {
            if users.contains(path) {
                add(files.entry(users.display(path)).or_default());
            }
        };
        for (path, line) in &covered.known_lines {
            let ran = covered.lines.contains(&(path.clone(), *line));
            of(path, &mut |file| file.lines.push((*line, ran.into())));
        }
        for side in &covered.known_sides {
            let taken = covered.sides.contains(side);
            of(&side.0, &mut |file| file.branches.push((side.1, side.2, taken)));
        }
        for (function, line) in &covered.known_functions {
            let (name, entered) = (function.1.clone(), covered.functions.contains(function));
            let function_coverage = FunctionCoverage { name, line: *line, entered };
            of(&function.0, &mut |file| file.functions.push(function_coverage.clone()));
        }
        Coverage::of(files)
    }
}

/// A path as a row of a table.
fn leaf(path: &PathRecord, style: &Style) -> Leaf {
    Leaf {
        condition: style.conjunction(&path.condition),
        smtlib: path.smtlib.clone().unwrap_or_default(),
        size: path.size,
        values: path.outputs.clone(),
        kind: match &path.ending {
            Stop::Exit(_) => "returned".to_owned(),
            Stop::Finding(failure) => failure.kind.name().to_owned(),
            Stop::Assumed => "dismissed".to_owned(),
            Stop::Unsupported(_) => "unsupported".to_owned(),
            Stop::Cut(_) => "cut".to_owned(),
            Stop::Unknown(_) | Stop::Internal(_) => "unknown".to_owned(),
        },
    }
}

/// The tests of a path that ends well; they have no numbers yet.
pub fn completed(path: &PathRecord, language: Language) -> Vec<TestCase> {
    match &path.ending {
        Stop::Exit(_) => cases(path, language).into_iter().map(|(_, case)| case).collect(),
        _ => Vec::new(),
    }
}

/// The tests of a path that came to an end, each with how it ends; without numbers, and without a prediction where it fails.
fn cases(path: &PathRecord, language: Language) -> Vec<(Stop, TestCase)> {
    if !matches!(path.ending, Stop::Exit(_) | Stop::Finding(_)) {
        return Vec::new();
    }
    let case = |stop: &Stop, inputs, results| {
        let status = if let Stop::Exit(status) = stop { *status } else { 0 };
        let predicted = Outcome::Exit(status);
        let threads = path.threads.is_some();
        (stop.clone(), TestCase { predicted, threads, ..case_of(inputs, results, language) })
    };
    let mut cases = vec![case(&path.ending, &path.inputs, &path.results)];
    cases.extend(path.further.iter().map(|further| {
        let stop = further.status.map_or_else(|| path.ending.clone(), Stop::Exit);
        case(&stop, &further.inputs, &further.results)
    }));
    cases
}

/// The inputs of a path as a test without a prediction.
fn inputs(path: &PathRecord, language: Language) -> TestCase {
    let threads = path.threads.is_some();
    TestCase { threads, ..case_of(&path.inputs, &path.results, language) }
}

/// Values of inputs as a test without a prediction.
pub fn case_of(inputs: &[InputValue], results: &[(String, Value)], language: Language) -> TestCase {
    let known = |(name, value): &(String, Value)| Some((name.clone(), datum(value)?));
    // Records of many paths are held: no room is left in them.
    let objects = inputs.iter().filter(|input| input.kind == InputKind::Object).count();
    let mut case = TestCase {
        number: 0,
        arguments: Vec::new(),
        stdin: None,
        objects: Vec::with_capacity(objects),
        predicted: Outcome::Exit(0),
        results: results.iter().filter_map(known).collect(),
        threads: false,
    };
    let mut stdin_len = None;
    for input in inputs {
        match input.kind {
            // How much of standard input there is.
            InputKind::Object if input.name == STDIN_LENGTH => {
                stdin_len =
                    Some(input.bytes.iter().rev().fold(0, |len, b| len << 8 | usize::from(*b)));
            }
            InputKind::Argument(_) => {
                let end = input.bytes.iter().position(|b| *b == 0).unwrap_or(input.bytes.len());
                case.arguments.push(input.bytes[..end].to_vec());
            }
            InputKind::Stdin => case.stdin = Some(input.bytes.clone()),
            InputKind::Object => {
                let (name, bytes) = (input.name.clone(), input.bytes.clone());
                case.objects.push(match value(input, language) {
                    None => InputObject { number: input.number, ..InputObject::new(name, bytes) },
                    value => InputObject { value, ..InputObject::new(name, Vec::new()) },
                });
            }
        }
    }
    if let (Some(bytes), Some(len)) = (&mut case.stdin, stdin_len) {
        bytes.truncate(len);
    }
    case
}

/// The value of an input of a program that knows integers rather than bytes.
fn value(input: &InputValue, language: Language) -> Option<Datum> {
    if language.is_compiled() {
        return None;
    }
    let bytes = || {
        let width = u32::try_from(8 * input.bytes.len()).ok()?;
        let bits = input.bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        Some(Value::bits(width, bits))
    };
    datum(&input.value.as_deref().cloned().or_else(bytes)?)
}

fn solver(run: &Exploration) -> SolverUse {
    let statistics = &run.solver;
    let queries = statistics.queries();
    SolverUse {
        queries,
        cached: queries.saturating_sub(statistics.back_end_queries()),
        unknown: run.paths.iter().filter(|p| matches!(p.ending, Stop::Unknown(_))).count() as u64,
        seconds: statistics.time().as_secs_f64(),
        layers: statistics
            .layers
            .iter()
            .map(|(name, counters)| LayerUse {
                name: (*name).to_owned(),
                queries: counters.queries,
                hits: counters.hits,
                seconds: counters.time.as_secs_f64(),
            })
            .collect(),
        counters: Vec::new(),
    }
}
