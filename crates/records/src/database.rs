//! A concrete database.

use crate::schema::{Column, ColumnRef, Schema};
use crate::value::{TableId, Value};
use std::collections::BTreeMap;

/// Rows of all tables: by key, the values of the other columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Database {
    /// By table.
    pub tables: Vec<BTreeMap<u32, Vec<Value>>>,
}

impl Database {
    /// A database without rows.
    pub fn empty(schema: &Schema) -> Database {
        Database { tables: vec![BTreeMap::new(); schema.tables.len()] }
    }

    /// The rows of a table.
    pub fn rows(&self, table: TableId) -> &BTreeMap<u32, Vec<Value>> {
        &self.tables[table.0 as usize]
    }

    /// A column of a row; null where the row is not there.
    pub fn value(&self, table: TableId, key: u32, column: ColumnRef) -> Value {
        match (self.rows(table).get(&key), column) {
            (None, _) => Value::Null,
            (Some(_), ColumnRef::Key) => Value::Key(key),
            (Some(row), ColumnRef::Column(index)) => row.get(index).cloned().unwrap_or(Value::Null),
        }
    }

    /// What of the schema the rows before any write break, if anything: also what validations do not let pass.
    pub fn impossible(&self, schema: &Schema) -> Option<String> {
        for (index, table) in schema.tables.iter().enumerate() {
            for (key, row) in self.rows(TableId(index as u32)) {
                let unknown = |(column, value): &(&Column, &Value)| !column.known.allows(value);
                if let Some((column, _)) = table.columns.iter().zip(row).find(unknown) {
                    return Some(place(&table.name, *key, &column.name, "none of its values"));
                }
            }
        }
        self.broken(schema)
    }

    /// What of the schema these rows break, if anything.
    pub fn broken(&self, schema: &Schema) -> Option<String> {
        for (index, table) in schema.tables.iter().enumerate() {
            let id = TableId(index as u32);
            for (key, row) in self.rows(id) {
                for (column, value) in table.columns.iter().zip(row) {
                    if let Some(why) = self.broken_value(column, value) {
                        return Some(place(&table.name, *key, &column.name, why));
                    }
                }
            }
            for set in &table.unique {
                if let Some(key) = self.duplicate(id, set) {
                    let names: Vec<&str> = set.iter().map(|c| table.column_name(*c)).collect();
                    return Some(format!(
                        "table `{}`, row {key}: {} is not unique",
                        table.name,
                        names.join(", ")
                    ));
                }
            }
        }
        None
    }

    fn broken_value(&self, column: &Column, value: &Value) -> Option<&'static str> {
        match value {
            Value::Null => (!column.null).then_some("null"),
            Value::Key(key) => {
                let dangles = column.references.is_some_and(|t| !self.rows(t).contains_key(key));
                (column.constraint && dangles).then_some("there is no such row")
            }
            _ => None,
        }
    }

    /// A row that agrees with another one on columns that are unique.
    fn duplicate(&self, table: TableId, set: &[ColumnRef]) -> Option<u32> {
        let mut seen: Vec<Vec<Value>> = Vec::new();
        for key in self.rows(table).keys() {
            let values: Vec<Value> =
                set.iter().map(|column| self.value(table, *key, *column)).collect();
            if values.contains(&Value::Null) {
                continue;
            }
            if seen.contains(&values) {
                return Some(*key);
            }
            seen.push(values);
        }
        None
    }
}

fn place(table: &str, key: u32, column: &str, why: &str) -> String {
    format!("table `{table}`, row {key}, column `{column}`: {why}")
}
