//! Writes: each makes the next version of a table.

use super::{Made, Meaning, Model, Version};
use crate::error::RecordsError;
use crate::expression::{Expression, Query, Write};
use crate::query::Select;
use crate::schema::ColumnRef;
use crate::value::{TableId, Type};
use effigy_relational::{ExprId, FormulaId, TupleSet};

impl Model<'_> {
    /// Makes the versions after each write.
    pub(super) fn do_writes(&mut self, writes: &[Write]) -> Made<()> {
        let mut inserted = 0;
        for (at, write) in writes.iter().enumerate() {
            let (table, next) = match write {
                Write::Insert { table, values, name } => {
                    let key = self.new_keys.get(inserted).copied();
                    let key = key
                        .ok_or_else(|| RecordsError::Internal("an insert without a row".into()))?;
                    inserted += 1;
                    let atom = self.atom(&Meaning::Row(*table, key))?;
                    let row = self.problem.constant(TupleSet::set([atom]))?;
                    let version = self.version(at, *table)?.clone();
                    let rows = self.problem.union(version.rows, row)?;
                    let columns = self.assigned(&version, row, values)?;
                    self.environment.insert(*name, row);
                    (*table, Version { rows, columns })
                }
                Write::Update { table, rows, values } => {
                    let version = self.version(at, *table)?.clone();
                    let written = self.written(rows, *table)?;
                    let columns = self.assigned(&version, written, values)?;
                    (*table, Version { rows: version.rows, columns })
                }
                Write::Delete { table, rows } => {
                    let version = self.version(at, *table)?.clone();
                    let gone = self.written(rows, *table)?;
                    let rows = self.problem.difference(version.rows, gone)?;
                    (*table, Version { rows, columns: version.columns })
                }
            };
            let mut tables = self.versions.last().cloned().unwrap_or_default();
            tables.insert(table, next);
            self.versions.push(tables);
        }
        Ok(())
    }

    fn written(&mut self, rows: &Query, table: TableId) -> Made<ExprId> {
        let branches = self.query_branches(rows, Select::as_set)?;
        self.collect(&branches, Type::Record(table))
    }

    /// The columns with new values in some rows.
    fn assigned(
        &mut self,
        version: &Version,
        rows: ExprId,
        values: &[(ColumnRef, Expression)],
    ) -> Made<Vec<ExprId>> {
        let mut columns = version.columns.clone();
        for (column, value) in values {
            let ColumnRef::Column(index) = column else { continue };
            let value = self.set(value)?;
            let all = self.problem.univ();
            let old = self.problem.product(rows, all)?;
            let kept = self.problem.difference(columns[*index], old)?;
            let new = self.problem.product(rows, value)?;
            columns[*index] = self.problem.union(kept, new)?;
        }
        Ok(columns)
    }

    /// What the schema says of the tables after each write.
    pub(crate) fn writes_are_valid(&mut self) -> Made<Vec<FormulaId>> {
        let mut all = Vec::new();
        let tables: Vec<TableId> = self.domains.tables.iter().copied().collect();
        for at in 1..self.versions.len() {
            for table in &tables {
                all.extend(self.valid(at, *table)?);
            }
        }
        Ok(all)
    }
}
