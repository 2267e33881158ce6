//! Going on, with what is shown on the way and where it is interrupted.

use crate::engine::Engine;
use crate::item::{Item, Show};
use crate::wrong::Failed;
use effigy_session::debug::{DebugError, Spot, Standing, Step};

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// To a breakpoint, a fork, or the end.
    Stop,
    /// So many statements at most.
    Statements(u64),
    /// So many statements at most of this activation or of those that called it.
    SameDepth(u64),
}

impl Engine {
    /// Goes on from the beginning of a new execution, unless there is a breakpoint.
    pub(crate) fn arrived<'t>(&mut self, show: Show<'_>) -> Result<(), Failed<'t>> {
        match self.debugger.standing() {
            Standing::Before(first) => {
                if let Some(why) = self.breaks(&Spot::default(), &first) {
                    self.standing(&why).into_iter().for_each(show);
                    return Ok(());
                }
                self.run(Until::Stop, false, show).map_err(Failed::from)
            }
            _ => {
                self.standing("").into_iter().for_each(show);
                Ok(())
            }
        }
    }

    /// Goes on; `chosen` when a side was chosen just now.
    pub(crate) fn run(
        &mut self,
        until: Until,
        chosen: bool,
        show: Show<'_>,
    ) -> Result<(), DebugError> {
        self.tested = None;
        let mut left = match until {
            Until::Stop => u64::MAX,
            Until::Statements(n) | Until::SameDepth(n) => n,
        };
        let mut depth = self.spot().map_or(0, |spot| spot.depth);
        let mut pinned = true;
        let mut chosen = chosen;
        while left > 0 {
            let step = match self.debugger.advance(self.watches()) {
                Ok(step) => step,
                Err(DebugError::Interrupted) => {
                    self.history.record(&self.debugger, true);
                    self.standing("interrupted").into_iter().for_each(show);
                    return Ok(());
                }
                Err(error) => return Err(error),
            };
            match step.complete || chosen {
                true => self.history.record(&self.debugger, pinned),
                false => self.history.record_fork(&self.debugger),
            }
            (pinned, chosen) = (false, false);
            self.show_step(&step, show);
            let Standing::Before(next) = self.debugger.standing() else {
                self.standing("").into_iter().for_each(show);
                return Ok(());
            };
            if let Some(why) = self.breaks(&step.spot, &next) {
                self.standing(&why).into_iter().for_each(show);
                return Ok(());
            }
            match until {
                Until::Stop => {}
                Until::Statements(_) => left -= 1,
                Until::SameDepth(_) if next.depth <= depth => {
                    left -= 1;
                    depth = next.depth;
                }
                Until::SameDepth(_) => {}
            }
        }
        self.standing("").into_iter().for_each(show);
        Ok(())
    }

    fn spot(&mut self) -> Option<Spot> {
        match self.debugger.standing() {
            Standing::Before(spot) | Standing::Fork(spot, _) => Some(spot),
            Standing::Idle | Standing::Ended(..) => None,
        }
    }

    /// Whether the results of statements are of interest.
    fn watches(&self) -> bool {
        self.trace.as_ref().is_some_and(|t| t.results)
    }

    fn show_step(&mut self, step: &Step, show: Show<'_>) {
        if step.complete {
            if let Some(trace) = self.trace.as_ref().filter(|t| t.concerns(&step.spot)) {
                show(trace.shown(step));
            }
            if let Some(mut table) = self.table.take() {
                let ended = matches!(self.debugger.standing(), Standing::Ended(..));
                if !ended && step.spot.number > 0 {
                    let variables = self.debugger.variables(0);
                    let condition = self.debugger.path_condition();
                    table.row(step.spot.number, variables, condition, show);
                } else if ended {
                    let value = self.debugger.results().into_iter().find(|r| r.name == "RETURN");
                    let text = value.map_or_else(String::new, |v| format!(" {}", v.value));
                    let number = (format!("{:>5}", step.spot.number), 5);
                    show(Item::Row(vec![number, (format!("(returns{text})"), 1)]));
                }
                self.table = Some(table);
            }
        }
        for event in &step.events {
            if !matches!(event, effigy_session::debug::Event::Returned(_)) {
                show(Item::Event(event.clone()));
            }
        }
    }

    /// Why execution is interrupted between two statements, if it is.
    fn breaks(&mut self, done: &Spot, next: &Spot) -> Option<String> {
        let entered = next.depth > done.depth;
        let mut hits: Vec<usize> = Vec::new();
        for (index, breakpoint) in self.breakpoints.iter().enumerate() {
            let Some(breakpoint) = breakpoint else { continue };
            if breakpoint.is_after(done) && entered {
                self.pending.push((done.depth, index));
            } else if breakpoint.is_after(done)
                || breakpoint.is_before(next)
                || breakpoint.is_entry(done, next)
                || breakpoint.is_between(done, next)
            {
                hits.push(index);
            }
        }
        self.pending.retain(|(depth, index)| {
            let returned = next.depth <= *depth;
            if returned {
                hits.push(*index);
            }
            !returned
        });
        hits.into_iter().find_map(|index| self.counts(index))
    }

    /// What to say of a breakpoint whose place was reached; nothing when its condition is false.
    fn counts(&mut self, index: usize) -> Option<String> {
        let breakpoint = self.breakpoints.get(index).cloned().flatten()?;
        let name = breakpoint.announcement(index + 1);
        let Some(condition) = &breakpoint.condition else { return Some(name) };
        match self.debugger.decide(condition) {
            Ok(Some(true)) => Some(name),
            Ok(Some(false)) => None,
            Ok(None) => Some(format!("{name}, whose condition depends on the inputs")),
            Err(error) => Some(format!("{name}, whose condition has no value here ({error})")),
        }
    }
}
