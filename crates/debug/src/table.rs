//! A table of what statements do, row by row.

use crate::item::{Item, Show};
use crate::trace::Columns;
use effigy_session::debug::Shown;

/// A table that is written row by row, as in King's Figures 2, 3 and 5.
pub(crate) struct TableTrace {
    wanted: Columns,
    /// The columns, once they are known.
    columns: Vec<String>,
    last: Vec<Shown>,
    condition: String,
}

/// The width of a column of values.
const COLUMN: usize = 8;

impl TableTrace {
    /// A table with these variables, or with all.
    pub fn new(wanted: Columns) -> Self {
        Self { wanted, columns: Vec::new(), last: Vec::new(), condition: String::new() }
    }

    /// A new execution begins with a head of its own.
    pub fn begin(&mut self) {
        self.columns.clear();
        self.last.clear();
        self.condition.clear();
    }

    fn head(&mut self, variables: &[Shown], show: Show<'_>) {
        self.columns = match self.wanted.is_empty() {
            true => variables.iter().map(|v| v.name.clone()).collect(),
            false => self.wanted.iter().map(|n| n.to_ascii_uppercase()).collect(),
        };
        let mut cells = vec![("after".to_owned(), 5)];
        cells.extend(self.columns.iter().map(|c| (c.clone(), COLUMN)));
        cells.push(("pc".to_owned(), 2));
        show(Item::Row(cells));
    }

    pub fn row(&mut self, number: u32, variables: Vec<Shown>, condition: String, show: Show<'_>) {
        if self.columns.is_empty() {
            self.head(&variables, show);
        }
        let mut cells = vec![(format!("{number:>5}"), 5)];
        for column in &self.columns {
            let named = |v: &&Shown| v.name.eq_ignore_ascii_case(column);
            let value = variables.iter().find(named).map_or("?", |v| v.value.as_str());
            let before = self.last.iter().find(named).map(|v| v.value.as_str());
            let text = if before == Some(value) { "-" } else { value };
            cells.push((text.to_owned(), COLUMN));
        }
        let same = condition == self.condition;
        cells.push((if same { "-".to_owned() } else { condition.clone() }, 2));
        (self.last, self.condition) = (variables, condition);
        show(Item::Row(cells));
    }
}
