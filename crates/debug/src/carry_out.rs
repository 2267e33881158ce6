//! What each command does.

use crate::command::{Command, Go, parse};
use crate::engine::Engine;
use crate::help;
use crate::item::{Item, Show};
use crate::run::Until;
use crate::session::{Outcome, Session};
use crate::table::TableTrace;
use crate::tree;
use crate::words::commands;
use crate::wrong::{Failed, Wrong};
use effigy_base::budget::CancelToken;
use effigy_session::debug::{Assumed, DebugError, Shown, Standing, WalkedTree};

/// Lines around the present one that `list` shows of a file.
const AROUND: u32 = 6;

impl Session for Engine {
    fn cancel_token(&self) -> CancelToken {
        self.debugger.cancel_token()
    }

    fn greeting(&mut self) -> Vec<Item> {
        let hint = "`help` lists the commands";
        let note = match self.debugger.is_called() {
            true => {
                let names = self.debugger.names().join(", ");
                format!("procedures: {names}; begin with a CALL; {hint}")
            }
            false => hint.to_owned(),
        };
        let mut items = vec![Item::Note(note)];
        items.extend(self.standing(""));
        items
    }

    fn execute(&mut self, line: &str, show: &mut dyn FnMut(Item)) -> Outcome {
        self.debugger.resume();
        for text in commands(line) {
            let outcome = match parse(text) {
                Ok(Command::Quit) => return Outcome::Quit,
                Ok(command) => self.carry_out(command, show),
                Err(wrong) => Err(Failed::Wrong(wrong)),
            };
            if let Err(failed) = outcome {
                show(self.error(text, failed));
                break;
            }
        }
        Outcome::GoOn
    }

    fn complete(&mut self, line: &str) -> Vec<String> {
        help::COMMANDS.complete(line, self.debugger.names())
    }
}

impl Engine {
    fn carry_out<'t>(&mut self, command: Command<'t>, show: Show<'_>) -> Result<(), Failed<'t>> {
        match command {
            Command::Call(text) => {
                self.debugger.call(text).map_err(|e| Failed::Refused(e, text))?;
                self.begun(show)
            }
            Command::Restart => {
                self.debugger.start()?;
                self.tested = None;
                self.pending.clear();
                self.history.record(&self.debugger, true);
                self.standing("").into_iter().for_each(show);
                Ok(())
            }
            Command::Go(Go::All(limit)) => self.go_all(limit, show).map_err(Failed::from),
            Command::Go(Go::On) => self.run(Until::Stop, false, show).map_err(Failed::from),
            Command::Go(Go::Side(side)) => {
                self.choose(side, show)?;
                self.run(Until::Stop, true, show).map_err(Failed::from)
            }
            Command::Step(count, side) => {
                if let Some(side) = side {
                    self.choose(side, show)?;
                }
                self.run(Until::Statements(count), side.is_some(), show).map_err(Failed::from)
            }
            Command::Next(count) => {
                self.run(Until::SameDepth(count), false, show).map_err(Failed::from)
            }
            Command::Back(steps) => self.back(steps, show),
            Command::Break(breakpoint) => {
                let stops = self.debugger.stops();
                if let Some(why) = breakpoint.refused(&stops, self.debugger.is_called()) {
                    return Err(DebugError::NotHere(why).into());
                }
                let number = self.breakpoints.len() + 1;
                show(Item::Note(format!("breakpoint {number}: {breakpoint}")));
                self.breakpoints.push(Some(breakpoint));
                Ok(())
            }
            Command::Test { budget, call, check } => self.test(budget, call, check, show),
            Command::Save => {
                self.saved.push(self.debugger.snapshot());
                show(Item::Note(format!("the state is saved as state {}", self.saved.len())));
                Ok(())
            }
            Command::Restore(number) => self.restore(number, show),
            Command::Assume(text) => self.assume(text, show),
            Command::Assign(text) => {
                let (name, value) =
                    self.debugger.assign(text).map_err(|e| Failed::Refused(e, text))?;
                self.history.record(&self.debugger, true);
                show(Item::Value(Shown { name, value }));
                Ok(())
            }
            Command::Examine(text) => {
                let value = self.debugger.evaluate(text).map_err(|e| Failed::Refused(e, text))?;
                show(Item::Value(Shown { name: text.to_owned(), value }));
                Ok(())
            }
            other => {
                self.look(other, show);
                Ok(())
            }
        }
    }

    /// Commands that only show something or set up the session.
    fn look(&mut self, command: Command<'_>, show: Show<'_>) {
        match command {
            Command::Condition => {
                let condition = self.debugger.path_condition();
                show(Item::Note(format!("pc = ({condition})")));
            }
            Command::Variables(level) => show(Item::Variables(self.variables(level))),
            Command::Where => show(Item::Stack {
                activations: self.debugger.activations(),
                numbered: self.debugger.is_called(),
            }),
            Command::List(range) => show(self.listing(range)),
            Command::Trace(trace) => (self.trace, self.table) = (Some(trace), None),
            Command::TraceTable(columns) => {
                self.trace = None;
                self.table = Some(TableTrace::new(columns));
            }
            Command::TraceOff => (self.trace, self.table) = (None, None),
            Command::Breakpoints => show(self.breakpoint_list()),
            Command::Delete(number) => show(self.delete(number)),
            Command::Saved => show(Item::Note(match self.saved.len() {
                0 => "no state is saved; `save` saves one".to_owned(),
                1 => "state 1 is saved".to_owned(),
                n => format!("states 1 to {n} are saved"),
            })),
            Command::Tree => show(Item::Tree(self.tree())),
            Command::TreeHtml(path) => {
                let (path, contents) = (path.to_owned(), tree::html(&self.tree()));
                show(Item::File { path, contents });
            }
            Command::TreeDot(path) => {
                let (path, contents) = (path.to_owned(), tree::dot(&self.tree()));
                show(Item::File { path, contents });
            }
            Command::Help(word) => show(Item::Note(help::COMMANDS.answer(word))),
            _ => {}
        }
    }

