//! What expressions and writes mean on a concrete database: the meaning by which every counterexample is judged. It shares
//! nothing with the translation to relations.

mod select;

use crate::database::Database;
use crate::error::RecordsError;
use crate::expression::{Expression, Query, Range, Rows, VariableId, Write};
use crate::query::Output;
use crate::request::Path;
use crate::schema::{ColumnRef, Schema};
use crate::value::{TableId, Type, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What an expression stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A scalar.
    Scalar(Value),
    /// A row of a table by its key, or null.
    Record(TableId, Option<u32>),
}

/// Why there is no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A result of arithmetic is outside of the integers that are considered.
    Overflow,
    /// A defect of this crate.
    Internal(String),
}

impl From<Fault> for RecordsError {
    fn from(fault: Fault) -> RecordsError {
        match fault {
            Fault::Overflow => RecordsError::Internal("an overflow in a counterexample".into()),
            Fault::Internal(why) => RecordsError::Internal(why),
        }
    }
}

type Evaluated<T> = Result<T, Fault>;

/// A database with its later versions, and values of variables.
#[derive(Debug, Clone)]
pub struct Interpretation<'a> {
    /// The tables.
    pub schema: &'a Schema,
    /// The database after each number of writes.
    pub versions: Vec<Database>,
    /// What variables stand for.
    pub variables: BTreeMap<VariableId, Item>,
    /// The integers that are considered; none: all of 64 bits.
    pub integers: Option<BTreeSet<i64>>,
    /// What quantifiers over scalars range over.
    pub ranges: Vec<Value>,
}

