//! What answers that there is no database rest on. An assumption is listed where the answer is not known to be the same
//! without it. The scope is no such thing: every answer names it.

use super::{Answer, Decision, Question};
use crate::expression::Write;
use crate::request::Path;
use crate::schema::ColumnRef;
use crate::translate::Model;
use crate::value::TableId;
use effigy_base::assumption::{Assumption, AssumptionKind};

impl Decision<'_> {
    /// The answer to a question. What an answer "no" rests on is noted.
    pub(super) fn rests_on(&mut self, index: usize, path: &Path, question: Question) -> Answer {
        let answer = self.ask(index, path, question);
        if matches!(answer, Answer::No(_)) {
            if self.overflowed && !self.nothing_overflows(index, path) {
                self.assumes.insert(self.overflow());
            }
            self.note_choices(index, path, question);
        }
        answer
    }

    fn nothing_overflows(&mut self, index: usize, path: &Path) -> bool {
        matches!(self.ask(index, path, Question::Overflows), Answer::No(_))
    }

    fn overflow(&self) -> Assumption {
        let bits = self.check.scopes.bits;
        let what = format!("no result of arithmetic overflows ({bits} bits)");
        Assumption::new(AssumptionKind::Overflow, what)
    }

    /// The columns without whose declared values the answer would be another one. As few as can be.
    fn note_choices(&mut self, index: usize, path: &Path, question: Question) {
        let Ok(model) = Model::new(self.schema, self.check, path) else { return };
        let known = model.known_columns();
        if known.is_empty() || self.is_no_without(&known, index, path, question) {
            return;
        }
        let mut dropped = Vec::new();
        for column in known {
            dropped.push(column);
            let alone = dropped.len() == 1 && model.known_columns().len() == 1;
            if alone || !self.is_no_without(&dropped, index, path, question) {
                dropped.pop();
                let assumption = self.choices(column);
                self.assumes.insert(assumption);
            }
        }
    }

    fn is_no_without(
        &self,
        columns: &[(TableId, usize)],
        index: usize,
        path: &Path,
        question: Question,
    ) -> bool {
        let schema = self.schema.without(columns);
        let mut part = Decision::new(&schema, self.check, self.cancel.clone());
        matches!(part.ask(index, path, question), Answer::No(_))
    }

    /// That a column holds what is declared. Whether the paths keep it so is said as well.
    fn choices(&mut self, (table, index): (TableId, usize)) -> Assumption {
        let definition = self.schema.get(table);
        let column = &definition.columns[index];
        let mut what = column.known.text(&format!("{}.{}", definition.name, column.name));
        for (number, path) in self.paths() {
            if writes(path, table, index) && self.can_store_other(number, path, (table, index)) {
                what.push_str(", though the specification can store another value");
                break;
            }
        }
        Assumption::new(AssumptionKind::Choices, what)
    }

    /// Whether a write can store a value that is not declared. The last condition can be the one that was asked for and that the declared values
    /// exclude: the writes were made without it.
    fn can_store_other(&mut self, index: usize, path: &Path, column: (TableId, usize)) -> bool {
        let question = Question::StoresOther(column.0, column.1);
        let mut before = path.clone();
        before.condition.pop();
        [path, &before].iter().any(|path| !matches!(self.ask(index, path, question), Answer::No(_)))
    }
}

fn writes(path: &Path, table: TableId, index: usize) -> bool {
    path.writes.iter().any(|write| match write {
        Write::Insert { table: other, values, .. } | Write::Update { table: other, values, .. } => {
            *other == table && values.iter().any(|(column, _)| *column == ColumnRef::Column(index))
        }
        Write::Delete { .. } => false,
    })
}
