//! Summaries: what a function gives for each value of its one symbolic argument, as terms over that argument (Godefroid,
//! *Compositional dynamic test generation*, 2007).
//!
//! The paths of the function are run once, from a state of their own in which nothing is known but that the argument lies
//! in an interval. Where an interval does not decide what the function asks, it is cut, and the two parts go on by
//! themselves: nothing is asked of a solver. What is left are intervals with what the function returns on them. A call then
//! costs a substitution, not the forks of classes of characters and of searches in tables. A function has a summary when it
//! reads nothing but constants, changes nothing, and returns; where it does not return from some argument on, whether the
//! argument is below is a decision of the path that calls.

use crate::code::{CallSite, Code, Inst, List, Src};
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, internal};
use crate::machine::calls::Activations;
use crate::machine::feature::{Calls, Decides};
use crate::machine::run::Meetings;
use crate::machine::{Context, Forks};
use crate::memory::Memory;
use crate::state::State;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::program::{FuncId, GlobalId};
use effigy_term::{Batch, LANES, Range, Ranges, Role, Term, TermStore, Trace, VarInfo};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Most instructions on all paths of a function together.
const MOST_STEPS: u64 = 2_000_000;

/// Most intervals that an argument is cut into.
const MOST_PIECES: usize = 4096;

/// Most values of an `ite` that a function is applied to one by one.
const MOST_VALUES: usize = 16;

/// Most instructions that a path executes between two looks at the limits.
const QUANTUM: u64 = 10_000;

/// The greatest values of arguments that have summaries of their own: those of UTF-8's lengths, and a byte.
const BOUNDS: [u128; 5] = [0x7f, 0xff, 0x7ff, 0xffff, 0x1f_ffff];

/// What a summary is of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    function: FuncId,
    /// The arguments; the symbolic one is zero.
    args: Vec<(u64, u64)>,
    /// The place of the symbolic argument.
    place: usize,
    /// Its greatest value.
    bound: u128,
}

/// The results of a function as terms over one argument.
#[derive(Debug)]
struct Summary {
    argument: Term,
    /// The greatest value of the argument that it speaks of.
    most: u128,
    results: Vec<Term>,
}

/// The values that an argument has on the path of a function that is being run, at least one and at most all.
#[derive(Clone, Copy, Debug)]
struct Interval {
    argument: Term,
    low: u128,
    high: u128,
}

/// The interval that the path of a function is on, which decides what the path asks.
#[derive(Debug)]
struct Within {
    interval: Interval,
    /// The last value of the part that is run first, where the path asked for a cut.
    cut: Cell<Option<u128>>,
}

/// What a worker knows of functions.
#[derive(Default)]
pub(crate) struct Summaries {
    /// `None` for functions that have none.
    known: RefCell<FxHashMap<Key, Option<Rc<Summary>>>>,
    /// Whether the code of a function allows a summary.
    fit: RefCell<FxHashMap<FuncId, bool>>,
    /// The functions whose paths are being run.
    running: RefCell<Vec<FuncId>>,
    /// The argument of the innermost one of them.
    within: RefCell<Option<Rc<Within>>>,
    /// The values of a byte with which a condition holds that speaks of it alone.
    sets: RefCell<FxHashMap<Term, Option<[bool; LANES]>>>,
}

impl Summaries {
    /// Puts another interval in the place of the one that decides; gives that one.
    fn go_within(&self, cx: &mut Context, within: Option<Rc<Within>>) -> Option<Rc<Within>> {
        cx.features.interval = within.clone().map(|within| within as Rc<dyn Decides>);
        self.within.replace(within)
    }
}

impl Calls for Summaries {
    fn results(
        &self,
        cx: &mut Context,
        state: &mut State,
        function: FuncId,
        args: &[Slot],
    ) -> Result<Option<Vec<Slot>>, Stop> {
        Summarising { cx, all: self }.summarised(state, function, args)
    }

    fn collected(&self) {
        // What can be found again and holds terms.
        self.sets.borrow_mut().clear();
    }
}

impl Trace for Summaries {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        // Nothing is collected while a function is being run.
        let Summaries { known, fit: _, running: _, within: _, sets: _ } = self;
        for summary in known.borrow().values().flatten() {
            visit(summary.argument);
            summary.results.trace(visit);
        }
    }
}

