//! Unwinding: a program is run on all of its paths together, iteration by iteration. All paths that meet become one, nothing is
//! split that does not have to be, and no solver is asked on the way. A loop is left after so many iterations, and a recursion at
//! such a depth. What comes out are conditions: when each check fails, when a bound is reached, when nothing is known.

use super::induction::{ANY, Before, Induction};
use crate::data::finding::{Failure, StackFrame};
use crate::data::input::Input;
use crate::data::stop::{Alternative, CutReason, Ending, Feasible, Stop, UNASKED};
use crate::data::trail::{Choice, Decision};
use crate::features::bmc::induction::Inducing;
use crate::features::bmc::instances::Instances;
use crate::features::bmc::merge_states::StateMerger;
use crate::features::merge::item::Item;
use crate::features::unspecified::is_of_unwritten;
use crate::machine::run::Meetings;
use crate::machine::{Context, Forks};
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_term::{Term, Trace};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Instructions between two looks at whether the run is stopped.
const QUANTUM: u64 = 1 << 16;

/// Most times that the step of an induction is unwound until all that loops change is known.
const MOST_STEPS: u32 = 24;

/// Most paths that wait at once.
const MOST_WAITING: usize = 1 << 14;

/// Most instructions that are run behind a side that no input takes, for what fails there.
const MOST_BEHIND: u32 = 1_000;

/// Most values of an address, a size or a target in the step of an induction: from any state there is mostly no end of them.
const MOST_FROM_ANY_STATE: usize = 8;

/// The outermost activation.
const ROOT: u32 = 1;

/// A check that fails.
#[derive(Debug)]
pub(crate) struct Failing {
    /// When.
    pub(crate) guard: Term,
    pub(crate) failure: Failure,
    /// The inputs that were made, and when, where not on all paths.
    pub(crate) inputs: Rc<Vec<Input>>,
    pub(crate) made: Rc<BTreeMap<usize, Term>>,
    /// Instructions on the way there.
    pub(crate) steps: u64,
}

impl Failing {
    fn new(guard: Term, failure: Failure, state: State) -> Self {
        let (inputs, made) = (state.inputs, state.kept.made);
        Self { guard, failure, inputs, made, steps: state.history.steps }
    }
}

/// What unwinding to a bound comes to. Every input of the program satisfies one of the conditions in it.
#[derive(Debug, Default)]
pub(crate) struct Unwound {
    /// The checks that fail.
    pub(crate) failing: Vec<Failing>,
    /// Where the bound is reached, and when.
    pub(crate) reached: Vec<(Term, Arc<StackFrame>)>,
    /// What ends in neither the program's end nor a failure, and when.
    pub(crate) open: Vec<(Term, Ending, Arc<StackFrame>)>,
    /// When the program ends, and with which status: a term, or the number.
    pub(crate) ends: Vec<(Term, Option<Term>, i32)>,
    /// How often two paths became one, and how often a path became several.
    pub(crate) merges: u64,
    pub(crate) forks: u64,
    /// Why paths stayed apart that met, and how often.
    pub(crate) apart: BTreeMap<&'static str, u64>,
}

impl Trace for Unwound {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Unwound { failing, reached, open, ends, merges: _, forks: _, apart: _ } = self;
        for Failing { guard, failure: _, inputs, made, steps: _ } in failing {
            visit(*guard);
            inputs.trace(visit);
            made.values().for_each(|term| visit(*term));
        }
        reached.iter().for_each(|(term, _)| visit(*term));
        open.iter().for_each(|(term, ..)| visit(*term));
        for (guard, status, _) in ends {
            visit(*guard);
            status.trace(visit);
        }
    }
}

/// An unwinding that is under way.
struct Unwinding {
    bound: u64,
    /// Paths by where they stand; those that are behind come first.
    waiting: BTreeMap<Vec<u64>, Vec<Item>>,
    count: usize,
    found: Unwound,
    /// Sides of forks that no input took: code, instruction, side.
    untaken: BTreeSet<(usize, u32, u32)>,
    /// The step of an induction, where that is what is unwound.
    induction: Option<Induction>,
}

