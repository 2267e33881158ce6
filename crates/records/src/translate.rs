//! Specifications as relational problems. A table is a set of rows, a column a partial function from rows to values, and what
//! may be null is a set of at most one atom. After each write a table and its columns are other expressions.

mod build;
mod conditions;
mod expressions;
mod operations;
mod queries;
mod writes;

use crate::database::Database;
use crate::domain::{Domains, Site};
use crate::error::RecordsError;
use crate::evaluate::Item;
use crate::expression::VariableId;
use crate::request::{Check, Path};
use crate::schema::Schema;
use crate::value::{TableId, Type, Value};
use effigy_relational::{
    Atom, ConstraintId, Declaration, ExprId, FormulaId, Instance, Problem, ProblemError,
    RelationId, TupleSet,
};
use std::collections::BTreeMap;
use std::rc::Rc;

impl From<ProblemError> for RecordsError {
    fn from(error: ProblemError) -> RecordsError {
        RecordsError::Internal(error.to_string())
    }
}

type Made<T> = Result<T, RecordsError>;

/// What an atom stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Meaning {
    /// The row of a table with this key.
    Row(TableId, u32),
    /// A value.
    Value(Value),
}

/// A table after some writes.
#[derive(Debug, Clone)]
struct Version {
    rows: ExprId,
    columns: Vec<ExprId>,
}

/// The relations of a table before any write.
#[derive(Debug, Clone)]
struct Relations {
    rows: RelationId,
    columns: Vec<RelationId>,
}

/// The tables of a decision as a relational problem, to which statements are added.
#[derive(Debug)]
pub(crate) struct Model<'a> {
    schema: &'a Schema,
    check: &'a Check,
    domains: Domains,
    /// The problem.
    pub(crate) problem: Problem,
    meanings: Vec<Meaning>,
    atoms: BTreeMap<Meaning, Atom>,
    tables: BTreeMap<TableId, Relations>,
    /// Relations that stand for the variables of the specification.
    chosen: BTreeMap<VariableId, RelationId>,
    /// What variables stand for where they are bound.
    environment: BTreeMap<VariableId, ExprId>,
    versions: Vec<BTreeMap<TableId, Version>>,
    /// From rows to their keys.
    keys: BTreeMap<TableId, ExprId>,
    /// The keys of inserted rows, in the order of the inserts.
    new_keys: Vec<u32>,
    /// Variables that are bound around what is being translated.
    bound: Vec<Declaration>,
    /// What must hold so that no arithmetic overflows.
    no_overflow: Vec<FormulaId>,
    /// How many operations have operands of which no result is considered.
    overflowing: usize,
    /// What expressions can be, where it is not any integer that a column holds.
    operands: BTreeMap<ExprId, Rc<[i64]>>,
    /// Orders of all values: with those that are the same, and without.
    orders: BTreeMap<bool, ExprId>,
    /// Constraints that came from somewhere that a person knows.
    pub(crate) places: Vec<(ConstraintId, String)>,
    fresh: u32,
}