/// What a function returns where its argument is at most `high`, and above the piece before.
struct Piece {
    high: u128,
    results: Vec<Term>,
}

/// A call that may have a summary.
struct Summarising<'a> {
    cx: &'a mut Context,
    all: &'a Summaries,
}

impl Summarising<'_> {
    /// The results of a call, when the function has a summary.
    ///
    /// # Errors
    /// When the path forks: the function may have been called with an argument that its summary does not speak of.
    pub(crate) fn summarised(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Slot],
    ) -> Result<Option<Vec<Slot>>, Stop> {
        let Some((results, within)) = self.summarised_within(state, function, args) else {
            return Ok(None);
        };
        Ok(self.cx.decide(state, within)?.then_some(results))
    }

    /// The results of a call, and when they are right.
    fn summarised_within(
        &mut self,
        state: &State,
        function: FuncId,
        args: &[Slot],
    ) -> Option<(Vec<Slot>, Term)> {
        let budget = &self.cx.job.budget;
        // These limits count the forks of the tree in which nothing is merged.
        let counted = budget.forks.is_some() || budget.depth.is_some();
        let mut symbolic = args.iter().enumerate().filter_map(|(at, arg)| Some((at, arg.term?)));
        let (place, term) = symbolic.next()?;
        let several = symbolic.next().is_some();
        if several || !self.cx.job.summarises() || counted || state.failing.is_some() {
            return None;
        }
        // How many instructions a thread executes says when its turn ends.
        if self.cx.features.way.is_some()
            || self.cx.forks == Forks::Together
            || state.threads.are_several()
        {
            return None;
        }
        let running = self.all.running.borrow().contains(&function);
        let word = matches!(self.cx.store.sort(term), Sort::BitVec(_));
        if running || !word || self.cx.store.has_unspecified(term) || !self.is_fit(function, args) {
            return None;
        }
        if args.iter().any(|arg| arg.term.is_none() && self.is_changing(arg.lo)) {
            return None;
        }
        let mut left = MOST_VALUES;
        let (results, within) = self.applied(state, function, args, (place, term), &mut left)?;
        Some((results.into_iter().map(|result| self.cx.slot(result)).collect(), within))
    }

    /// Whether a number is an address of what a path can change.
    fn is_changing(&self, address: u64) -> bool {
        let global = self.cx.job.layout.global_at(address).map(GlobalId::from_index);
        Memory::in_heap(address)
            || Memory::in_stack(address)
            || global.is_some_and(|global| !self.cx.job.program.globals[global].constant)
    }

    /// The results with a term at a place of the arguments, value by value where it is an `ite`, and when they are right.
    fn applied(
        &mut self,
        state: &State,
        function: FuncId,
        args: &[Slot],
        (place, term): (usize, Term),
        left: &mut usize,
    ) -> Option<(Vec<Term>, Term)> {
        if let Some((condition, then, otherwise)) = self.cx.ite_parts(term)
            && *left > 1
        {
            *left -= 1;
            let (a, a_within) = self.applied(state, function, args, (place, then), left)?;
            let (b, b_within) = self.applied(state, function, args, (place, otherwise), left)?;
            let sides = a.into_iter().zip(b);
            let results = sides.map(|(a, b)| self.cx.store.ite(condition, a, b)).collect();
            return Some((results, self.cx.store.ite(condition, a_within, b_within)));
        }
        let greatest = self.greatest(state, term);
        let width = self.cx.store.width(term);
        let all = u128::MAX >> (128 - width.clamp(1, 128));
        let bound = BOUNDS.into_iter().find(|bound| greatest <= *bound).unwrap_or(all).min(all);
        let mut concrete: Vec<(u64, u64)> = args.iter().map(|arg| (arg.lo, arg.hi)).collect();
        *concrete.get_mut(place)? = (0, 0);
        let key = Key { function, args: concrete, place, bound };
        let known = self.all.known.borrow().get(&key).cloned();
        let summary = match known {
            Some(known) => known?,
            None => {
                let summary = self.summary(&key);
                if self.cx.job.cancel.is_cancelled() {
                    return None;
                }
                self.all.known.borrow_mut().insert(key, summary.clone());
                summary?
            }
        };
        let most = self.cx.store.bits(width, summary.most);
        let within = match greatest <= summary.most {
            true => self.cx.store.bool(true),
            false => self.cx.store.ule(term, most),
        };
        let sigma = FxHashMap::from_iter([(summary.argument, term)]);
        let results = summary.results.iter();
        let results = results.map(|result| self.cx.store.substitute(*result, &sigma)).collect();
        Some((results, within))
    }

    /// A number that the value of a term does not exceed on a path.
    fn greatest(&mut self, state: &State, term: Term) -> u128 {
        let bound = self.cx.store.upper_bound(term);
        let within = self.all.within.borrow().clone();
        if let Some(Within { interval, .. }) = within.as_deref() {
            let range = interval.range_of(&self.cx.store, term, interval.low, interval.high);
            return range.map_or(bound, |range| bound.min(range.unsigned().1 as u128));
        }
        let variables = self.cx.store.variables(term);
        let &[byte] = &*variables else { return bound };
        if self.cx.store.sort(byte) != Sort::BitVec(8) {
            return bound;
        }
        let mut possible = [true; LANES];
        // What an instruction that is executed again has decided since must not change what it asks.
        let ahead = state.answers.choices.get(state.answers.cursor..).unwrap_or_default();
        let since = ahead.iter().filter(|choice| choice.side().is_some()).count();
        let before = state.path.condition.len().saturating_sub(since);
        for condition in state.path.condition.iter().take(before) {
            if *self.cx.store.variables(*condition) == [byte]
                && let Some(set) = self.values_with(*condition, byte)
            {
                possible.iter_mut().zip(set).for_each(|(value, holds)| *value &= holds);
            }
        }
        let found = self.of_all_bytes(term, byte);
        let values = found.iter().flatten().zip(possible).filter(|(_, possible)| *possible);
        values.map(|(value, _)| u128::from(*value)).max().unwrap_or(bound)
    }

    /// The values of a byte with which a condition holds.
    fn values_with(&mut self, condition: Term, byte: Term) -> Option<[bool; LANES]> {
        if let Some(known) = self.all.sets.borrow().get(&condition) {
            return *known;
        }
        let set = self.of_all_bytes(condition, byte).map(|truths| truths.map(|truth| truth == 1));
        self.all.sets.borrow_mut().insert(condition, set);
        set
    }

    /// What a term over one byte is for each of its values.
    fn of_all_bytes(&self, term: Term, byte: Term) -> Option<[u64; LANES]> {
        let mut batch = Batch::new(&self.cx.store, term, &[byte])?;
        *batch.variable(0)? = std::array::from_fn(|value| value as u64);
        batch.run(LANES)?.try_into().ok()
    }

    /// Whether the code of a function allows a summary: it has something to decide, changes nothing, and nobody is shown
    /// which of its lines ran.
    fn is_fit(&mut self, function: FuncId, args: &[Slot]) -> bool {
        let decl = &self.cx.job.program.functions[function];
        if decl.variadic || decl.params.len() != args.len() {
            return false;
        }
        if let Some(known) = self.all.fit.borrow().get(&function) {
            return *known;
        }
        let word = |sort: &Sort| matches!(sort, Sort::Bool | Sort::BitVec(1..=64));
        let words = decl.params.iter().chain(&decl.results).all(word) && !decl.results.is_empty();
        let fit = words && self.cx.code(function).is_ok_and(|code| self.only_decides(&code));
        self.all.fit.borrow_mut().insert(function, fit);
        fit
    }

    fn only_decides(&self, code: &Code) -> bool {
        let parts = |inst: &Inst| {
            matches!(inst, Inst::Branch { .. } | Inst::Switch { .. } | Inst::Call { .. })
        };
        let changes = |inst: &Inst| {
            matches!(
                inst,
                Inst::Store { .. }
                    | Inst::Alloc { .. }
                    | Inst::Lifetime { .. }
                    | Inst::Copy { .. }
                    | Inst::Fill { .. }
                    | Inst::Put { .. }
                    | Inst::Set { .. }
                    | Inst::Create { .. }
                    | Inst::Array { .. }
                    | Inst::Mark { .. }
            )
        };
        let files = &self.cx.job.program.files;
        let mut locs = code.body.locs.iter();
        code.insts.iter().any(parts)
            && !code.insts.iter().any(changes)
            && !locs.any(|(_, loc)| (self.cx.job.reported)(files.path(loc.file)))
    }

    /// Runs the paths of a function; `None` when it has no summary, or the run is stopped.
    fn summary(&mut self, key: &Key) -> Option<Rc<Summary>> {
        let program = self.cx.job.program.clone();
        let decl = &program.functions[key.function];
        let sort = *decl.params.get(key.place)?;
        let name = format!("argument {} of {}", key.place, decl.name);
        let argument = self.cx.store.variable(&VarInfo { name, sort, role: Role::Input });
        let mut args: Vec<Slot> =
            key.args.iter().map(|(lo, hi)| Slot { lo: *lo, hi: *hi, term: None }).collect();
        *args.get_mut(key.place)? = Slot::symbolic(argument);
        let (steps, repeatable) = (self.cx.counters.steps, self.cx.repeatable);
        let around = self.all.go_within(self.cx, None);
        self.all.running.borrow_mut().push(key.function);
        let whole = Interval { argument, low: 0, high: key.bound };
        let pieces = self.pieces(key.function, args, &decl.results, whole);
        self.all.running.borrow_mut().pop();
        self.all.go_within(self.cx, around);
        (self.cx.counters.steps, self.cx.repeatable) = (steps, repeatable);
        let mut pieces = pieces?;
        pieces.dedup_by(|next, piece| {
            let same = next.results == piece.results;
            piece.high = if same { next.high } else { piece.high };
            same
        });
        let most = pieces.last()?.high;
        let results = self.joined(argument, &pieces);
        Some(Rc::new(Summary { argument, most, results }))
    }

    /// What a function returns, from the least value of its argument to the greatest with which it returns. `None` when it
    /// does more than that, or there are too many pieces.
    fn pieces(
        &mut self,
        function: FuncId,
        args: Vec<Slot>,
        sorts: &[Sort],
        whole: Interval,
    ) -> Option<Vec<Piece>> {
        let mut state = self.cx.empty(Vec::new());
        let site = caller(&mut state, sorts);
        Activations { cx: self.cx }.enter_function(&mut state, &site, function, args).ok()?;
        let mut pending = vec![(state, whole)];
        let (mut pieces, mut steps) = (Vec::new(), 0);
        while let Some((mut state, interval)) = pending.pop() {
            let within = Rc::new(Within { interval, cut: Cell::new(None) });
            self.all.go_within(self.cx, Some(within.clone()));
            let before = state.history.steps;
            let stop = self.cx.run_to_meeting(&mut state, QUANTUM, Meetings::Blocks);
            steps += state.history.steps - before;
            let many = steps > MOST_STEPS || pieces.len() + pending.len() > MOST_PIECES;
            if many || self.cx.job.cancel.is_cancelled() {
                return None;
            }
            match stop {
                Ok(()) if state.stack.frames == 1 => {
                    let results = self.returned(&state, interval.argument, sorts)?;
                    pieces.push(Piece { high: interval.high, results });
                }
                Ok(()) | Err(Stop::Pause) => pending.push((state, interval)),
                Err(Stop::Fork(_)) => {
                    // Other forks are about what was never initialised.
                    let cut = within.cut.get()?;
                    pending.push((state.clone(), Interval { low: cut + 1, ..interval }));
                    pending.push((state, Interval { high: cut, ..interval }));
                }
                Err(Stop::End(_)) => break,
            }
        }
        Some(pieces)
    }

    /// What a path returned; `None` when it did more than that.
    fn returned(&mut self, state: &State, argument: Term, sorts: &[Sort]) -> Option<Vec<Term>> {
        let told = !state.inputs.is_empty()
            || !state.history.goals.is_empty()
            || !state.history.outputs.is_empty();
        let changed = state.extension.is_some() || !state.memory.is_constant();
        let decided = !state.path.condition.is_empty() || !state.history.concretised.is_empty();
        if told || changed || decided || state.failing.is_some() {
            return None;
        }
        let results = state.stack.top.regs.iter().zip(sorts);
        let results: Vec<Term> = results.map(|(slot, sort)| self.cx.term(*slot, *sort)).collect();
        let mut variables = results.iter().flat_map(|t| self.cx.store.variables(*t).to_vec());
        variables.all(|variable| variable == argument).then_some(results)
    }

    /// The results on all pieces, as a search for the one that the argument is in.
    fn joined(&mut self, argument: Term, pieces: &[Piece]) -> Vec<Term> {
        match pieces {
            [] => Vec::new(),
            [piece] => piece.results.clone(),
            _ => {
                let (low, high) = pieces.split_at(pieces.len() / 2);
                let (then, otherwise) = (self.joined(argument, low), self.joined(argument, high));
                let last = low.last().map_or(0, |piece| piece.high);
                let last = self.cx.store.bits(self.cx.store.width(argument), last);
                let below = self.cx.store.ule(argument, last);
                let sides = then.into_iter().zip(otherwise);
                sides.map(|(a, b)| self.cx.store.ite(below, a, b)).collect()
            }
        }
    }
}