/// A machine that unwinds.
pub(crate) struct Unwinder<'a> {
    cx: &'a mut Context,
}

impl<'a> Unwinder<'a> {
    /// A machine for a job whose paths are merged always.
    pub(crate) fn new(cx: &'a mut Context) -> Self {
        Self { cx }
    }

    /// Runs the program with loops of so many iterations and recursions of such a depth at most.
    pub(crate) fn unwind(&mut self, bound: u64) -> Unwound {
        self.unwind_all(bound, None).0
    }

    /// As [`Unwinder::unwind`], of the step of an induction with so many iterations that do not fail.
    ///
    /// # Errors
    /// What is in the way.
    pub(crate) fn unwind_step(&mut self, iterations: u64) -> Result<Unwound, String> {
        let mut changes = BTreeMap::new();
        for _ in 0..MOST_STEPS {
            let induction = Induction::new(iterations, changes);
            let (found, induction) = self.unwind_all(iterations, Some(induction));
            let Some(mut induction) = induction else { break };
            match (induction.refused.take(), induction.grew) {
                (Some(why), _) => return Err(why),
                (None, false) => return Ok(found),
                (None, true) => changes = induction.into_changes(),
            }
        }
        Err("a loop that changes ever more objects".into())
    }

    fn unwind_all(
        &mut self,
        bound: u64,
        induction: Option<Induction>,
    ) -> (Unwound, Option<Induction>) {
        self.cx.forks = Forks::Together;
        let most_values = self.cx.job.max_values;
        if induction.is_some() {
            self.cx.job.max_values = most_values.min(MOST_FROM_ANY_STATE);
        }
        if self.cx.features.assigns.is_some() {
            self.cx.features.assigns = Some(Box::new(Instances::default()));
        }
        let (waiting, found) = (BTreeMap::new(), Unwound::default());
        let untaken = BTreeSet::new();
        let mut unwinding = Unwinding { bound, waiting, count: 0, found, untaken, induction };
        let (mut state, started) = self.cx.initial(Vec::new());
        // The step of an induction knows objects of earlier steps by their addresses.
        if unwinding.induction.is_none() {
            state.memory.share_addresses();
        }
        let item = Item::new(state, Vec::new(), Vec::new());
        match started {
            Ok(()) => unwinding.wait(item),
            Err(Stop::End(ending)) => self.over(&mut unwinding, item, ending),
            Err(Stop::Fork(_) | Stop::Pause) => {
                let ending = Ending::Internal("the start of a path forks".into());
                self.over(&mut unwinding, item, ending);
            }
        }
        while let Some((_, items)) = unwinding.waiting.pop_first() {
            unwinding.count -= items.len();
            let items = self.merge_unwound(&mut unwinding, items);
            let together = items.len() > 1;
            for item in items {
                match self.stopped(&unwinding) {
                    Some(reason) => self.over(&mut unwinding, item, Ending::Cut(reason)),
                    None => self.run_iteration(&mut unwinding, item, together),
                }
            }
            if unwinding.induction.as_ref().is_some_and(|step| step.refused.is_some()) {
                break;
            }
        }
        self.cx.forks = Forks::Asked;
        self.cx.job.max_values = most_values;
        (unwinding.found, unwinding.induction)
    }

    fn stopped(&self, unwinding: &Unwinding) -> Option<CutReason> {
        let cancel = &self.cx.job.cancel;
        let short = cancel.is_short() || unwinding.count > MOST_WAITING;
        cancel.reason().map(CutReason::from).or(short.then_some(CutReason::Memory))
    }

