//! The threads of a path: each has a call stack, and one of them runs.
//!
//! The stack of the thread that runs is the state's own; those of the others are parked here. Which thread runs next is a
//! [`Schedule`], asked where the running thread waits, lets others run, ends, or has had its turn. It knows nothing but the
//! state, so that a path that is run again runs its threads in the same order.
//!
//! Architecture Invariant: a path has one order of its threads, whatever the number of workers and the search order (checked
//! by `crates/posix/tests/models/threads.rs`, `every_search_order_and_number_of_workers_gives_one_order_of_threads`).

use crate::code::Inst;
use crate::data::finding::StackFrame;
use crate::data::options::Schedule;
use crate::data::slot::Slot;
use crate::data::stop::{Stop, internal};
use crate::state::State;
use crate::state::frame::{CallStack, Frame};
use effigy_term::{Term, Trace};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The number of a thread, in the order in which threads were started. The one that the program begins with is 0.
pub type ThreadId = usize;

/// Instructions after which a thread that neither waits nor lets others run has had its turn: so that one that waits for
/// another in a loop of its own comes to an end. A prime: a loop that holds a lock for a part of each round is not left in that
/// part each time.
const TURN: u64 = 99_991;

/// Nanoseconds that such a turn takes: whoever sleeps wakes up although another thread waits in a loop of its own.
pub(crate) const TURN_TIME: u64 = 1_000_000;

/// Nanoseconds that pass while a thread lets others run.
const YIELD: u64 = 20_000;

impl Schedule {
    /// The thread that runs after `last`, if there is one that can.
    fn next(self, last: ThreadId, list: &[Thread]) -> Option<ThreadId> {
        match self {
            Schedule::InTurn => {
                let after = (last + 1..list.len()).chain(0..=last);
                after.into_iter().find(|id| list.get(*id).is_some_and(Thread::is_ready))
            }
        }
    }

    /// How many instructions a thread runs while others could.
    pub(crate) fn turn(self) -> u64 {
        match self {
            Schedule::InTurn => TURN,
        }
    }
}

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// What whoever wakes it names.
    pub key: u64,
    /// For people: what it waits for, such as "a mutex".
    pub what: String,
    /// When it goes on by itself, in nanoseconds since the start.
    pub until: Option<u64>,
    /// A word of the model's own, which it gets back when the thread goes on.
    pub note: u64,
}

/// Why a thread goes on that waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Another thread woke it.
    Woken,
    /// Its time was over.
    TimedOut,
}

/// How a thread came out of its wait: its model is asked again, and finds this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// Why it goes on.
    pub reason: Reason,
    /// What [`Wait::note`] was.
    pub note: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Status {
    Ready,
    Waits(Wait),
    /// It lets others run until then.
    Rests(u64),
    Ended,
}

#[derive(Clone, Debug)]
struct Thread {
    status: Status,
    /// When it began to wait: the number of waits before.
    since: u64,
    resumed: Option<Resumed>,
    /// Its stack, while it does not run.
    parked: Option<Rc<CallStack>>,
    /// Its own globals, by their numbers; those of the first thread are where the layout says.
    own: Rc<BTreeMap<usize, u64>>,
}

impl Thread {
    fn new() -> Self {
        Self { status: Status::Ready, since: 0, resumed: None, parked: None, own: Rc::default() }
    }

    fn is_ready(&self) -> bool {
        self.status == Status::Ready
    }

    /// When it goes on by itself.
    fn until(&self) -> Option<u64> {
        match &self.status {
            Status::Waits(wait) => wait.until,
            Status::Rests(until) => Some(*until),
            Status::Ready | Status::Ended => None,
        }
    }

    /// Lets it go on that waited.
    fn resume(&mut self, reason: Reason) {
        if let Status::Waits(wait) = &self.status {
            self.resumed = Some(Resumed { reason, note: wait.note });
        }
        self.status = Status::Ready;
    }

