//! Futures that are polled to their end, alone or with others that they start.

use crate::assume;
use std::cell::RefCell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// Polls a future to its end.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// What a strategy promises of the task that it picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchedulingAssumption {
    /// It may have ended.
    CanAssumeRunning,
    /// It has not ended.
    CannotAssumeRunning,
}

/// Which task is polled next.
pub trait SchedulingStrategy {
    /// The number of a task below `num_tasks`, and what may be assumed of it.
    fn pick_task(&mut self, num_tasks: usize) -> (usize, SchedulingAssumption);
}

/// One task after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin {
    next: usize,
}

impl SchedulingStrategy for RoundRobin {
    fn pick_task(&mut self, num_tasks: usize) -> (usize, SchedulingAssumption) {
        let picked = self.next % num_tasks;
        self.next = picked + 1;
        (picked, SchedulingAssumption::CannotAssumeRunning)
    }
}

type Task = Pin<Box<dyn Future<Output = ()>>>;

thread_local! {
    /// The tasks by their numbers; `None` is one that has ended, or that is being polled.
    static TASKS: RefCell<Vec<Option<Task>>> = const { RefCell::new(Vec::new()) };
    /// Whether each has ended.
    static ENDED: RefCell<Vec<bool>> = const { RefCell::new(Vec::new()) };
}

/// A task that was started; it is ready when the task has ended.
#[derive(Debug)]
pub struct JoinHandle {
    task: usize,
}

impl Future for JoinHandle {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if has_ended(self.task) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

fn has_ended(task: usize) -> bool {
    ENDED.with_borrow(|ended| ended.get(task) == Some(&true))
}

/// Starts a task beside the others of [`block_on_with_spawn`].
pub fn spawn<F: Future<Output = ()> + Sync + 'static>(future: F) -> JoinHandle {
    ENDED.with_borrow_mut(|ended| ended.push(false));
    let task = TASKS.with_borrow_mut(|tasks| {
        tasks.push(Some(Box::pin(future)));
        tasks.len() - 1
    });
    JoinHandle { task }
}

/// Polls a future and all that it starts to their ends, in the order of the strategy.
pub fn block_on_with_spawn<F: Future<Output = ()> + Sync + 'static>(
    future: F,
    mut strategy: impl SchedulingStrategy,
) {
    TASKS.with_borrow_mut(Vec::clear);
    ENDED.with_borrow_mut(Vec::clear);
    spawn(future);
    let mut context = Context::from_waker(Waker::noop());
    while ENDED.with_borrow(|ended| ended.iter().any(|ended| !ended)) {
        let count = ENDED.with_borrow(Vec::len);
        let (picked, assumption) = strategy.pick_task(count);
        if assumption == SchedulingAssumption::CanAssumeRunning {
            assume(!has_ended(picked));
        }
        // Not borrowed while it is polled, since it may start others.
        let task = TASKS.with_borrow_mut(|tasks| tasks.get_mut(picked).and_then(Option::take));
        let Some(mut task) = task else { continue };
        let is_ready = task.as_mut().poll(&mut context).is_ready();
        if is_ready {
            ENDED.with_borrow_mut(|ended| ended.get_mut(picked).map(|ended| *ended = true));
        } else {
            TASKS.with_borrow_mut(|tasks| tasks.get_mut(picked).map(|slot| *slot = Some(task)));
        }
    }
}

/// Lets the other tasks go on once.
pub fn yield_now() -> impl Future<Output = ()> {
    let mut has_yielded = false;
    std::future::poll_fn(move |context| {
        if has_yielded {
            return Poll::Ready(());
        }
        has_yielded = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
}
