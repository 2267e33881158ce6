//! The places of a trace in a program: calls of markers are put into the code where the steps are, and before every other
//! decision of the user's code ([`effigy_exec::route`]).

use super::conditions::{Condition, Position, Syntax, conditions, innermost, statement};
use super::straight::{located, straight_from};
use effigy_base::sort::Sort;
use effigy_base::source::FileId;
use effigy_compile::Compiled;
use effigy_compile::languages::RUST;
use effigy_exec::route::{Avoid, Failing, PREFIX, Passing, Site, Step as RouteStep, Trace};
use effigy_explore::front_end::SourceProgram;
use effigy_explore::targets::files_named;
use effigy_formats::trace::{Step, TraceError, What};
use effigy_ir::function::{Block, BlockId, Callee, Function, Inst, InstKind, Loc, LocId, Operand};
use effigy_ir::program::{FuncId, FunctionDecl, Program};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Jumps that are followed from a side of a decision to the code that it leads to.
pub(super) const MOST_JUMPS: usize = 32;

/// Lines that an error lists.
const LISTED: usize = 6;

/// Marks the places of the steps; what the machine needs to follow them.
///
/// # Errors
/// At the line of the trace whose step names no place of the program, or more than one decision.
pub(super) fn mark(
    program: &mut Program,
    steps: &[Step],
    compiled: &SourceProgram,
) -> Result<Trace, TraceError> {
    let functions: Vec<FuncId> =
        program.functions.iter().filter(|(_, f)| f.defined).map(|(id, _)| id).collect();
    let points: Vec<(&Step, Role)> = (0..)
        .zip(steps)
        .flat_map(|(number, step)| {
            let avoids = step.avoids.iter().map(move |avoid| (avoid, Role::Avoids(number)));
            avoids.chain([(step, Role::Follows(number))])
        })
        .collect();
    let segment = |(point, (_, role)): &(usize, &(&Step, Role))| match *role {
        Role::Follows(step) | Role::Avoids(step) => (Reverse(step), *point),
    };
    let mut backward: Vec<_> = points.iter().enumerate().collect();
    backward.sort_by_key(segment);
    let mut places = Places {
        compiled,
        backward: backward.into_iter().map(|(point, _)| point).collect(),
        conditions: HashMap::new(),
        wanted: Vec::with_capacity(points.len()),
        marks: Vec::new(),
        shared: BTreeMap::new(),
        watch: None,
        lines: BTreeMap::new(),
        numbers: points.iter().map(|(step, _)| step.number).collect(),
    };
    for (step, _) in &points {
        let wanted = places.wanted(program, step)?;
        places.wanted.push(wanted);
        if matches!(step.what, What::Calls | What::Returns(_)) {
            let at = places.wanted.len() - 1;
            places.wanted[at].call = Some(places.call_of(program, at, step.number)?);
        }
    }
    for function in functions {
        // What cannot be read ends the paths that come to it.
        let Ok(body) = program.body(function) else { continue };
        let is_users = |loc: &Loc| compiled.user_files.contains(program.files.path(loc.file));
        if body.locs.iter().any(|(_, loc)| is_users(loc)) {
            places.mark_function(program, function, Function::clone(&body))?;
        }
    }
    places.check(&points)?;
    let route = |wanted: &Wanted| RouteStep {
        side: wanted.side,
        fails: wanted.fails.then(|| Failing {
            files: wanted.names.clone(),
            first: wanted.line,
            last: wanted.last,
            within: wanted.what == What::Violates,
        }),
    };
    let followed = |(wanted, (_, role)): (&Wanted, &(&Step, Role))| match role {
        Role::Follows(_) => Some(route(wanted)),
        Role::Avoids(_) => None,
    };
    let steps = places.wanted.iter().zip(&points).filter_map(followed).collect();
    let site = |mark: &Mark| {
        let (mut steps, mut avoids) = (Vec::new(), Vec::new());
        for point in &mark.points {
            let Some((wanted, (_, role))) =
                places.wanted.get(*point as usize).zip(points.get(*point as usize))
            else {
                continue;
            };
            match *role {
                Role::Follows(step) => steps.push(step),
                Role::Avoids(step) => avoids.push(Avoid { step, side: wanted.side }),
            }
        }
        Site { marker: mark.marker, steps, avoids, passing: mark.passing }
    };
    let sites = places.marks.iter().map(site).collect();
    let style = compiled.front_end.style();
    Ok(Trace { steps, sites, style })
}