    /// Runs a path to the next place where it can meet others, or to its end. One that left a place `together` with others waits
    /// where it can meet them next.
    fn run_iteration(&mut self, unwinding: &mut Unwinding, mut item: Item, together: bool) {
        item.reachable = None;
        loop {
            let before = unwinding.induction.as_ref().and_then(|_| Before::of(&item));
            let stop = self.cx.run_to_meeting(&mut item.state, QUANTUM, Meetings::Unwound);
            if let (Some(induction), Some(before)) = (&mut unwinding.induction, &before) {
                Inducing { cx: self.cx }.note_changes(induction, &item, before);
            }
            match stop {
                Err(Stop::Fork(alternatives)) => {
                    return self.part_all(unwinding, item, &alternatives);
                }
                Err(Stop::End(ending)) => return self.over(unwinding, item, ending),
                Err(Stop::Pause) => match self.stopped(unwinding) {
                    Some(reason) => return self.over(unwinding, item, Ending::Cut(reason)),
                    None => continue,
                },
                Ok(()) => {}
            }
            let loops = unwinding.induction.as_ref().map(|_| item.loops().to_vec());
            item.came_by(ROOT);
            if let (Some(induction), Some(loops)) = (&unwinding.induction, &loops)
                && induction.left_early(loops, &item)
            {
                // Who leaves a loop behind more iterations leaves it behind so many from another state.
                return;
            }
            let is_beyond = |iterations: u64| iterations % ANY > unwinding.bound;
            let is_over = item.all_loops().any(|at| is_beyond(at.iterations));
            if is_over && unwinding.induction.is_some() {
                // Another state from which so many iterations do not fail leads to the same.
                return;
            }
            if is_over || nested(&item.state) > unwinding.bound {
                let guard = self.cx.store.and_all(&item.state.path.condition);
                let place = self.cx.shown_place(&item.state);
                return unwinding.found.reached.push((guard, place));
            }
            if let Some(induction) = &mut unwinding.induction {
                induction.come_back(&item);
                if let Some(head) = item.enters() {
                    let any = Inducing { cx: self.cx }.any_iteration(induction, &mut item, head);
                    any.into_iter().for_each(|any| unwinding.wait(any));
                    return unwinding.wait(item);
                }
            }
            let key = item.key(ROOT, false);
            let first = unwinding.waiting.first_key_value();
            if together || first.is_some_and(|(first, _)| *first <= key) {
                return unwinding.wait_at(key, item);
            }
        }
    }

    /// Puts a path on the sides of the fork at which it stands.
    fn part_all(&mut self, unwinding: &mut Unwinding, item: Item, alternatives: &[Alternative]) {
        let question = self.cx.question_of(alternatives);
        let is_open = |a: &&Alternative| !matches!(a.feasible, Feasible::No);
        let is_only = alternatives.iter().filter(is_open).count() == 1;
        unwinding.found.forks += u64::from(!is_only);
        let at_check = item.state.is_at_check();
        for (side, alternative) in (0..).zip(alternatives) {
            let mut state = item.state.clone();
            let choice = Choice { question, answer: Decision::Took(side) };
            state.answers.choices.push(choice);
            if !is_open(&alternative) {
                self.note_untaken(unwinding, state, side);
                continue;
            }
            if !is_only {
                self.cx.push_unasked(&mut state, alternative.constraint);
            }
            match &alternative.feasible {
                Feasible::Unknown(why) if why != UNASKED => {
                    self.over(unwinding, item.with(state), Ending::Unknown(why.clone()));
                }
                // The other side of a check goes on, this one ends at once.
                _ if at_check && side == 1 => match self.cx.step_single(&mut state) {
                    Err(Stop::End(ending)) => self.over(unwinding, item.with(state), ending),
                    _ => unwinding.wait(item.with(state)),
                },
                _ => unwinding.wait(item.with(state)),
            }
        }
    }

    /// Notes a property that holds because no input takes a side of a fork: it fails a little behind it.
    fn note_untaken(&mut self, unwinding: &mut Unwinding, mut state: State, side: u32) {
        let top = &state.stack.top;
        if !unwinding.untaken.insert((Rc::as_ptr(&top.code) as usize, top.at, side)) {
            return;
        }
        for _ in 0..MOST_BEHIND {
            match self.cx.step_single(&mut state) {
                Ok(_) => {}
                Err(Stop::End(Ending::Finding(failure))) => {
                    let guard = self.cx.store.bool(false);
                    return unwinding.found.failing.push(Failing::new(guard, *failure, state));
                }
                Err(_) => return,
            }
        }
    }

