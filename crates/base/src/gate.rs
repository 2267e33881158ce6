//! Gates: parts of a run that take turns.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Holds whoever comes by while it is closed. Open at first. Clones are the same gate.
#[derive(Clone, Debug, Default)]
pub struct Gate(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    is_closed: AtomicBool,
    /// Guards the change from closed to open, which those who wait are told of.
    change: Mutex<()>,
    opened: Condvar,
}

impl Gate {
    /// Closes the gate: those who come by from now on wait.
    pub fn close(&self) {
        self.0.is_closed.store(true, Ordering::Relaxed);
    }

    /// Opens the gate: those who wait go on.
    pub fn open(&self) {
        let _change = self.0.change.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.is_closed.store(false, Ordering::Relaxed);
        self.0.opened.notify_all();
    }

    /// Goes through the gate, at once when it is open.
    pub fn pass(&self) {
        if !self.0.is_closed.load(Ordering::Relaxed) {
            return;
        }
        let mut change = self.0.change.lock().unwrap_or_else(PoisonError::into_inner);
        while self.0.is_closed.load(Ordering::Relaxed) {
            change = self.0.opened.wait(change).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Gate;
    use crate::budget::CancelToken;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    #[test]
    fn whoever_asks_a_gated_token_waits_until_the_gate_opens() {
        let gate = Gate::default();
        let token = CancelToken::new().gated(gate.clone());
        let below = token.part(None);
        assert!(!below.is_cancelled());
        gate.close();
        let is_open = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let asks = scope.spawn(|| {
                let cancelled = below.is_cancelled();
                (is_open.load(Ordering::SeqCst), cancelled)
            });
            std::thread::sleep(Duration::from_millis(20));
            token.cancel();
            is_open.store(true, Ordering::SeqCst);
            gate.open();
            assert_eq!(asks.join().expect("it does not panic"), (true, true));
        });
    }
}