    /// Takes a side of the fork in the present statement, which is executed up to it when that has not been done.
    fn choose(&mut self, side: usize, show: Show<'_>) -> Result<(), DebugError> {
        if let Standing::Before(_) = self.debugger.standing() {
            let before = self.debugger.snapshot();
            let step = self.debugger.advance(false)?;
            if !matches!(self.debugger.standing(), Standing::Fork(..)) {
                self.debugger.restore(&before);
                return Err(DebugError::NoFork);
            }
            self.history.record_fork(&self.debugger);
            step.events.into_iter().map(Item::Event).for_each(show);
        }
        self.debugger.choose(side)
    }

    /// A new execution has begun.
    fn begun<'t>(&mut self, show: Show<'_>) -> Result<(), Failed<'t>> {
        self.tested = None;
        self.pending.clear();
        self.history.record(&self.debugger, true);
        if let Some(table) = &mut self.table {
            table.begin();
        }
        self.arrived(show)
    }

    fn back<'t>(&mut self, steps: u64, show: Show<'_>) -> Result<(), Failed<'t>> {
        let undone = self.history.back(&mut self.debugger, steps);
        if undone == 0 {
            show(Item::Note("this is where the session began".to_owned()));
        }
        self.tested = None;
        self.pending.clear();
        self.standing("").into_iter().for_each(show);
        Ok(())
    }

    fn restore<'t>(&mut self, number: usize, show: Show<'_>) -> Result<(), Failed<'t>> {
        let Some(snapshot) = number.checked_sub(1).and_then(|n| self.saved.get(n)) else {
            let saved = match self.saved.len() {
                0 => "no state is saved yet".to_owned(),
                n => format!("the last one is {n}"),
            };
            return Err(DebugError::NotHere(format!("there is no state {number}; {saved}")).into());
        };
        self.debugger.restore(snapshot);
        self.history.record(&self.debugger, true);
        self.tested = None;
        self.pending.clear();
        self.standing("").into_iter().for_each(show);
        Ok(())
    }

    fn assume<'t>(&mut self, text: &'t str, show: Show<'_>) -> Result<(), Failed<'t>> {
        let assumed = self.debugger.assume(text).map_err(|e| Failed::Refused(e, text))?;
        let condition = self.debugger.path_condition();
        match assumed {
            Assumed::Added(_) => {
                self.history.record(&self.debugger, true);
                show(Item::Note(format!("pc = ({condition})")));
            }
            Assumed::Implied(said) => {
                show(Item::Note(format!("{said} follows already: pc = ({condition})")));
            }
        }
        Ok(())
    }

    fn variables(&mut self, level: usize) -> Vec<Shown> {
        let executing = !matches!(self.debugger.standing(), Standing::Idle | Standing::Ended(..));
        match executing && level < self.debugger.activations().len() {
            true => self.debugger.variables(level),
            false => self.debugger.terminal(),
        }
    }

    fn listing(&self, range: Option<(u32, u32)>) -> Item {
        let mut lines = self.debugger.listing();
        let current = lines.iter().find(|l| l.current).and_then(|l| l.number);
        let range = match (range, current, self.debugger.is_called()) {
            (None, Some(line), false) => Some((line.saturating_sub(AROUND), line + AROUND)),
            (range, ..) => range,
        };
        if let Some((low, high)) = range {
            lines.retain(|l| l.number.is_some_and(|n| (low..=high).contains(&n)));
        }
        Item::Listing(lines)
    }

    fn breakpoint_list(&self) -> Item {
        let all = self.breakpoints.iter().enumerate();
        let lines: Vec<String> = all
            .filter_map(|(i, b)| b.as_ref().map(|b| format!("breakpoint {}: {b}", i + 1)))
            .collect();
        Item::Note(match lines.is_empty() {
            true => "there are no breakpoints".to_owned(),
            false => lines.join("\n"),
        })
    }

    fn delete(&mut self, number: Option<usize>) -> Item {
        let Some(number) = number else {
            self.breakpoints.iter_mut().for_each(|b| *b = None);
            return Item::Note("all breakpoints are deleted".to_owned());
        };
        let slot = number.checked_sub(1).and_then(|n| self.breakpoints.get_mut(n));
        Item::Note(match slot.and_then(Option::take) {
            Some(_) => format!("breakpoint {number} is deleted"),
            None => format!("there is no breakpoint {number}"),
        })
    }

    fn tree(&self) -> WalkedTree {
        self.tested.clone().unwrap_or_else(|| self.debugger.tree())
    }

    fn error(&mut self, command: &str, failed: Failed<'_>) -> Item {
        let command = command.to_owned();
        match failed {
            Failed::Wrong(Wrong { part, message }) => {
                let at = command.find(part);
                Item::Error { command, at, message }
            }
            Failed::Refused(DebugError::Typed(diagnostics), part) => {
                let start = command.find(part).unwrap_or(0);
                let first = diagnostics.iter().find(|d| d.line <= 1 && d.column > 0);
                let at = first.map(|d| start + d.column as usize - 1);
                let mut messages: Vec<String> =
                    diagnostics.iter().map(|d| d.message.clone()).collect();
                messages.extend(help::COMMANDS.suggestion(&command));
                Item::Error { command, at, message: messages.join("; ") }
            }
            Failed::Refused(error, _) => {
                let mut message = error.to_string();
                message.extend(help::COMMANDS.suggestion(&command).map(|s| format!("; {s}")));
                Item::Error { command, at: None, message }
            }
        }
    }
}