impl Within {
    /// Cuts an interval behind its longest part, from its least value on, on which a term has one value.
    fn cut(&self, store: &TermStore, term: Term) -> Stop {
        let interval = self.interval;
        let one = |high| {
            let range = interval.range_of(store, term, interval.low, high);
            range.and_then(Range::value).is_some()
        };
        if !one(interval.low) {
            return internal("a term without a value on an interval");
        }
        let (mut known, mut above) = (interval.low, interval.high);
        while above - known > 1 {
            let middle = known + (above - known) / 2;
            match one(middle) {
                true => known = middle,
                false => above = middle,
            }
        }
        self.cut.set(Some(known));
        Stop::Fork(Vec::new())
    }
}

impl Decides for Within {
    /// The alternative that holds on the interval; where it is open, the interval has to be cut.
    fn side(&self, cx: &mut Context, _state: &mut State, sides: &[Term]) -> Result<usize, Stop> {
        let (interval, mut open) = (self.interval, None);
        for (index, side) in sides.iter().enumerate() {
            let range = interval.range_of(&cx.store, *side, interval.low, interval.high);
            match range.and_then(Range::known) {
                Some(true) => return Ok(index),
                Some(false) => {}
                None => open = open.or(Some(*side)),
            }
        }
        let open = open.ok_or_else(|| internal("no side of a decision holds on an interval"))?;
        Err(self.cut(&cx.store, open))
    }

