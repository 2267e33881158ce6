//! The session: what a person has set up.

use crate::breakpoint::Breakpoint;
use crate::history::History;
use crate::item::Item;
use crate::table::TableTrace;
use crate::trace::Trace;
use effigy_session::debug::{Debugger, Snapshot, Standing, WalkedTree};

/// A program and the session about it.
pub struct Engine {
    pub(crate) debugger: Debugger,
    pub(crate) breakpoints: Vec<Option<Breakpoint>>,
    pub(crate) trace: Option<Trace>,
    pub(crate) table: Option<TableTrace>,
    /// Breakpoints after calls that are being executed: the depth of the call and the breakpoint.
    pub(crate) pending: Vec<(u32, usize)>,
    pub(crate) history: History,
    pub(crate) saved: Vec<Snapshot>,
    /// The tree that was walked last by TEST, until something else is executed.
    pub(crate) tested: Option<WalkedTree>,
}

impl Engine {
    /// A session about a program.
    pub fn new(debugger: Debugger) -> Self {
        let mut engine = Self {
            debugger,
            breakpoints: Vec::new(),
            trace: None,
            table: None,
            pending: Vec::new(),
            history: History::default(),
            saved: Vec::new(),
            tested: None,
        };
        engine.history.record(&engine.debugger, true);
        engine
    }

    /// How execution stands, as an item.
    pub(crate) fn standing(&mut self, why: &str) -> Option<Item> {
        let numbered = self.debugger.is_called();
        Some(match self.debugger.standing() {
            Standing::Idle => Item::Note("at the terminal".to_owned()),
            Standing::Before(spot) => Item::Before { why: why.to_owned(), spot, numbered },
            Standing::Fork(spot, fork) => {
                let condition = self.debugger.path_condition();
                Item::Fork { spot, fork, condition, numbered }
            }
            Standing::Ended(spot, ending) => {
                let (results, condition) =
                    (self.debugger.results(), self.debugger.path_condition());
                Item::Ended { spot, ending, results, condition, numbered }
            }
        })
    }
}