impl<'a> Interpretation<'a> {
    /// An interpretation before any write.
    pub fn new(schema: &'a Schema, database: Database) -> Interpretation<'a> {
        Interpretation {
            schema,
            versions: vec![database],
            variables: BTreeMap::new(),
            integers: None,
            ranges: Vec::new(),
        }
    }

    /// Does the writes of a path, so that there is a version after each.
    pub fn write(&mut self, path: &Path, new_keys: &[u32]) -> Evaluated<()> {
        let mut new_keys = new_keys.iter();
        for write in &path.writes {
            let mut next = self.latest()?.clone();
            match write {
                Write::Insert { table, values, name } => {
                    let key = *new_keys
                        .next()
                        .ok_or_else(|| Fault::Internal("an insert without a key".into()))?;
                    let columns = self.schema.get(*table).columns.len();
                    let mut row = vec![Value::Null; columns];
                    self.assign(&mut row, values)?;
                    next.tables[table.0 as usize].insert(key, row);
                    self.variables.insert(*name, Item::Record(*table, Some(key)));
                }
                Write::Update { table, rows, values } => {
                    for key in self.keys(rows)? {
                        let Some(row) = next.tables[table.0 as usize].get_mut(&key) else {
                            continue;
                        };
                        self.assign(row, values)?;
                    }
                }
                Write::Delete { table, rows } => {
                    for key in self.keys(rows)? {
                        next.tables[table.0 as usize].remove(&key);
                    }
                }
            }
            self.versions.push(next);
        }
        Ok(())
    }

    fn latest(&self) -> Evaluated<&Database> {
        self.versions
            .last()
            .ok_or_else(|| Fault::Internal("an interpretation without a database".into()))
    }

    fn version(&self, at: usize) -> Evaluated<&Database> {
        self.versions
            .get(at)
            .ok_or_else(|| Fault::Internal(format!("no version {at} of the database")))
    }

    fn assign(&self, row: &mut [Value], values: &[(ColumnRef, Expression)]) -> Evaluated<()> {
        for (column, expression) in values {
            if let ColumnRef::Column(index) = column {
                row[*index] = self.scalar(expression)?;
            }
        }
        Ok(())
    }

    /// Whether a condition holds.
    pub fn holds(&self, expression: &Expression) -> Evaluated<bool> {
        Ok(self.scalar(expression)? == Value::Bool(true))
    }

    /// The value of a scalar expression.
    pub fn scalar(&self, expression: &Expression) -> Evaluated<Value> {
        match self.item(expression)? {
            Item::Scalar(value) => Ok(value),
            Item::Record(..) => Err(Fault::Internal("a record where a scalar is expected".into())),
        }
    }

    /// What an expression stands for.
    pub fn item(&self, expression: &Expression) -> Evaluated<Item> {
        let truth = |b: bool| Ok(Item::Scalar(Value::Bool(b)));
        match expression {
            Expression::Constant(value) => Ok(Item::Scalar(value.clone())),
            Expression::Variable(id) => match self.variables.get(id) {
                Some(item) => Ok(item.clone()),
                None => Err(Fault::Internal("a variable without a value".into())),
            },
            Expression::Column { record, table, column, at } => {
                Ok(Item::Scalar(match self.key(record)? {
                    Some(key) => self.version(*at)?.value(*table, key, *column),
                    None => Value::Null,
                }))
            }
            Expression::Record { table, key, at } => Ok(Item::Record(
                *table,
                match self.scalar(key)? {
                    Value::Key(key) if self.version(*at)?.rows(*table).contains_key(&key) => {
                        Some(key)
                    }
                    _ => None,
                },
            )),
            Expression::Equal(a, b) => truth(self.same_items(&self.item(a)?, &self.item(b)?)),
            Expression::Order(comparison, a, b) => {
                let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                truth(a != Value::Null && b != Value::Null && comparison.holds(a.cmp(&b)))
            }
            Expression::Arithmetic(op, a, b) => {
                Ok(Item::Scalar(self.arithmetic(*op, &self.scalar(a)?, &self.scalar(b)?)?))
            }
            Expression::IsNull(a) => {
                truth(matches!(self.item(a)?, Item::Scalar(Value::Null) | Item::Record(_, None)))
            }
            Expression::Truth(a) => truth(self.holds(a)?),
            Expression::If(c, a, b) => self.item(if self.holds(c)? { a } else { b }),
            Expression::And(_)
            | Expression::Or(_)
            | Expression::Not(_)
            | Expression::Implies(..)
            | Expression::Iff(..) => truth(self.connective(expression)?),
            Expression::Quantified { all, variable, range, body } => {
                truth(self.quantified(*all, *variable, range, body)?)
            }
            Expression::Some(query) => truth(!self.query(query)?.is_empty()),
            Expression::Count(query) => {
                let count = i64::try_from(self.query(query)?.len()).unwrap_or(i64::MAX);
                self.considered(count)?;
                Ok(Item::Scalar(Value::Int(count)))
            }
            Expression::In(element, query) => {
                let element = self.item(element)?;
                truth(self.query(query)?.iter().any(|item| self.same_items(item, &element)))
            }
            Expression::Row(query, index) | Expression::Value(query, index) => {
                self.nth(query, *index)
            }
            Expression::Same(a, b) => {
                let (a, b) = (self.query(a)?, self.query(b)?);
                let within = |a: &[Item], b: &[Item]| {
                    a.iter().all(|x| b.iter().any(|y| self.same_items(x, y)))
                };
                truth(within(&a, &b) && within(&b, &a))
            }
        }
    }

    fn connective(&self, expression: &Expression) -> Evaluated<bool> {
        Ok(match expression {
            Expression::And(list) => {
                for part in list {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Expression::Or(list) => {
                for part in list {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Expression::Not(a) => !self.holds(a)?,
            Expression::Implies(a, b) => !self.holds(a)? || self.holds(b)?,
            Expression::Iff(a, b) => self.holds(a)? == self.holds(b)?,
            _ => return Err(Fault::Internal("no connective".into())),
        })
    }

    fn key(&self, record: &Expression) -> Evaluated<Option<u32>> {
        match self.item(record)? {
            Item::Record(_, key) => Ok(key),
            Item::Scalar(Value::Null) => Ok(None),
            Item::Scalar(_) => Err(Fault::Internal("a scalar where a record is expected".into())),
        }
    }

    /// Null equals null, of records and scalars.
    fn same_items(&self, a: &Item, b: &Item) -> bool {
        match (a, b) {
            (Item::Record(_, key), Item::Scalar(Value::Null))
            | (Item::Scalar(Value::Null), Item::Record(_, key)) => key.is_none(),
            (a, b) => a == b,
        }
    }

    fn arithmetic(
        &self,
        op: crate::operators::Arithmetic,
        a: &Value,
        b: &Value,
    ) -> Evaluated<Value> {
        let (Value::Int(a), Value::Int(b)) = (a, b) else { return Ok(Value::Null) };
        let result = op.apply(*a, *b).ok_or(Fault::Overflow)?;
        if let Value::Int(n) = result {
            self.considered(n)?;
        }
        Ok(result)
    }

    fn considered(&self, n: i64) -> Evaluated<()> {
        match &self.integers {
            Some(integers) if !integers.contains(&n) => Err(Fault::Overflow),
            _ => Ok(()),
        }
    }

    fn quantified(
        &self,
        all: bool,
        variable: VariableId,
        range: &Range,
        body: &Expression,
    ) -> Evaluated<bool> {
        let items = match range {
            Range::Table(table, at) => self
                .version(*at)?
                .rows(*table)
                .keys()
                .map(|key| Item::Record(*table, Some(*key)))
                .collect(),
            Range::Query(query) => self.query(query)?,
            Range::Values(ty) => self.values(*ty),
        };
        let mut inner = self.clone();
        for item in items {
            inner.variables.insert(variable, item);
            if inner.holds(body)? != all {
                return Ok(!all);
            }
        }
        Ok(all)
    }

    fn values(&self, ty: Type) -> Vec<Item> {
        self.ranges.iter().filter(|value| value.ty() == ty).cloned().map(Item::Scalar).collect()
    }

    fn nth(&self, query: &Query, index: u64) -> Evaluated<Item> {
        let rows = self.query(query)?;
        let found = usize::try_from(index).ok().and_then(|index| rows.get(index).cloned());
        Ok(match (found, query.rows) {
            (Some(item), _) => item,
            (None, Rows::Records(_, table)) => Item::Record(table, None),
            (None, _) => Item::Scalar(Value::Null),
        })
    }

    /// The rows of a query in its order, as what the query is to expressions.
    fn query(&self, query: &Query) -> Evaluated<Vec<Item>> {
        let rows = self.rows(query)?;
        Ok(rows
            .into_iter()
            .map(|row| row.into_iter().next().unwrap_or(Item::Scalar(Value::Null)))
            .collect())
    }

    /// The rows of a query; each begins with what the query is to expressions.
    pub(crate) fn rows(&self, query: &Query) -> Evaluated<Vec<Vec<Item>>> {
        let parameters = query.parameters.iter().map(|p| match self.item(p)? {
            Item::Scalar(value) => Ok(value),
            Item::Record(..) => Err(Fault::Internal("a record as a parameter".into())),
        });
        let parameters: Vec<Value> = parameters.collect::<Evaluated<_>>()?;
        let select = select::Select {
            interpretation: self,
            database: self.version(query.at)?,
            parameters: &parameters,
        };
        let first = match query.rows {
            Rows::Records(row, table) => Some(Output::Row(row, table)),
            _ => None,
        };
        select.rows(&query.select, first.as_ref(), &select::Surroundings::default())
    }

    fn keys(&self, query: &Query) -> Evaluated<BTreeSet<u32>> {
        let rows = self.query(query)?;
        Ok(rows
            .into_iter()
            .filter_map(|item| match item {
                Item::Record(_, key) => key,
                Item::Scalar(_) => None,
            })
            .collect())
    }
}

/// Shared rows of subqueries.
pub(crate) type SharedRow = Rc<Vec<Item>>;