/// What a point of a trace has to do with a step, by its number.
#[derive(Clone, Copy)]
enum Role {
    /// It is the step.
    Follows(u32),
    /// It may not happen on the way to the step.
    Avoids(u32),
}

/// A marker with the points of the trace whose place it is, by number from 0.
pub(super) struct Mark {
    pub(super) marker: FuncId,
    pub(super) points: Vec<u32>,
    pub(super) passing: Passing,
}

/// A point of a trace with the files that it means: a step, or what may not happen on the way to one.
pub(super) struct Wanted {
    pub(super) what: What,
    pub(super) files: BTreeSet<FileId>,
    names: Vec<String>,
    pub(super) line: u32,
    /// The last line of the place.
    last: u32,
    pub(super) column: Option<u32>,
    /// Where the call begins that it is about.
    pub(super) call: Option<Position>,
    is_waypoint: bool,
    pub(super) side: Option<bool>,
    enters: Option<String>,
    fails: bool,
    /// The condition that it is about, once it is known.
    pub(super) condition: Option<Position>,
}

/// What several places share a marker for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Shared {
    files: BTreeSet<FileId>,
    line: u32,
    column: Option<u32>,
    enters: Option<String>,
}

pub(super) struct Places<'a> {
    pub(super) compiled: &'a Compiled,
    pub(super) conditions: HashMap<FileId, Vec<Condition>>,
    pub(super) wanted: Vec<Wanted>,
    /// The points from the last step on, what is avoided on the way to a step before it: where several steps have markers at one
    /// place, a run that comes by passes one of them.
    pub(super) backward: Vec<usize>,
    /// The lines of the trace.
    pub(super) numbers: Vec<u32>,
    pub(super) marks: Vec<Mark>,
    shared: BTreeMap<Shared, usize>,
    pub(super) watch: Option<FuncId>,
    /// Lines with decisions and lines with code, by file, for errors.
    pub(super) lines: BTreeMap<FileId, (BTreeSet<u32>, BTreeSet<u32>)>,
}

/// A call that is put into a block before an instruction.
pub(super) struct Insertion {
    pub(super) block: BlockId,
    pub(super) at: usize,
    pub(super) marker: FuncId,
    pub(super) loc: Option<LocId>,
    /// What is computed before.
    pub(super) code: Vec<InstKind>,
    /// The argument.
    pub(super) given: Option<Operand>,
}

