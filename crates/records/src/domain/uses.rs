//! What a specification looks at: tables, constants, and which texts meet.

use super::computed::{Computed, Computing, Operand};
use super::{Class, Classes, Site};
use crate::error::RecordsError;
use crate::expression::{Expression, Query, Range, Rows, VariableId, Write};
use crate::operators::Arithmetic;
use crate::query::{
    Condition, Counted, Output, Pattern, RowRef, Scalar, Select, SourceId, SourceKind,
};
use crate::request::Check;
use crate::schema::{ColumnRef, Schema};
use crate::value::{TableId, Type, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What can stand for a text or another value: sites it comes from, and constants.
#[derive(Debug, Clone, Default)]
pub(super) struct Origins {
    sites: Vec<Site>,
    constants: Vec<String>,
    computed: Vec<Rc<Computed>>,
}

impl Origins {
    fn with(mut self, other: Origins) -> Origins {
        self.sites.extend(other.sites);
        self.constants.extend(other.constants);
        self.computed.extend(other.computed);
        self
    }

    fn of(site: Site) -> Origins {
        Origins { sites: vec![site], ..Origins::default() }
    }
}

/// Collects them.
pub(super) struct Uses<'a> {
    schema: &'a Schema,
    check: &'a Check,
    pub(super) tables: BTreeSet<TableId>,
    pub(super) classes: Classes,
    pub(super) integers: BTreeSet<i64>,
    pub(super) times: BTreeSet<i64>,
    pub(super) texts: BTreeSet<String>,
    pub(super) named: BTreeSet<String>,
    pub(super) has_integers: bool,
    pub(super) most_rows: u64,
    /// The most rows of a query that are counted.
    pub(super) most_counted: u64,
    /// The most rows of the query that was last looked at.
    last_rows: u64,
    /// Quantifiers over texts.
    pub(super) depth: usize,
    pub(super) variables: BTreeSet<VariableId>,
    /// Outputs of the subqueries of FROM.
    derived: BTreeMap<SourceId, Vec<Origins>>,
    inserts: usize,
    /// Arithmetic, and where its results are written.
    pub(super) computing: Computing,
    /// Columns that are asked for.
    pub(super) read: BTreeSet<Site>,
}