    /// Notes when a path ends.
    fn over(&mut self, unwinding: &mut Unwinding, item: Item, ending: Ending) {
        // What is not known from any state may be known on the runs that come there: it is not assumed away.
        if let Some(induction) = &mut unwinding.induction {
            match ending {
                Ending::Exit(_) | Ending::Assumed => {}
                Ending::Finding(_) if induction.is_assumed(&item) => return,
                Ending::Finding(_) => {}
                _ => Inducing { cx: self.cx }.refuse_open(induction, &item, &ending),
            }
        }
        let state = item.state;
        let guard = self.cx.store.and_all(&state.path.condition);
        if self.cx.store.as_bool(guard) == Some(false) {
            return;
        }
        if self.is_of_no_type(&state, &ending) {
            return;
        }
        let found = &mut unwinding.found;
        match ending {
            Ending::Exit(status) => found.ends.push((guard, state.status, status)),
            Ending::Assumed => {}
            Ending::Finding(failure) => found.failing.push(Failing::new(guard, *failure, state)),
            ending => {
                let place = self.cx.shown_place(&state);
                unwinding.found.open.push((guard, ending, place));
            }
        }
    }

    /// Whether a path ends because what was never written has no value of its type: any value is one of the type's.
    fn is_of_no_type(&mut self, state: &State, ending: &Ending) -> bool {
        let Ending::Finding(failure) = ending else { return false };
        self.cx.job.any_unwritten
            && failure.kind == FindingKind::InvalidValue
            && state
                .path
                .condition
                .last()
                .is_some_and(|condition| is_of_unwritten(&mut self.cx.store, *condition))
    }

    /// Makes one path of those that stand at one place, as far as that is possible.
    fn merge_unwound(&mut self, unwinding: &mut Unwinding, items: Vec<Item>) -> Vec<Item> {
        let one_life = unwinding.induction.is_some();
        let mut merged: Vec<Item> = Vec::with_capacity(items.len());
        for mut item in items {
            let mut why = None;
            let mut joined = None;
            for (index, other) in merged.iter_mut().enumerate() {
                if unwinding.induction.is_some() && !item.is_in_loops_of(other) {
                    why = why.or(Some("loops that began with other objects"));
                    continue;
                }
                let mut merger = StateMerger { cx: self.cx, one_life };
                match merger.merge_states(&mut other.state, &mut item.state) {
                    Ok(state) => {
                        let mut both = other.with(state);
                        both.take_loops(&item);
                        joined = Some((index, both));
                        break;
                    }
                    Err(apart) => why = why.or(apart),
                }
            }
            match joined {
                Some((index, both)) => {
                    unwinding.found.merges += 1;
                    merged[index] = both;
                }
                None => {
                    if let Some(why) = why {
                        *unwinding.found.apart.entry(why).or_default() += 1;
                    }
                    merged.push(item);
                }
            }
        }
        // Paths that stay apart make what they make from here on at the same addresses, so that they can meet later.
        if let [first, rest @ ..] = &mut *merged {
            let first = &mut first.state.memory;
            rest.iter().for_each(|item| first.skip_used(&item.state.memory));
            rest.iter_mut().for_each(|item| item.state.memory.skip_used(first));
        }
        merged
    }
}

/// How often the running function calls itself, directly or not, at a place where it begins.
fn nested(state: &State) -> u64 {
    if state.stack.top.at != 0 {
        return 0;
    }
    let alike =
        state.stack().skip(1).filter(|frame| Rc::ptr_eq(&frame.code, &state.stack.top.code));
    alike.count() as u64
}

impl Unwinding {
    fn wait(&mut self, item: Item) {
        self.wait_at(item.key(ROOT, false), item);
    }

    fn wait_at(&mut self, key: Vec<u64>, item: Item) {
        self.count += 1;
        self.waiting.entry(key).or_default().push(item);
    }
}
