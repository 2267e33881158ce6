//! What a SELECT gives on a concrete database, row by row.

use super::{Evaluated, Fault, Interpretation, Item, SharedRow};
use crate::database::Database;
use crate::operators::Comparison;
use crate::query::{
    self, Condition, Counted, OrderBy, Output, RowRef, Scalar, SourceId, SourceKind,
};
use crate::value::Value;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The row of each source that is in scope; none where a LEFT JOIN found no partner.
pub(super) type Surroundings = BTreeMap<SourceId, Option<SharedRow>>;

/// Evaluates SELECTs on one version of the database.
pub(super) struct Select<'a> {
    pub(super) interpretation: &'a Interpretation<'a>,
    pub(super) database: &'a Database,
    pub(super) parameters: &'a [Value],
}

/// A truth value of SQL.
type Truth = Option<bool>;

impl Select<'_> {
    /// The rows in order. Where `first` is given, each row begins with it.
    pub(super) fn rows(
        &self,
        select: &query::Select,
        first: Option<&Output>,
        outer: &Surroundings,
    ) -> Evaluated<Vec<Vec<Item>>> {
        let mut combinations = self.combinations(select, outer)?;
        let mut rows = Vec::new();
        if let [Output::Count(counted)] = select.outputs.as_slice() {
            let count = self.count(counted, &combinations)?;
            self.interpretation.considered(count)?;
            rows.push(vec![Item::Scalar(Value::Int(count))]);
        } else {
            if let (true, Some((source, _))) = (select.distinct, select.one_row()) {
                // Rows that are given once stand in the order of their own keys.
                let key =
                    |row: &Surroundings| self.key(RowRef::Source(source), row).unwrap_or_default();
                combinations.sort_by_key(key);
            }
            self.sort(&select.order, &mut combinations)?;
            let mut seen: Vec<Vec<Item>> = Vec::new();
            for combination in &combinations {
                let outputs: Vec<Item> = select
                    .outputs
                    .iter()
                    .map(|o| self.output(o, combination))
                    .collect::<Evaluated<_>>()?;
                if select.distinct {
                    if seen.contains(&outputs) {
                        continue;
                    }
                    seen.push(outputs.clone());
                }
                let begin = first.map(|first| self.output(first, combination)).transpose()?;
                rows.push(begin.into_iter().chain(outputs).collect());
            }
        }
        let skip = usize::try_from(select.offset).unwrap_or(usize::MAX);
        let take = select.limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        Ok(rows.into_iter().skip(skip).take(take).collect())
    }

    /// What FROM, JOIN and WHERE let through, in the order of keys.
    fn combinations(
        &self,
        select: &query::Select,
        outer: &Surroundings,
    ) -> Evaluated<Vec<Surroundings>> {
        let mut combinations = vec![outer.clone()];
        for source in &select.sources {
            let rows: Vec<SharedRow> = match &source.kind {
                SourceKind::Table(table) => {
                    let keys = self.database.rows(*table).keys();
                    keys.map(|key| Rc::new(vec![Item::Record(*table, Some(*key))])).collect()
                }
                SourceKind::Derived(inner) => {
                    self.rows(inner, None, outer)?.into_iter().map(Rc::new).collect()
                }
            };
            let mut joined = Vec::new();
            for combination in combinations {
                let before = joined.len();
                for row in &rows {
                    let mut with = combination.clone();
                    with.insert(source.id, Some(Rc::clone(row)));
                    if self.passes(source.on.as_ref(), &with)? {
                        joined.push(with);
                    }
                }
                if source.left && joined.len() == before {
                    let mut alone = combination;
                    alone.insert(source.id, None);
                    joined.push(alone);
                }
            }
            combinations = joined;
        }
        let mut kept = Vec::new();
        for combination in combinations {
            if self.passes(select.filter.as_ref(), &combination)? {
                kept.push(combination);
            }
        }
        Ok(kept)
    }

    fn passes(&self, condition: Option<&Condition>, row: &Surroundings) -> Evaluated<bool> {
        match condition {
            None => Ok(true),
            Some(condition) => Ok(self.condition(condition, row)? == Some(true)),
        }
    }

    fn count(&self, counted: &Counted, rows: &[Surroundings]) -> Evaluated<i64> {
        let mut values = Vec::new();
        let (scalar, distinct) = match counted {
            Counted::Rows => return Ok(i64::try_from(rows.len()).unwrap_or(i64::MAX)),
            Counted::Values(scalar) => (scalar, false),
            Counted::Distinct(scalar, _) => (scalar, true),
        };
        for row in rows {
            let value = self.scalar(scalar, row)?;
            if value != Value::Null && !(distinct && values.contains(&value)) {
                values.push(value);
            }
        }
        Ok(i64::try_from(values.len()).unwrap_or(i64::MAX))
    }

    fn sort(&self, order: &[OrderBy], rows: &mut Vec<Surroundings>) -> Evaluated<()> {
        if order.is_empty() {
            return Ok(());
        }
        let mut keyed = Vec::new();
        for row in rows.drain(..) {
            let keys: Vec<Value> =
                order.iter().map(|by| self.scalar(&by.value, &row)).collect::<Evaluated<_>>()?;
            keyed.push((keys, row));
        }
        keyed.sort_by(|(a, _), (b, _)| {
            let each = order.iter().zip(a.iter().zip(b));
            each.map(|(by, (a, b))| by_key(by, a, b)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        });
        rows.extend(keyed.into_iter().map(|(_, row)| row));
        Ok(())
    }

    fn output(&self, output: &Output, row: &Surroundings) -> Evaluated<Item> {
        match output {
            Output::Row(source, table) => Ok(Item::Record(*table, self.key(*source, row)?)),
            Output::Scalar(scalar, _) => Ok(Item::Scalar(self.scalar(scalar, row)?)),
            Output::Count(_) => Err(Fault::Internal("COUNT beside other outputs".into())),
        }
    }

    fn at<'r>(
        &self,
        source: SourceId,
        index: usize,
        row: &'r Surroundings,
    ) -> Evaluated<Option<&'r Item>> {
        match row.get(&source) {
            None => Err(Fault::Internal("a source that is not in scope".into())),
            Some(None) => Ok(None),
            Some(Some(items)) => match items.get(index) {
                Some(item) => Ok(Some(item)),
                None => Err(Fault::Internal("a column that a subquery does not have".into())),
            },
        }
    }

    fn key(&self, source: RowRef, row: &Surroundings) -> Evaluated<Option<u32>> {
        let item = match source {
            RowRef::Source(source) => self.at(source, 0, row)?,
            RowRef::Derived(source, index) => self.at(source, index, row)?,
        };
        match item {
            None => Ok(None),
            Some(Item::Record(_, key)) => Ok(*key),
            Some(Item::Scalar(_)) => {
                Err(Fault::Internal("a scalar where a row is expected".into()))
            }
        }
    }

    fn scalar(&self, scalar: &Scalar, row: &Surroundings) -> Evaluated<Value> {
        Ok(match scalar {
            Scalar::Constant(value) => value.clone(),
            Scalar::Parameter(index) => self.parameters.get(*index).cloned().unwrap_or(Value::Null),
            Scalar::Column(source, table, column) => match self.key(*source, row)? {
                Some(key) => self.database.value(*table, key, *column),
                None => Value::Null,
            },
            Scalar::Derived(source, index) => match self.at(*source, *index, row)? {
                None => Value::Null,
                Some(Item::Scalar(value)) => value.clone(),
                Some(Item::Record(..)) => {
                    return Err(Fault::Internal("a row where a scalar is expected".into()));
                }
            },
            Scalar::Arithmetic(op, a, b) => {
                self.interpretation.arithmetic(*op, &self.scalar(a, row)?, &self.scalar(b, row)?)?
            }
            Scalar::Condition(condition) => {
                self.condition(condition, row)?.map_or(Value::Null, Value::Bool)
            }
            Scalar::Subquery(select) => {
                self.column(select, row)?.into_iter().next().unwrap_or(Value::Null)
            }
            Scalar::Coalesce(list) => {
                for scalar in list {
                    let value = self.scalar(scalar, row)?;
                    if value != Value::Null {
                        return Ok(value);
                    }
                }
                Value::Null
            }
            Scalar::Case(cases, otherwise) => {
                for (condition, scalar) in cases {
                    if self.condition(condition, row)? == Some(true) {
                        return self.scalar(scalar, row);
                    }
                }
                self.scalar(otherwise, row)?
            }
        })
    }

    /// The values of a query of one column.
    fn column(&self, select: &query::Select, row: &Surroundings) -> Evaluated<Vec<Value>> {
        let rows = self.rows(select, None, row)?;
        let value = |row: Vec<Item>| match row.into_iter().next() {
            Some(Item::Scalar(value)) => Ok(value),
            _ => Err(Fault::Internal("a subquery without a scalar".into())),
        };
        rows.into_iter().map(value).collect()
    }

    fn condition(&self, condition: &Condition, row: &Surroundings) -> Evaluated<Truth> {
        Ok(match condition {
            Condition::Constant(truth) => *truth,
            Condition::And(list) => {
                let all =
                    list.iter().map(|c| self.condition(c, row)).collect::<Evaluated<Vec<_>>>()?;
                and(all)
            }
            Condition::Or(list) => {
                let all =
                    list.iter().map(|c| self.condition(c, row)).collect::<Evaluated<Vec<_>>>()?;
                or(all)
            }
            Condition::Not(inner) => self.condition(inner, row)?.map(|b| !b),
            Condition::Compare(comparison, a, b) => {
                compare(*comparison, &self.scalar(a, row)?, &self.scalar(b, row)?)
            }
            Condition::Is(a, b) => Some(self.scalar(a, row)? == self.scalar(b, row)?),
            Condition::InList(value, list) => {
                let value = self.scalar(value, row)?;
                let list =
                    list.iter().map(|s| self.scalar(s, row)).collect::<Evaluated<Vec<_>>>()?;
                or(list.iter().map(|item| compare(Comparison::Equal, &value, item)))
            }
            Condition::InSelect(value, select) => {
                let value = self.scalar(value, row)?;
                or(self
                    .column(select, row)?
                    .iter()
                    .map(|item| compare(Comparison::Equal, &value, item)))
            }
            Condition::Exists(select) => Some(!self.rows(select, None, row)?.is_empty()),
            Condition::Truth(scalar) => match self.scalar(scalar, row)? {
                Value::Bool(b) => Some(b),
                _ => None,
            },
            Condition::Like(scalar, pattern) => match self.scalar(scalar, row)? {
                Value::Text(text) => Some(pattern.matches(&text)),
                _ => None,
            },
        })
    }
}

fn compare(comparison: Comparison, a: &Value, b: &Value) -> Truth {
    (*a != Value::Null && *b != Value::Null).then(|| comparison.holds(a.cmp(b)))
}

fn and(list: impl IntoIterator<Item = Truth>) -> Truth {
    or(list.into_iter().map(|t| t.map(|b| !b))).map(|b| !b)
}

/// True where one is true, false where all are false, else null.
fn or(list: impl IntoIterator<Item = Truth>) -> Truth {
    let mut result = Some(false);
    for truth in list {
        match truth {
            Some(true) => return Some(true),
            Some(false) => {}
            None => result = None,
        }
    }
    result
}

fn by_key(by: &OrderBy, a: &Value, b: &Value) -> Ordering {
    match (a == &Value::Null, b == &Value::Null) {
        (true, true) => Ordering::Equal,
        (true, false) => {
            if by.nulls_first {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        (false, true) => {
            if by.nulls_first {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
        (false, false) if by.descending => b.cmp(a),
        (false, false) => a.cmp(b),
    }
}
