//! The exhaustive test manager (King 1976, section 7): all paths below a state, each up to a number of statements.

use crate::engine::Engine;
use crate::item::Show;
use crate::item::{Item, Table};
use crate::wrong::Failed;
use effigy_session::debug::{DebugError, Shown, Snapshot, Standing};
use effigy_session::outcome::Ending;

/// A path that was walked.
struct Row {
    condition: String,
    results: Vec<Shown>,
    /// How it ended, when it did not return.
    remark: String,
    check: Option<String>,
}

/// Most paths of one table.
const MOST_ROWS: usize = 10_000;

impl Engine {
    /// `TEST (200) SEARCH (...)`.
    pub(crate) fn test<'t>(
        &mut self,
        budget: u64,
        call: &'t str,
        check: Option<&'t str>,
        show: Show<'_>,
    ) -> Result<(), Failed<'t>> {
        let before = self.debugger.snapshot();
        self.debugger.call(call).map_err(|e| Failed::Refused(e, call))?;
        let rows = self.walk(budget, check);
        self.tested = Some(self.debugger.tree());
        self.debugger.restore(&before);
        self.show_rows(rows.map_err(|e| Failed::Refused(e, check.unwrap_or("")))?, show);
        Ok(())
    }

    /// `go all`.
    pub(crate) fn go_all(&mut self, budget: u64, show: Show<'_>) -> Result<(), DebugError> {
        let before = self.debugger.snapshot();
        match self.debugger.standing() {
            Standing::Idle => return Err(DebugError::Idle("begin with a CALL")),
            Standing::Ended(..) => return Err(DebugError::Ended("go back or restore a state")),
            Standing::Before(_) | Standing::Fork(..) => {}
        }
        let rows = self.walk(budget, None);
        self.debugger.restore(&before);
        self.show_rows(rows?, show);
        self.standing("back").into_iter().for_each(show);
        Ok(())
    }

    /// Walks all paths from the present state, *true* first. The flag says whether that are all of them.
    fn walk(
        &mut self,
        budget: u64,
        check: Option<&str>,
    ) -> Result<(Vec<Row>, Option<&'static str>), DebugError> {
        let mut rows = Vec::new();
        let mut pending: Vec<(Snapshot, Option<usize>, u64)> =
            vec![(self.debugger.snapshot(), None, 0)];
        while let Some((snapshot, side, mut executed)) = pending.pop() {
            if rows.len() >= MOST_ROWS {
                return Ok((rows, Some("there are more paths than a table holds")));
            }
            self.debugger.restore(&snapshot);
            if let Some(side) = side {
                self.debugger.choose(side)?;
            }
            loop {
                match self.debugger.standing() {
                    Standing::Before(_) if executed >= budget => {
                        rows.push(self.row(format!("cut after {budget} statements")));
                        break;
                    }
                    Standing::Fork(..) => {
                        let open = self.debugger.open_sides();
                        let here = self.debugger.snapshot();
                        let sides = open.into_iter().rev();
                        pending.extend(sides.map(|s| (here.clone(), Some(s), executed)));
                        break;
                    }
                    Standing::Ended(_, ending) => {
                        rows.extend(self.leaf(&ending, check)?);
                        break;
                    }
                    _ => match self.debugger.advance(false) {
                        Ok(step) => executed += u64::from(step.complete),
                        Err(DebugError::Interrupted) => return Ok((rows, Some("interrupted"))),
                        Err(error) => return Err(error),
                    },
                }
            }
        }
        Ok((rows, None))
    }

    /// The row of a path that has ended; none when no input meets its assumptions.
    fn leaf(&mut self, ending: &Ending, check: Option<&str>) -> Result<Option<Row>, DebugError> {
        Ok(match ending {
            Ending::Dismissed => None,
            Ending::Completed { .. } => {
                let mut row = self.row(String::new());
                if !self.debugger.is_called() {
                    row.remark = ending.detail();
                }
                if let Some(check) = check {
                    let holds = self.debugger.decide(check)?;
                    row.check = Some(match holds {
                        Some(holds) => holds.to_string(),
                        None => "false for some inputs".to_owned(),
                    });
                }
                Some(row)
            }
            other => Some(self.row(other.detail())),
        })
    }

    fn row(&mut self, remark: String) -> Row {
        let (condition, results) =
            self.debugger.plainly(|debugger| (debugger.path_condition(), debugger.results()));
        Row { condition, results, remark, check: None }
    }

    fn show_rows(&self, (rows, partial): (Vec<Row>, Option<&str>), show: Show<'_>) {
        let mut names: Vec<String> = Vec::new();
        for shown in rows.iter().flat_map(|r| &r.results) {
            if !names.contains(&shown.name) {
                names.push(shown.name.clone());
            }
        }
        let checked = rows.iter().any(|r| r.check.is_some());
        let remarked = rows.iter().any(|r| !r.remark.is_empty());
        let mut columns = vec!["pc".to_owned()];
        columns.extend(names.iter().cloned());
        columns.extend(checked.then(|| "PROVE".to_owned()));
        columns.extend(remarked.then(|| "ending".to_owned()));
        let cells = |row: &Row| {
            let mut cells = vec![row.condition.clone()];
            let value = |name: &String| row.results.iter().find(|r| r.name == *name);
            cells.extend(names.iter().map(|n| value(n).map_or("?".into(), |r| r.value.clone())));
            cells.extend(checked.then(|| row.check.clone().unwrap_or_default()));
            cells.extend(remarked.then(|| row.remark.clone()));
            cells
        };
        let count = rows.len();
        show(Item::Table(Table { columns, rows: rows.iter().map(cells).collect() }));
        let leaves = if count == 1 { "leaf" } else { "leaves" };
        show(Item::Note(match partial {
            None => format!("{count} {leaves}"),
            Some(why) => format!("{count} {leaves}; not all: {why}"),
        }));
    }
}
