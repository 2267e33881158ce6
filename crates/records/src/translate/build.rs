//! The universe of a decision, its relations, and what the schema says of them.

use super::{Made, Meaning, Model, Relations, Version};
use crate::domain::{Domains, Site};
use crate::expression::Write;
use crate::request::{Check, Path};
use crate::schema::{Column, ColumnRef, Schema};
use crate::value::{TableId, Type, Value};
use effigy_relational::{Atom, ExprId, FormulaId, Problem, TupleSet, Universe};
use std::collections::{BTreeMap, BTreeSet};

/// The number of rows that a table has room for before any write: one more than it can have, where a key can be that of a
/// row which is gone.
fn slots(check: &Check, domains: &Domains, table: TableId) -> usize {
    check.scopes.rows(table) + usize::from(domains.dangling.contains(&table))
}

/// Makes the universe and the relations. Nothing is stated yet.
pub(super) fn model<'a>(
    schema: &'a Schema,
    check: &'a Check,
    domains: Domains,
    path: &Path,
) -> Made<Model<'a>> {
    let first_new =
        domains.tables.iter().map(|t| slots(check, &domains, *t)).max().unwrap_or(0) as u32 + 1;
    let mut meanings = Vec::new();
    for table in &domains.tables {
        let count = slots(check, &domains, *table) as u32;
        meanings.extend((1..=count).map(|key| Meaning::Row(*table, key)));
    }
    let mut new_keys = Vec::new();
    for write in &path.writes {
        if let Write::Insert { table, .. } = write {
            let key = first_new + new_keys.len() as u32;
            new_keys.push(key);
            meanings.push(Meaning::Row(*table, key));
        }
    }
    let last_key = first_new + new_keys.len() as u32;
    meanings.extend(values(&domains, last_key).into_iter().map(Meaning::Value));
    let names = meanings.iter().map(|meaning| match meaning {
        Meaning::Row(table, key) => format!("{}${key}", schema.get(*table).name),
        Meaning::Value(value) => format!("{value:?}"),
    });
    let problem = Problem::new(Universe::new(names)?);
    let atoms = meanings
        .iter()
        .enumerate()
        .map(|(index, meaning)| (meaning.clone(), Atom(index as u32)))
        .collect();
    let mut model = Model {
        schema,
        check,
        domains,
        problem,
        meanings,
        atoms,
        tables: BTreeMap::new(),
        chosen: BTreeMap::new(),
        environment: BTreeMap::new(),
        versions: Vec::new(),
        keys: BTreeMap::new(),
        new_keys,
        bound: Vec::new(),
        no_overflow: Vec::new(),
        overflowing: 0,
        operands: BTreeMap::new(),
        orders: BTreeMap::new(),
        places: Vec::new(),
        fresh: 0,
    };
    model.state_integers()?;
    model.make_tables(first_new)?;
    model.make_variables()?;
    Ok(model)
}

/// All values of a decision, each once.
fn values(domains: &Domains, last_key: u32) -> Vec<Value> {
    let mut all: BTreeSet<Value> = domains.sites.values().flatten().cloned().collect();
    all.extend(domains.constants.iter().cloned());
    all.extend((1..last_key).map(Value::Key));
    all.extend([false, true].map(Value::Bool));
    all.extend(domains.results.iter().map(|n| Value::Int(*n)).filter(|_| domains.has_integers));
    all.extend(domains.times.iter().map(|n| Value::Time(*n)));
    all.into_iter().collect()
}

