//! The frontier: the parts of the execution tree that nobody has walked yet.

use crate::data::trail::WorkItem;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Where workers get parts of the tree from, and to which they give what they do not walk themselves.
pub trait Frontier: Sync {
    /// The next item; waits while a worker that holds one may still give some away. `None` when nothing is left. The
    /// caller holds the item until it calls [`Frontier::done`].
    fn take(&self) -> Option<WorkItem>;
    /// Says that a taken item is walked.
    fn done(&self);
    /// Adds an item.
    fn give(&self, item: WorkItem);
    /// Whether a worker waits for an item.
    fn is_wanted(&self) -> bool;
    /// How many items nobody has taken.
    fn waiting(&self) -> u64;
    /// Whether workers are to give back all that they have not walked. Each goes on at least to its next decision, so
    /// that an item that is given back and taken again comes to its end.
    fn is_over(&self) -> bool {
        false
    }
    /// Says that the run stops for want of time or memory, and that the item that is taken may not be walked to its end.
    fn stopped(&self) {}
}

/// A frontier in the memory of this process.
#[derive(Debug, Default)]
pub struct Queue {
    items: Mutex<Items>,
    ready: Condvar,
    hungry: AtomicU64,
}

#[derive(Debug, Default)]
struct Items {
    waiting: VecDeque<WorkItem>,
    /// Workers that hold an item.
    busy: usize,
}

impl Queue {
    /// A frontier of these items.
    pub fn new(items: impl IntoIterator<Item = WorkItem>) -> Self {
        let items = Items { waiting: items.into_iter().collect(), busy: 0 };
        Self { items: Mutex::new(items), ..Self::default() }
    }
}

impl Frontier for Queue {
    fn take(&self) -> Option<WorkItem> {
        let mut items = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        self.hungry.fetch_add(1, Ordering::Relaxed);
        let item = loop {
            if let Some(item) = items.waiting.pop_back() {
                items.busy += 1;
                break Some(item);
            }
            if items.busy == 0 {
                self.ready.notify_all();
                break None;
            }
            items = self.ready.wait(items).unwrap_or_else(PoisonError::into_inner);
        };
        self.hungry.fetch_sub(1, Ordering::Relaxed);
        item
    }

    fn done(&self) {
        let mut items = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        items.busy = items.busy.saturating_sub(1);
        self.ready.notify_all();
    }

    fn give(&self, item: WorkItem) {
        self.items.lock().unwrap_or_else(PoisonError::into_inner).waiting.push_back(item);
        self.ready.notify_one();
    }

    fn is_wanted(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    fn waiting(&self) -> u64 {
        self.items.lock().unwrap_or_else(PoisonError::into_inner).waiting.len() as u64
    }
}