    /// Whether it differs from another one neither now nor later; stacks are not compared.
    fn is_same(&self, other: &Self) -> bool {
        (&self.status, &self.resumed, &self.own) == (&other.status, &other.resumed, &other.own)
    }
}

/// Threads where there were ever two.
#[derive(Clone, Debug)]
struct Several {
    list: Vec<Thread>,
    running: ThreadId,
    /// Waits so far.
    waits: u64,
    /// Instructions on the path when the turn of the running thread ends.
    turn_ends: u64,
    /// Where the second thread was started.
    began: Option<Arc<StackFrame>>,
}

impl Several {
    /// One thread, which is alone so far.
    fn one() -> Self {
        let list = vec![Thread::new()];
        Self { list, running: 0, waits: 0, turn_ends: u64::MAX, began: None }
    }
}

/// The threads of a path, and its clock.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    /// Nanoseconds since the start.
    clock: u64,
    several: Option<Rc<Several>>,
}

impl Threads {
    /// The thread that runs.
    #[inline]
    pub fn running(&self) -> ThreadId {
        self.several.as_ref().map_or(0, |several| several.running)
    }

    /// How many were ever started, the first one among them.
    pub fn started(&self) -> usize {
        self.several.as_ref().map_or(1, |several| several.list.len())
    }

    /// Whether more than one thread has not ended.
    pub fn are_several(&self) -> bool {
        let alive = |several: &Rc<Several>| {
            several.list.iter().filter(|t| t.status != Status::Ended).count() > 1
        };
        self.several.as_ref().is_some_and(alive)
    }

    /// Where the second thread was started.
    pub fn began(&self) -> Option<&Arc<StackFrame>> {
        self.several.as_ref()?.began.as_ref()
    }

    /// Nanoseconds since the start.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, nanoseconds: u64) {
        self.clock = self.clock.saturating_add(nanoseconds);
    }

    /// Whether a thread has ended; one that was never started has not.
    pub fn has_ended(&self, id: ThreadId) -> bool {
        let thread = self.several.as_ref().and_then(|several| several.list.get(id));
        thread.is_some_and(|thread| thread.status == Status::Ended)
    }

    /// How the running thread came out of the wait that the call which it executes began.
    pub(crate) fn resumed(&self) -> Option<Resumed> {
        let several = self.several.as_ref()?;
        several.list.get(several.running)?.resumed
    }

    /// The call that waited is over.
    #[inline]
    pub(crate) fn went_on(&mut self) {
        if self.resumed().is_some() {
            self.current(|thread| thread.resumed = None);
        }
    }

    /// Lets up to `count` threads go on that wait for something, in the order in which they came; how many they were.
    pub(crate) fn wake(&mut self, key: u64, count: u64) -> u64 {
        let waits = |t: &Thread| matches!(&t.status, Status::Waits(wait) if wait.key == key);
        let mut woken = 0;
        while woken < count && self.several.as_ref().is_some_and(|s| s.list.iter().any(waits)) {
            let Some(several) = self.several.as_mut().map(Rc::make_mut) else { break };
            let first = several.list.iter_mut().filter(|t| waits(t)).min_by_key(|t| t.since);
            let Some(first) = first else { break };
            first.resume(Reason::Woken);
            woken += 1;
        }
        woken
    }

    /// How many threads wait for something.
    pub(crate) fn waiting(&self, key: u64) -> u64 {
        let waits = |t: &&Thread| matches!(&t.status, Status::Waits(wait) if wait.key == key);
        self.several.as_ref().map_or(0, |several| several.list.iter().filter(waits).count() as u64)
    }

    /// Whether the turn of the running thread is over, at a jump.
    #[inline]
    pub(crate) fn turn_is_over(&self, steps: u64) -> bool {
        self.several.as_ref().is_some_and(|several| steps >= several.turn_ends)
    }

    /// Instructions on the path when the turn of the running thread ends.
    #[inline]
    pub(crate) fn turn_ends(&self) -> u64 {
        self.several.as_ref().map_or(u64::MAX, |several| several.turn_ends)
    }

    fn current(&mut self, change: impl FnOnce(&mut Thread)) {
        if let Some(several) = self.several.as_mut().map(Rc::make_mut)
            && let Some(thread) = several.list.get_mut(several.running)
        {
            change(thread);
        }
    }

    /// Whether the threads of two paths go on alike, as far as one thread is alive at most.
    pub(crate) fn are_same(&self, other: &Self) -> bool {
        let same = match (&self.several, &other.several) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                let alike = a.list.len() == b.list.len()
                    && a.list.iter().zip(&b.list).all(|(x, y)| x.is_same(y));
                alike && a.running == b.running && !self.are_several()
            }
            _ => false,
        };
        same && self.clock == other.clock
    }

    /// The parked activations, thread by thread, innermost first.
    pub(crate) fn parked(&self) -> impl Iterator<Item = &Frame> {
        let list = self.several.iter().flat_map(|several| &several.list);
        let tops = list.filter_map(|thread| Some(&thread.parked.as_ref()?.top));
        tops.flat_map(|top| std::iter::successors(Some(top), |f| f.caller.as_deref()))
    }
}