impl Model<'_> {
    /// Integers wide enough for every number of rows.
    fn state_integers(&mut self) -> Made<()> {
        if !self.domains.has_integers {
            return Ok(());
        }
        let needed = 64 - self.domains.most_rows.saturating_mul(2).leading_zeros() + 1;
        let width = needed.max(self.check.scopes.bits).min(31);
        let bound = 1i64 << (width - 1);
        let integers =
            self.domains.results.iter().filter(|n| (-bound..bound).contains(*n)).copied();
        let mut atoms = Vec::new();
        for n in integers.collect::<Vec<_>>() {
            atoms.push((self.atom(&Meaning::Value(Value::Int(n)))?, n));
        }
        self.problem.integers(width, &atoms)?;
        Ok(())
    }

    fn make_tables(&mut self, first_new: u32) -> Made<()> {
        let tables: Vec<TableId> = self.domains.tables.iter().copied().collect();
        let mut first = BTreeMap::new();
        for table in tables {
            let definition = self.schema.get(table);
            let rows = self.values(Type::Record(table));
            let old: Vec<Atom> =
                rows.iter().copied().filter(|row| self.key_number(*row) < first_new).collect();
            let pairs = rows.iter().map(|row| {
                Ok((*row, self.atom(&Meaning::Value(Value::Key(self.key_number(*row))))?))
            });
            let pairs: Vec<(Atom, Atom)> = pairs.collect::<Made<_>>()?;
            let keys = self.problem.constant(TupleSet::pairs(pairs))?;
            self.keys.insert(table, keys);
            let name = &definition.name;
            let relation = self.problem.relation(
                name,
                TupleSet::empty(1),
                TupleSet::set(old.iter().copied()),
            )?;
            let mut columns = Vec::new();
            for (index, column) in definition.columns.iter().enumerate() {
                let values = self.column_values(table, index, column, first_new)?;
                let upper = TupleSet::set(old.iter().copied()).product(&TupleSet::set(values));
                let name = format!("{name}.{}", column.name);
                columns.push(self.problem.relation(name, TupleSet::empty(2), upper)?);
            }
            let rows = self.problem.rel(relation)?;
            let expressions =
                columns.iter().map(|c| self.problem.rel(*c)).collect::<Result<Vec<ExprId>, _>>()?;
            first.insert(table, Version { rows, columns: expressions });
            self.tables.insert(table, Relations { rows: relation, columns });
        }
        self.versions.push(first);
        Ok(())
    }

    fn key_number(&self, row: Atom) -> u32 {
        match self.meanings.get(row.index()) {
            Some(Meaning::Row(_, key)) => *key,
            _ => 0,
        }
    }

    fn column_values(
        &self,
        table: TableId,
        index: usize,
        column: &Column,
        first_new: u32,
    ) -> Made<Vec<Atom>> {
        let values: Vec<Value> = match column.ty {
            Type::Text | Type::Opaque => {
                let values = self.site_values(Site::Column(table, index));
                values.iter().filter(|value| column.known.allows(value)).cloned().collect()
            }
            Type::Key => {
                let last = match column.references {
                    Some(other) => self.values_before(other, first_new),
                    None => first_new - 1,
                };
                (1..=last).map(Value::Key).collect()
            }
            ty => {
                let mut atoms = self.held(ty);
                atoms.retain(|atom| match self.meanings.get(atom.index()) {
                    Some(Meaning::Value(value)) => column.known.allows(value),
                    _ => true,
                });
                return Ok(atoms);
            }
        };
        values.into_iter().map(|value| self.atom(&Meaning::Value(value))).collect()
    }

    /// The last key that a row of a table can have before any write; a table that nobody looks at has as many as others.
    fn values_before(&self, table: TableId, first_new: u32) -> u32 {
        if !self.domains.tables.contains(&table) {
            return first_new - 1;
        }
        slots(self.check, &self.domains, table) as u32
    }

    fn make_variables(&mut self) -> Made<()> {
        for id in self.check.of_all.clone() {
            let variable = &self.check.variables[id.0 as usize];
            let upper = match variable.ty {
                Type::Record(table) => {
                    let old =
                        self.tables.get(&table).and_then(|t| self.problem.relation_data(t.rows));
                    old.map_or(TupleSet::empty(1), |data| data.upper.clone())
                }
                Type::Text | Type::Opaque => {
                    let values = self.site_values(Site::Variable(id)).to_vec();
                    let atoms = values.into_iter().map(|value| self.atom(&Meaning::Value(value)));
                    TupleSet::set(atoms.collect::<Made<Vec<_>>>()?)
                }
                ty => TupleSet::set(self.held(ty)),
            };
            let relation =
                self.problem.relation(format!("${}", variable.name), TupleSet::empty(1), upper)?;
            let expression = self.problem.rel(relation)?;
            let one = self.problem.one(expression)?;
            self.problem.constrain("variable", one)?;
            if let Type::Record(table) = variable.ty {
                let rows = self.version(0, table)?.rows;
                let there = self.problem.subset(expression, rows)?;
                self.problem.constrain("variable", there)?;
            }
            self.chosen.insert(id, relation);
            self.environment.insert(id, expression);
        }
        Ok(())
    }

    pub(super) fn version(&self, at: usize, table: TableId) -> Made<&Version> {
        let missing = || {
            crate::error::RecordsError::Internal(format!("no version {at} of table {}", table.0))
        };
        self.versions.get(at).and_then(|tables| tables.get(&table)).ok_or_else(missing)
    }

    /// Demands what is always true of tables before any write.
    pub(super) fn state_schema(&mut self) -> Made<()> {
        let tables: Vec<TableId> = self.domains.tables.iter().copied().collect();
        for table in tables {
            self.state_rows(table)?;
            for formula in self.valid(0, table)? {
                self.problem.constrain("schema", formula)?;
            }
        }
        Ok(())
    }

    /// How many rows there are, and that columns have values of rows only.
    fn state_rows(&mut self, table: TableId) -> Made<()> {
        let Some(relations) = self.tables.get(&table).cloned() else { return Ok(()) };
        let slots: Vec<Atom> = match self.problem.relation_data(relations.rows) {
            Some(data) => data.upper.iter().map(|tuple| tuple[0]).collect(),
            None => Vec::new(),
        };
        let rows = self.problem.rel(relations.rows)?;
        let singles = slots.iter().map(|atom| self.problem.constant(TupleSet::set([*atom])));
        let singles: Vec<ExprId> = singles.collect::<Result<_, _>>()?;
        let there = singles.iter().map(|single| self.problem.subset(*single, rows));
        let there: Vec<FormulaId> = there.collect::<Result<_, _>>()?;
        if self.domains.dangling.contains(&table) {
            let all = self.problem.and(there.clone())?;
            let not_all = self.problem.not(all)?;
            self.problem.constrain("rows", not_all)?;
        } else {
            // No key is that of a row which is gone: rows can as well be the first ones.
            for pair in there.windows(2) {
                let order = self.problem.implies(pair[1], pair[0])?;
                self.problem.constrain("rows", order)?;
            }
        }
        for relation in &relations.columns {
            let column = self.problem.rel(*relation)?;
            for (single, there) in singles.iter().zip(&there) {
                let value = self.problem.join(*single, column)?;
                let lone = self.problem.lone(value)?;
                self.problem.constrain("column", lone)?;
                let some = self.problem.some(value)?;
                let of_row = self.problem.implies(some, *there)?;
                self.problem.constrain("column", of_row)?;
            }
        }
        Ok(())
    }

    /// What the schema says of the rows of a version: no null where there must be none, valid references, uniqueness.
    pub(super) fn valid(&mut self, at: usize, table: TableId) -> Made<Vec<FormulaId>> {
        let version = self.version(at, table)?.clone();
        let definition = self.schema.get(table);
        let mut formulas = Vec::new();
        let (row, bound) = self.row_variable("r", version.rows)?;
        for (column, expression) in definition.columns.iter().zip(&version.columns) {
            let value = self.problem.join(row, *expression)?;
            if !column.null {
                let some = self.problem.some(value)?;
                formulas.push(self.problem.for_all(&[bound], some)?);
            }
            if let (true, Some(other)) = (column.constraint, column.references) {
                let others = self.version(at, other)?.rows;
                let keys = self.problem.join(others, self.keys[&other])?;
                let valid = self.problem.subset(value, keys)?;
                formulas.push(self.problem.for_all(&[bound], valid)?);
            }
        }
        for set in &definition.unique {
            formulas.push(self.unique(&version, table, set)?);
        }
        Ok(formulas)
    }

    fn unique(&mut self, version: &Version, table: TableId, set: &[ColumnRef]) -> Made<FormulaId> {
        let (a, of_a) = self.row_variable("a", version.rows)?;
        let (b, of_b) = self.row_variable("b", version.rows)?;
        let mut same = Vec::new();
        for column in set {
            let expression = match column {
                ColumnRef::Key => self.keys[&table],
                ColumnRef::Column(index) => version.columns[*index],
            };
            let (x, y) = (self.problem.join(a, expression)?, self.problem.join(b, expression)?);
            let both = self.problem.intersection(x, y)?;
            same.push(self.problem.some(both)?);
        }
        let same = self.problem.and(same)?;
        let one = self.problem.equal(a, b)?;
        let only = self.problem.implies(same, one)?;
        Ok(self.problem.for_all(&[of_a, of_b], only)?)
    }
}