impl<'a> Model<'a> {
    /// The tables, variables and writes of a path, with what is always true of them.
    pub(crate) fn new(schema: &'a Schema, check: &'a Check, path: &Path) -> Made<Model<'a>> {
        let domains = Domains::of(schema, check, path)?;
        let mut model = build::model(schema, check, domains, path)?;
        model.state_schema()?;
        model.do_writes(&path.writes)?;
        Ok(model)
    }

    fn atom(&self, meaning: &Meaning) -> Made<Atom> {
        let missing = || RecordsError::Internal(format!("no atom for {meaning:?}"));
        self.atoms.get(meaning).copied().ok_or_else(missing)
    }

    /// The values of a type that are considered.
    fn values(&self, ty: Type) -> Vec<Atom> {
        let of = |meaning: &Meaning| match meaning {
            Meaning::Row(table, _) => ty == Type::Record(*table),
            Meaning::Value(value) => value.ty() == ty,
        };
        let indexed = self.meanings.iter().enumerate().filter(|(_, meaning)| of(meaning));
        indexed.map(|(index, _)| Atom(index as u32)).collect()
    }

    /// The values of a type that columns and variables hold before any write: no results of arithmetic beyond them.
    fn held(&self, ty: Type) -> Vec<Atom> {
        let mut atoms = self.values(ty);
        atoms.retain(|atom| match self.meanings.get(atom.index()) {
            Some(Meaning::Value(Value::Int(n))) => self.domains.integers.binary_search(n).is_ok(),
            _ => true,
        });
        atoms
    }

    /// Demands what must hold so that nothing overflows. After everything else was stated.
    pub(crate) fn state_no_overflow(&mut self) -> Made<()> {
        for formula in std::mem::take(&mut self.no_overflow) {
            self.problem.constrain("no overflow", formula)?;
        }
        Ok(())
    }

    /// Demands that something overflows.
    pub(crate) fn state_overflow(&mut self) -> Made<()> {
        let none = std::mem::take(&mut self.no_overflow);
        let none = self.problem.and(none)?;
        let some = self.problem.not(none)?;
        self.problem.constrain("an overflow", some)?;
        Ok(())
    }

    /// How many operations so far can overflow, so that instances are left out.
    pub(crate) fn overflowing(&self) -> usize {
        self.overflowing
    }

    /// Columns of whose values something is known, and which the path asks for.
    pub(crate) fn known_columns(&self) -> Vec<(TableId, usize)> {
        let columns = self.domains.read.iter().filter_map(|site| match site {
            Site::Column(table, index) => Some((*table, *index)),
            Site::Variable(_) => None,
        });
        let known = |(table, index): &(TableId, usize)| {
            !self.schema.get(*table).columns[*index].known.is_anything()
        };
        columns.filter(known).collect()
    }

    /// Whether a row has a value in a column after a write that is none of those known of it.
    pub(crate) fn stores_other(&mut self, table: TableId, index: usize) -> Made<FormulaId> {
        let column = &self.schema.get(table).columns[index];
        let allowed = self.values(column.ty).into_iter().filter(|atom| {
            matches!(self.meanings.get(atom.index()), Some(Meaning::Value(value)) if column.known.allows(value))
        });
        let allowed = self.problem.constant(TupleSet::set(allowed.collect::<Vec<_>>()))?;
        let mut parts = Vec::new();
        for at in 1..self.versions.len() {
            let version = self.version(at, table)?.clone();
            let values = self.problem.join(version.rows, version.columns[index])?;
            let only = self.problem.subset(values, allowed)?;
            parts.push(self.problem.not(only)?);
        }
        Ok(self.problem.or(parts)?)
    }

    /// The database and the values of the variables in an instance.
    pub(crate) fn decode(
        &self,
        instance: &Instance,
    ) -> Made<(Database, BTreeMap<VariableId, Item>)> {
        let missing = || RecordsError::Internal("an instance without a relation".into());
        let mut database = Database::empty(self.schema);
        for (table, relations) in &self.tables {
            let rows = &mut database.tables[table.0 as usize];
            for tuple in instance.value(relations.rows).ok_or_else(missing)? {
                if let Some(Meaning::Row(_, key)) = self.meanings.get(tuple[0].index()) {
                    rows.insert(*key, vec![Value::Null; relations.columns.len()]);
                }
            }
            for (index, relation) in relations.columns.iter().enumerate() {
                for tuple in instance.value(*relation).ok_or_else(missing)? {
                    let row = self.meanings.get(tuple[0].index());
                    let value = self.meanings.get(tuple[1].index());
                    if let (Some(Meaning::Row(_, key)), Some(Meaning::Value(value))) = (row, value)
                        && let Some(row) = rows.get_mut(key)
                    {
                        row[index] = value.clone();
                    }
                }
            }
        }
        let mut variables = BTreeMap::new();
        for (id, relation) in &self.chosen {
            let tuples = instance.value(*relation).ok_or_else(missing)?;
            let atom = tuples.iter().next().ok_or_else(missing)?[0];
            let item = match self.meanings.get(atom.index()).ok_or_else(missing)? {
                Meaning::Row(table, key) => Item::Record(*table, Some(*key)),
                Meaning::Value(value) => Item::Scalar(value.clone()),
            };
            variables.insert(*id, item);
        }
        Ok((database, variables))
    }

    /// The keys of inserted rows.
    pub(crate) fn new_keys(&self) -> &[u32] {
        &self.new_keys
    }

    /// What quantifiers over scalars range over, and which integers are considered.
    pub(crate) fn considered(&self) -> (Vec<Value>, Vec<i64>) {
        let scalars = self.meanings.iter().filter_map(|meaning| match meaning {
            Meaning::Value(Value::Int(n)) if self.domains.integers.binary_search(n).is_err() => {
                None
            }
            Meaning::Value(value) => Some(value.clone()),
            Meaning::Row(..) => None,
        });
        (scalars.collect(), self.domains.results.clone())
    }

    /// The tables that the decision is about.
    pub(crate) fn tables(&self) -> impl Iterator<Item = TableId> + '_ {
        self.domains.tables.iter().copied()
    }

    /// The values of a site that holds texts or opaque values.
    fn site_values(&self, site: Site) -> &[Value] {
        self.domains.sites.get(&site).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod pinned;