impl Trace for Threads {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.parked().for_each(|frame| frame.trace(visit));
    }
}

/// What a model does with the running thread.
#[derive(Debug)]
pub enum Step {
    /// It waits; its model is asked again when it goes on.
    Wait(Wait),
    /// Its call returns these results, then others run, at least for so many nanoseconds.
    Rest(Vec<Slot>, u64),
    /// It ends. What waits for `key` goes on.
    End {
        /// What whoever waits for its end waits for.
        key: u64,
    },
}

/// Every thread waits for another one.
#[derive(Debug)]
pub(crate) struct Deadlock;

/// A thread that waits.
pub(crate) struct Waiting<'a> {
    pub(crate) id: ThreadId,
    /// When it began to wait.
    pub(crate) since: u64,
    pub(crate) wait: &'a Wait,
    /// Its activation, unless it is the one that runs.
    pub(crate) parked: Option<&'a Frame>,
}

impl Threads {
    /// Adds a thread that begins with an activation; its number, and whether it is the second one.
    pub(crate) fn start(
        &mut self,
        top: Frame,
        began: Arc<StackFrame>,
        turn_ends: u64,
    ) -> (ThreadId, bool) {
        let first = || Rc::new(Several::one());
        let several = Rc::make_mut(self.several.get_or_insert_with(first));
        let is_second = several.began.is_none();
        if is_second {
            several.began = Some(began);
            several.turn_ends = turn_ends;
        }
        let mut thread = Thread::new();
        thread.parked = Some(Rc::new(CallStack::of(top)));
        several.list.push(thread);
        (several.list.len() - 1, is_second)
    }

    /// The threads that wait, by number.
    pub(crate) fn all_waiting(&self) -> Vec<Waiting<'_>> {
        let Some(several) = &self.several else { return Vec::new() };
        let waits = several.list.iter().enumerate().filter_map(|(id, thread)| {
            let Status::Waits(wait) = &thread.status else { return None };
            let parked = thread.parked.as_ref().filter(|_| id != several.running);
            let parked = parked.map(|parked| &parked.top);
            Some(Waiting { id, since: thread.since, wait, parked })
        });
        waits.collect()
    }

    /// Where the running thread has its own one of a global, when it has.
    pub(crate) fn own(&self, global: usize) -> Option<u64> {
        let several = self.several.as_ref()?;
        several.list.get(several.running)?.own.get(&global).copied()
    }

    /// Gives the running thread its own one of a global.
    pub(crate) fn set_own(&mut self, global: usize, base: u64) {
        self.current(|thread| {
            Rc::make_mut(&mut thread.own).insert(global, base);
        });
    }
}