    fn value(&self, cx: &mut Context, _state: &mut State, term: Term) -> Result<u128, Stop> {
        let interval = self.interval;
        let range = interval.range_of(&cx.store, term, interval.low, interval.high);
        range.and_then(Range::value).ok_or_else(|| self.cut(&cx.store, term))
    }

    fn assume(&self, cx: &mut Context, state: &mut State, condition: Term) -> Result<(), Stop> {
        match self.value(cx, state, condition)? {
            0 => Err(Stop::End(Ending::Assumed)),
            _ => Ok(()),
        }
    }
}

impl Trace for Within {
    fn trace(&self, _visit: &mut dyn FnMut(Term)) {
        // Nothing is collected while a function is being run.
    }
}

impl Interval {
    /// The range of a term when the argument is from `low` to `high`.
    fn range_of(&self, store: &TermStore, term: Term, low: u128, high: u128) -> Option<Range> {
        let width = store.width(self.argument);
        let range = Range::new(width, low as i128, high as i128);
        Ranges::new([(self.argument, range)]).of(store, term)
    }
}

/// Puts a state at a call that receives results of these sorts.
fn caller(state: &mut State, results: &[Sort]) -> CallSite {
    let site = CallSite {
        catches: None,
        function: None,
        address: Src(0),
        args: Vec::new(),
        sorts: Vec::new(),
        results: (0..results.len() as u32).collect(),
        floats: None,
    };
    let code = &state.stack.top.code;
    let mut code = Code::empty(code.function, &code.body, results.to_vec(), Vec::new());
    code.insts = vec![Inst::Call { entry: 0 }, Inst::Return { values: List::default() }];
    code.calls = vec![site.clone()];
    state.stack.top.regs = vec![Slot::default(); results.len()];
    state.stack.top.code = Rc::new(code);
    site
}