impl Places<'_> {
    /// The step with the files that it can mean.
    fn wanted(&mut self, program: &Program, step: &Step) -> Result<Wanted, TraceError> {
        let place = &step.place;
        let files = files_named(program, &place.file, &self.compiled.user_files);
        if files.is_empty() {
            let message = format!("the program has no code of a file `{}`", place.file);
            return Err(TraceError::new(step.number, message));
        }
        let names = files.iter().map(|file| program.files.path(*file).to_owned()).collect();
        let mut wanted = Wanted {
            what: step.what.clone(),
            files,
            names,
            line: place.line,
            last: place.line,
            column: place.column,
            call: None,
            is_waypoint: step.is_waypoint,
            side: None,
            enters: None,
            fails: false,
            condition: None,
        };
        match &step.what {
            What::Comes | What::Calls | What::Returns(_) | What::Holds(_) | What::Selects(_) => {}
            What::Fails => wanted.fails = true,
            What::Violates => {
                wanted.fails = true;
                if let (Some(column), Some(file)) = (place.column, wanted.files.first()) {
                    let text = self.source(program, *file);
                    wanted.last = statement(&text, (place.line, column)).1.0;
                }
            }
            What::Enters(name) => wanted.enters = Some(name.clone()),
            What::Decides(side) => {
                wanted.side = Some(*side);
                wanted.condition = self.condition_of(program, &wanted, step.number)?;
            }
        }
        Ok(wanted)
    }

    /// The conditions of a file.
    pub(super) fn conditions(&mut self, program: &Program, file: FileId) -> &[Condition] {
        let Places { compiled, conditions: known, .. } = self;
        known.entry(file).or_insert_with(|| {
            // Where no compiler turns conditions around, a branch says which side is which.
            if !compiled.language.is_compiled() {
                return Vec::new();
            }
            let text = source(compiled, program, file);
            let path = program.files.path(file);
            let syntax = match compiled.language == RUST || path.ends_with(".rs") {
                true => Syntax::Braces,
                false => Syntax::Parentheses,
            };
            conditions(&text, syntax)
        })
    }

    /// The text of a file; nothing when it is not there.
    pub(super) fn source(&self, program: &Program, file: FileId) -> String {
        source(self.compiled, program, file)
    }

    /// The condition that a step with a side means: the one that begins at its line, else the innermost one that goes through it;
    /// behind its column where it has one.
    fn condition_of(
        &mut self,
        program: &Program,
        wanted: &Wanted,
        number: u32,
    ) -> Result<Option<Position>, TraceError> {
        let (line, column) = (wanted.line, wanted.column);
        for file in &wanted.files {
            let all = self.conditions(program, *file);
            // That of a `?` is meant where nothing else is.
            let all_begin: Vec<&Condition> = all.iter().filter(|c| c.from.0 == line).collect();
            let mut begin = all_begin.clone();
            begin.retain(|condition| !condition.chooses);
            if begin.is_empty() {
                begin = all_begin;
            }
            let inner = |place| innermost(all, place);
            let found = match (column, begin.as_slice()) {
                (Some(column), begin) => inner((line, column))
                    .or_else(|| begin.iter().copied().find(|c| c.from.1 >= column)),
                (None, []) => all.iter().rfind(|c| c.from.0 <= line && line <= c.to.0),
                (None, [one]) => Some(*one),
                (None, [first, ..]) if wanted.is_waypoint => Some(*first),
                (None, several) => {
                    let at: Vec<String> = several.iter().map(|c| c.from.1.to_string()).collect();
                    let message = format!(
                        "line {line} has several conditions; name one by its column, as in {}:{line}:{}: they begin at {}",
                        wanted
                            .names
                            .first()
                            .map_or("", |name| name.rsplit('/').next().unwrap_or(name)),
                        at.first().map_or("1", |at| at),
                        at.join(", ")
                    );
                    return Err(TraceError::new(number, message));
                }
            };
            if let Some(found) = found {
                return Ok(Some(found.from));
            }
        }
        Ok(None)
    }

    /// Marks the places of a function.
    fn mark_function(
        &mut self,
        program: &mut Program,
        function: FuncId,
        mut body: Function,
    ) -> Result<(), TraceError> {
        let mut insertions = Vec::new();
        self.mark_entry(program, function, &body, &mut insertions);
        let before = straight_from(&body, self.compiled.language != RUST);
        for (block, content) in body.blocks.iter() {
            let from = before.get(&block).and_then(|from| body.blocks.get(*from));
            self.mark_lines(program, (block, content, from), &body, &mut insertions);
        }
        self.mark_waypoints(program, function, &mut body, &mut insertions)?;
        self.mark_decisions(program, &body, &mut insertions)?;
        self.mark_choices(program, &mut body, &mut insertions)?;
        if insertions.is_empty() {
            return Ok(());
        }
        // From the last one on, so that the places of the others stay; those of one place stay in their order.
        // Steps at one place share its marker, and it is come to once for all of them.
        let place = |insertion: &Insertion| (insertion.block, insertion.at, insertion.marker);
        insertions.sort_by_key(|insertion| (insertion.block, insertion.at));
        let mut seen = BTreeSet::new();
        insertions.retain(|insertion| seen.insert(place(insertion)));
        for Insertion { block, at, marker, loc, code, given } in insertions.into_iter().rev() {
            let kind = InstKind::Call {
                results: Vec::new(),
                callee: Callee::Function(marker),
                arg_sorts: given.iter().map(|_| Sort::Bool).collect(),
                args: given.into_iter().collect(),
            };
            let code = code.into_iter().chain([kind]).map(|kind| Inst { kind, loc });
            body.blocks[block].insts.splice(at..at, code);
        }
        program.replace(function, body);
        Ok(())
    }

    /// The marker that all places of a step share, of one without a side.
    fn shared_marker(&mut self, program: &mut Program, step: usize) -> FuncId {
        let wanted = &self.wanted[step];
        let key = Shared {
            files: wanted.files.clone(),
            line: wanted.line,
            column: wanted.column,
            enters: wanted.enters.clone(),
        };
        let at = match self.shared.get(&key) {
            Some(at) => *at,
            None => {
                let name = format!("{PREFIX}{}", self.marks.len());
                let marker = declare(program, &name, Vec::new());
                self.marks.push(Mark { marker, points: Vec::new(), passing: Passing::Place });
                self.shared.insert(key, self.marks.len() - 1);
                self.marks.len() - 1
            }
        };
        let mark = &mut self.marks[at];
        if !mark.points.contains(&(step as u32)) {
            mark.points.push(step as u32);
        }
        mark.marker
    }

    /// Marks the beginning of a function that steps enter.
    fn mark_entry(
        &mut self,
        program: &mut Program,
        function: FuncId,
        body: &Function,
        insertions: &mut Vec<Insertion>,
    ) {
        for step in 0..self.wanted.len() {
            let wanted = &self.wanted[step];
            let Some(name) = &wanted.enters else { continue };
            let decl = &program.functions[function];
            let named = decl.name == *name
                || decl.display == *name
                || decl.display.ends_with(&format!("::{name}"));
            let there = body.locs.iter().any(|(_, loc)| wanted.files.contains(&loc.file));
            let Some((block, content)) = body.blocks.iter().next().filter(|_| named && there)
            else {
                continue;
            };
            let marker = self.shared_marker(program, step);
            let loc = content.insts.iter().find_map(|inst| inst.loc).or(content.terminator_loc);
            insertions.push(Insertion { block, at: 0, marker, loc, code: Vec::new(), given: None });
        }
    }

    /// Marks where control comes to the lines of steps.
    fn mark_lines(
        &mut self,
        program: &mut Program,
        (block, content, from): (BlockId, &Block, Option<&Block>),
        body: &Function,
        insertions: &mut Vec<Insertion>,
    ) {
        for step in 0..self.wanted.len() {
            if !matches!(self.wanted[step].what, What::Comes | What::Fails | What::Violates) {
                continue;
            }
            for (at, loc) in self.arrivals(body, (content, from), step) {
                let marker = self.shared_marker(program, step);
                insertions.push(Insertion {
                    block,
                    at,
                    marker,
                    loc,
                    code: Vec::new(),
                    given: None,
                });
            }
        }
        for (_, loc) in located(content) {
            if let Some(loc) = body.locs.get(loc) {
                self.lines.entry(loc.file).or_default().1.insert(loc.line);
            }
        }
    }

    /// The instructions of a block before which control comes to the place of a step, with their own places.
    pub(super) fn arrivals(
        &self,
        body: &Function,
        (content, from): (&Block, Option<&Block>),
        step: usize,
    ) -> Vec<(usize, Option<LocId>)> {
        let wanted = &self.wanted[step];
        let mut found = Vec::new();
        let is_it = |loc: &Loc| {
            let behind = wanted.column.is_none_or(|column| loc.column >= column);
            let here = loc.line == wanted.line && behind;
            let below = wanted.line < loc.line && loc.line <= wanted.last;
            wanted.files.contains(&loc.file) && (here || below)
        };
        // What checks of the compiler take apart is one piece.
        let last = from.and_then(|from| located(from).last());
        let mut before = last.is_some_and(|(_, loc)| own_place(body, loc, &is_it).is_some());
        for (mut at, loc) in located(content) {
            let here = own_place(body, loc, &is_it);
            if here.is_some() && !before {
                // What is said of the arguments of a call stands right before it.
                let speaks = |inst: &Inst| {
                    matches!(inst.kind, InstKind::Floats { .. } | InstKind::Catches { .. })
                };
                if at > 0 && content.insts.get(at - 1).is_some_and(speaks) {
                    at -= 1;
                }
                found.push((at, Some(loc)));
            }
            before = here.is_some();
        }
        found
    }

    /// Whether each step has a place, and one without a condition in the text only one decision.
    fn check(&self, points: &[(&Step, Role)]) -> Result<(), TraceError> {
        for (number, (wanted, (step, _))) in (0..).zip(self.wanted.iter().zip(points)) {
            let sites = self.marks.iter().filter(|mark| mark.points.contains(&number)).count();
            let place = &step.place;
            if sites > 1 && wanted.side.is_some() && wanted.condition.is_none() {
                let message = format!(
                    "line {} has several decisions outside of conditions; name one by its column",
                    place.line
                );
                return Err(TraceError::new(step.number, message));
            }
            if sites > 0 {
                continue;
            }
            if let Some(name) = &wanted.enters {
                let message = format!("`{}` has no function `{name}`", place.file);
                return Err(TraceError::new(step.number, message));
            }
            let lines = |decisions: bool| {
                let known = wanted.files.iter().filter_map(|file| self.lines.get(file));
                let known = known.flat_map(|(a, b)| if decisions { a } else { b });
                let mut near: Vec<u32> = known.copied().filter(|line| *line > 0).collect();
                near.sort_unstable_by_key(|line| (line.abs_diff(place.line), *line));
                near.dedup();
                near.truncate(LISTED);
                near.sort_unstable();
                near.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
            };
            let message = match wanted.side {
                _ if matches!(wanted.what, What::Selects(_)) => {
                    format!("no `switch` decides at {place}")
                }
                _ if wanted.call.is_some() => {
                    format!("the call that ends at {place} is none that the compiler left")
                }
                Some(_) => format!(
                    "nothing is decided at {place}; the nearest lines with a decision are {}",
                    lines(true)
                ),
                None => {
                    format!(
                        "there is no code at {place}; the nearest lines with code are {}",
                        lines(false)
                    )
                }
            };
            return Err(TraceError::new(step.number, message));
        }
        Ok(())
    }
}

/// The innermost part of a place, of calls that were inlined, that is asked for.
pub(super) fn own_place<'b>(
    body: &'b Function,
    loc: LocId,
    is_it: &dyn Fn(&Loc) -> bool,
) -> Option<&'b Loc> {
    let mut chain = std::iter::successors(body.locs.get(loc), |loc| body.locs.get(loc.inlined_at?));
    chain.find(|loc| is_it(loc))
}

/// The text of a file; nothing when it is not there, and decisions are those of the compiler then.
fn source(compiled: &Compiled, program: &Program, file: FileId) -> String {
    let path = compiled.user_files.resolve(program.files.path(file));
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}

/// A function without a body.
pub(super) fn declare(program: &mut Program, name: &str, params: Vec<Sort>) -> FuncId {
    program.declare(FunctionDecl {
        name: name.to_owned(),
        display: name.to_owned(),
        params,
        results: Vec::new(),
        variadic: false,
        defined: false,
    })
}