impl State {
    /// Does with the running thread what its model says; whether another one is to run then.
    ///
    /// # Errors
    /// When the only thread ends by itself.
    pub(crate) fn thread_step(&mut self, step: Step) -> Result<bool, Stop> {
        if self.threads.several.is_none() {
            match step {
                Step::Rest(_, time) => {
                    self.threads.pass(time);
                    return Ok(false);
                }
                Step::End { .. } => return Err(internal("the only thread ends by itself")),
                Step::Wait(_) => self.threads.several = Some(Rc::new(Several::one())),
            }
        }
        let clock = self.threads.clock;
        let Some(several) = self.threads.several.as_mut().map(Rc::make_mut) else {
            return Ok(false);
        };
        several.waits += 1;
        let (running, since) = (several.running, several.waits);
        let Some(thread) = several.list.get_mut(running) else { return Ok(false) };
        (thread.since, thread.resumed) = (since, None);
        match step {
            Step::Wait(wait) => thread.status = Status::Waits(wait),
            Step::Rest(_, time) => {
                thread.status = Status::Rests(clock.saturating_add(time.max(YIELD)));
            }
            Step::End { key } => {
                thread.status = Status::Ended;
                let own = std::mem::take(&mut thread.own);
                let frames = self.stack().flat_map(|frame| &frame.objects);
                let gone: Vec<u64> = frames.chain(own.values()).copied().collect();
                gone.into_iter().for_each(|base| self.memory.release(base));
                self.threads.wake(key, u64::MAX);
            }
        }
        Ok(true)
    }

    /// Lets the thread run that runs next; time passes until there is one.
    ///
    /// # Errors
    /// When every thread waits for another one, or one has no stack.
    pub(crate) fn reschedule(&mut self, schedule: Schedule) -> Result<Result<(), Deadlock>, Stop> {
        loop {
            let clock = self.threads.clock;
            let Some(several) = self.threads.several.as_mut().map(Rc::make_mut) else {
                return Ok(Ok(()));
            };
            let over = |t: &&mut Thread| t.until().is_some_and(|until| until <= clock);
            several.list.iter_mut().filter(over).for_each(|t| t.resume(Reason::TimedOut));
            if let Some(next) = schedule.next(several.running, &several.list) {
                several.turn_ends = self.history.steps.saturating_add(schedule.turn());
                return switch(self, next).map(Ok);
            }
            match several.list.iter().filter_map(Thread::until).min() {
                Some(until) => self.threads.clock = clock.max(until),
                None => return Ok(Err(Deadlock)),
            }
        }
    }
}

/// Whether an instruction jumps, so that another thread may have its turn behind it.
pub(crate) fn jumps(inst: &Inst) -> bool {
    matches!(inst, Inst::Jump { .. } | Inst::Branch { .. } | Inst::Switch { .. })
}

/// How [`Wait::what`] ends of a thread that waits for another one's end.
pub const TO_END: &str = " to end";

/// What a thread is called for people.
pub fn name(id: ThreadId) -> String {
    if id == 0 { "the main thread".to_owned() } else { format!("thread {id}") }
}

/// Parks the running thread, if it has not ended, and lets another one run.
fn switch(state: &mut State, next: ThreadId) -> Result<(), Stop> {
    let Some(several) = state.threads.several.as_mut().map(Rc::make_mut) else { return Ok(()) };
    let last = std::mem::replace(&mut several.running, next);
    if last == next {
        return Ok(());
    }
    let parked = several.list.get_mut(next).and_then(|thread| thread.parked.take());
    let parked = parked.ok_or_else(|| internal("a thread without a stack"))?;
    let parked = Rc::try_unwrap(parked).unwrap_or_else(|shared| (*shared).clone());
    let left = std::mem::replace(&mut state.stack, parked);
    if let Some(thread) = several.list.get_mut(last)
        && thread.status != Status::Ended
    {
        thread.parked = Some(Rc::new(left));
    }
    Ok(())
}