impl<'a> Uses<'a> {
    pub(super) fn new(schema: &'a Schema, check: &'a Check) -> Uses<'a> {
        Uses {
            schema,
            check,
            tables: BTreeSet::new(),
            classes: Classes::default(),
            integers: BTreeSet::new(),
            times: BTreeSet::new(),
            texts: BTreeSet::new(),
            named: BTreeSet::new(),
            has_integers: false,
            most_rows: 1,
            most_counted: 0,
            last_rows: 1,
            depth: 0,
            variables: BTreeSet::new(),
            derived: BTreeMap::new(),
            inserts: 0,
            computing: Computing::default(),
            read: BTreeSet::new(),
        }
    }

    pub(super) fn variable(&mut self, id: VariableId) {
        match self.check.variables[id.0 as usize].ty {
            Type::Record(table) => {
                self.tables.insert(table);
            }
            Type::Int => self.has_integers = true,
            _ => {}
        }
        self.variables.insert(id);
    }

    pub(super) fn writes(&mut self, writes: &[Write]) -> Result<(), RecordsError> {
        for write in writes {
            let (table, values) = match write {
                Write::Insert { table, values, .. } => {
                    self.inserts += 1;
                    (*table, values.as_slice())
                }
                Write::Update { table, rows, values } => {
                    self.query(rows)?;
                    (*table, values.as_slice())
                }
                Write::Delete { table, rows } => {
                    self.query(rows)?;
                    self.referring(*table);
                    (*table, [].as_slice())
                }
            };
            self.tables.insert(table);
            for (column, value) in values {
                let from = self.expression(value)?;
                if let ColumnRef::Column(index) = column {
                    let to = Site::Column(table, *index);
                    self.computing.written(to, &from.computed);
                    self.flow(Origins::of(to), from);
                }
            }
        }
        Ok(())
    }

    /// Tables whose references must stay valid when rows of this one go.
    fn referring(&mut self, table: TableId) {
        for (index, other) in self.schema.tables.iter().enumerate() {
            if other.columns.iter().any(|c| c.constraint && c.references == Some(table)) {
                self.tables.insert(TableId(index as u32));
            }
        }
    }

    /// Values go from one to the other.
    fn flow(&mut self, a: Origins, b: Origins) -> Option<&mut Class> {
        let all = a.with(b);
        let class = self.classes.join(&all.sites)?;
        class.constants.extend(all.constants);
        Some(class)
    }

    /// Values are compared.
    fn meet(&mut self, a: Origins, b: Origins, ordered: bool) {
        let related = !a.sites.is_empty() && !b.sites.is_empty();
        if let Some(class) = self.flow(a, b) {
            class.related |= related;
            class.ordered |= ordered;
        }
    }

    /// Values are compared with each other.
    fn alike(&mut self, a: Origins, ordered: bool) {
        self.meet(a.clone(), a, ordered);
    }

    fn constant(&mut self, value: &Value) -> Origins {
        let mut origins = Origins::default();
        match value {
            Value::Text(text) => {
                self.texts.insert(text.to_string());
                origins.constants.push(text.to_string());
            }
            Value::Named(text) => {
                self.named.insert(text.to_string());
                origins.constants.push(text.to_string());
            }
            Value::Int(n) => {
                self.has_integers = true;
                self.integers.insert(*n);
            }
            Value::Time(n) => {
                self.times.insert(*n);
            }
            _ => {}
        }
        origins
    }

    fn wide(&self, value: &Value) -> Result<(), RecordsError> {
        let bound = 1i64 << (self.check.scopes.bits - 1);
        match value {
            Value::Int(n) if !(-bound..bound).contains(n) => Err(RecordsError::Unsupported(
                format!("arithmetic on {n}, which does not fit {} bits", self.check.scopes.bits),
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn expression(&mut self, expression: &Expression) -> Result<Origins, RecordsError> {
        use Expression as E;
        let none = Origins::default();
        Ok(match expression {
            E::Constant(value) => self.constant(value),
            E::Variable(id) => {
                self.variables.insert(*id);
                Origins::of(Site::Variable(*id))
            }
            E::Column { record, table, column, .. } => {
                self.expression(record)?;
                self.column(*table, *column)
            }
            E::Record { table, key, .. } => {
                self.tables.insert(*table);
                self.expression(key)?;
                none
            }
            E::Equal(a, b) => self.both(a, b, false)?,
            E::Order(_, a, b) => self.both(a, b, true)?,
            E::Arithmetic(op, a, b) => {
                self.has_integers = true;
                let mut operands = Vec::new();
                for part in [a, b] {
                    let constant = match &**part {
                        E::Constant(value) => Some(value),
                        _ => None,
                    };
                    let origins = self.expression(part)?;
                    operands.push(self.operand(constant, origins)?);
                }
                self.computed(*op, operands)
            }
            E::And(list) | E::Or(list) => {
                for part in list {
                    self.expression(part)?;
                }
                none
            }
            E::Not(a) | E::IsNull(a) | E::Truth(a) => {
                self.expression(a)?;
                none
            }
            E::Implies(a, b) | E::Iff(a, b) => {
                self.expression(a)?;
                self.expression(b)?;
                none
            }
            E::If(c, a, b) => {
                self.expression(c)?;
                let (a, b) = (self.expression(a)?, self.expression(b)?);
                self.flow(a.clone(), b.clone());
                self.chosen(a.with(b))
            }
            E::Quantified { variable, range, body, .. } => {
                self.quantified(*variable, range)?;
                self.expression(body)?;
                none
            }
            E::Some(query) => {
                self.query(query)?;
                none
            }
            E::Count(query) => {
                self.has_integers = true;
                self.query(query)?;
                self.most_counted = self.most_counted.max(self.last_rows);
                none
            }
            E::In(a, query) => {
                let a = self.expression(a)?;
                let rows = self.query(query)?;
                self.meet(a, rows, false);
                none
            }
            E::Row(query, index) | E::Value(query, index) => {
                self.has_integers |= *index > 0;
                self.query(query)?
            }
            E::Same(a, b) => {
                let (a, b) = (self.query(a)?, self.query(b)?);
                self.meet(a, b, false);
                none
            }
        })
    }

    fn both(
        &mut self,
        a: &Expression,
        b: &Expression,
        ordered: bool,
    ) -> Result<Origins, RecordsError> {
        let (a, b) = (self.expression(a)?, self.expression(b)?);
        self.meet(a, b, ordered);
        Ok(Origins::default())
    }

    fn quantified(&mut self, variable: VariableId, range: &Range) -> Result<(), RecordsError> {
        let own = Origins::of(Site::Variable(variable));
        match range {
            Range::Table(table, _) => {
                self.tables.insert(*table);
            }
            Range::Query(query) => {
                let rows = self.query(query)?;
                self.flow(own, rows);
            }
            Range::Values(ty) => {
                self.has_integers |= *ty == Type::Int;
                self.depth += 1;
            }
        }
        Ok(())
    }

    fn column(&mut self, table: TableId, column: ColumnRef) -> Origins {
        self.tables.insert(table);
        match column {
            ColumnRef::Key => Origins::default(),
            ColumnRef::Column(index) => {
                self.has_integers |= self.schema.get(table).columns[index].ty == Type::Int;
                self.read.insert(Site::Column(table, index));
                Origins::of(Site::Column(table, index))
            }
        }
    }

    /// One side of an arithmetic operation.
    fn operand(&self, constant: Option<&Value>, origins: Origins) -> Result<Operand, RecordsError> {
        let Origins { sites, computed, .. } = origins;
        Ok(match constant {
            Some(value @ Value::Int(n)) => {
                self.wide(value)?;
                Operand { exact: Some(*n), ..Operand::default() }
            }
            _ => Operand { exact: None, computed, sites },
        })
    }

    fn computed(&mut self, op: Arithmetic, operands: Vec<Operand>) -> Origins {
        let computed = Rc::new(Computed { op, operands });
        self.computing.add(Rc::clone(&computed));
        Origins { computed: vec![computed], ..Origins::default() }
    }

    /// A value that is one of several: no longer the operation itself.
    fn chosen(&mut self, origins: Origins) -> Origins {
        self.computing.indirect |= !origins.computed.is_empty();
        origins
    }

    /// A query; where its one column comes from.
    fn query(&mut self, query: &Query) -> Result<Origins, RecordsError> {
        let mut parameters = Vec::new();
        for parameter in &query.parameters {
            parameters.push(self.expression(parameter)?);
        }
        if let Some((record, _)) = &query.association {
            self.expression(record)?;
        }
        let outputs = self.select(&query.select, &parameters)?;
        Ok(match query.rows {
            Rows::Scalar(_) => outputs.into_iter().next().unwrap_or_default(),
            _ => Origins::default(),
        })
    }

    fn select(
        &mut self,
        select: &Select,
        parameters: &[Origins],
    ) -> Result<Vec<Origins>, RecordsError> {
        let mut rows = 1u64;
        for source in &select.sources {
            rows = rows.saturating_mul(match &source.kind {
                SourceKind::Table(table) => {
                    self.tables.insert(*table);
                    (self.check.scopes.rows(*table) + self.inserts) as u64 + 1
                }
                SourceKind::Derived(inner) => {
                    let outputs = self.select(inner, parameters)?;
                    self.derived.insert(source.id, outputs);
                    self.most_rows + 1
                }
            });
            self.most_rows = self.most_rows.max(rows);
            if let Some(on) = &source.on {
                self.condition(on, parameters)?;
            }
        }
        self.has_integers |= select.limit.is_some() || select.offset > 0;
        if let Some(filter) = &select.filter {
            self.condition(filter, parameters)?;
        }
        for by in &select.order {
            let origins = self.scalar(&by.value, parameters)?;
            self.alike(origins, true);
        }
        let mut outputs = Vec::new();
        for output in &select.outputs {
            let origins = match output {
                Output::Row(..) => Origins::default(),
                Output::Scalar(scalar, _) => {
                    let origins = self.scalar(scalar, parameters)?;
                    self.chosen(origins)
                }
                Output::Count(counted) => {
                    self.has_integers = true;
                    self.counted(counted, parameters)?;
                    self.most_counted = self.most_counted.max(rows);
                    Origins::default()
                }
            };
            if select.distinct {
                self.alike(origins.clone(), false);
            }
            outputs.push(origins);
        }
        self.last_rows = rows;
        Ok(outputs)
    }

    fn counted(&mut self, counted: &Counted, parameters: &[Origins]) -> Result<(), RecordsError> {
        match counted {
            Counted::Rows => {}
            Counted::Values(scalar) => {
                self.scalar(scalar, parameters)?;
            }
            Counted::Distinct(scalar, _) => {
                let origins = self.scalar(scalar, parameters)?;
                self.alike(origins, false);
            }
        }
        Ok(())
    }

    fn scalar(&mut self, scalar: &Scalar, parameters: &[Origins]) -> Result<Origins, RecordsError> {
        let none = Origins::default();
        Ok(match scalar {
            Scalar::Constant(value) => self.constant(value),
            Scalar::Parameter(index) => parameters.get(*index).cloned().unwrap_or_default(),
            Scalar::Column(RowRef::Source(_) | RowRef::Derived(..), table, column) => {
                self.column(*table, *column)
            }
            Scalar::Derived(source, index) => self
                .derived
                .get(source)
                .and_then(|outputs| outputs.get(*index))
                .cloned()
                .unwrap_or_default(),
            Scalar::Arithmetic(op, a, b) => {
                self.has_integers = true;
                let mut operands = Vec::new();
                for part in [a, b] {
                    let constant = match &**part {
                        Scalar::Constant(value) => Some(value),
                        _ => None,
                    };
                    let origins = self.scalar(part, parameters)?;
                    operands.push(self.operand(constant, origins)?);
                }
                self.computed(*op, operands)
            }
            Scalar::Condition(condition) => {
                self.condition(condition, parameters)?;
                none
            }
            Scalar::Subquery(select) => {
                self.select(select, parameters)?.into_iter().next().unwrap_or_default()
            }
            Scalar::Coalesce(list) => self.together(list, parameters)?,
            Scalar::Case(cases, otherwise) => {
                let mut all = self.scalar(otherwise, parameters)?;
                for (condition, scalar) in cases {
                    self.condition(condition, parameters)?;
                    let own = self.scalar(scalar, parameters)?;
                    self.flow(all.clone(), own.clone());
                    all = all.with(own);
                }
                self.chosen(all)
            }
        })
    }

    fn together(
        &mut self,
        list: &[Scalar],
        parameters: &[Origins],
    ) -> Result<Origins, RecordsError> {
        let mut all = Origins::default();
        for scalar in list {
            let own = self.scalar(scalar, parameters)?;
            all = all.with(own);
        }
        self.flow(all.clone(), Origins::default());
        Ok(self.chosen(all))
    }

    fn condition(
        &mut self,
        condition: &Condition,
        parameters: &[Origins],
    ) -> Result<(), RecordsError> {
        match condition {
            Condition::Constant(_) => {}
            Condition::And(list) | Condition::Or(list) => {
                for part in list {
                    self.condition(part, parameters)?;
                }
            }
            Condition::Not(inner) => self.condition(inner, parameters)?,
            Condition::Compare(comparison, a, b) => {
                let (a, b) = (self.scalar(a, parameters)?, self.scalar(b, parameters)?);
                self.meet(a, b, comparison.is_order());
            }
            Condition::Is(a, b) => {
                let (a, b) = (self.scalar(a, parameters)?, self.scalar(b, parameters)?);
                self.meet(a, b, false);
            }
            Condition::InList(value, list) => {
                let value = self.scalar(value, parameters)?;
                for item in list {
                    let item = self.scalar(item, parameters)?;
                    self.meet(value.clone(), item, false);
                }
            }
            Condition::InSelect(value, select) => {
                let value = self.scalar(value, parameters)?;
                let column =
                    self.select(select, parameters)?.into_iter().next().unwrap_or_default();
                self.meet(value, column, false);
            }
            Condition::Exists(select) => {
                self.select(select, parameters)?;
            }
            Condition::Truth(scalar) => {
                self.scalar(scalar, parameters)?;
            }
            Condition::Like(scalar, pattern) => {
                let origins = self.scalar(scalar, parameters)?;
                self.like(origins, pattern);
            }
        }
        Ok(())
    }

    fn like(&mut self, origins: Origins, pattern: &Pattern) {
        if let Some(class) = self.flow(origins, Origins::default())
            && !class.patterns.contains(pattern)
        {
            class.patterns.push(pattern.clone());
        }
    }
}
