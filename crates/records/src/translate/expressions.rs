//! Expressions as formulas and as sets of at most one atom.

use super::queries::Branch;
use super::{Made, Model};
use crate::domain::Site;
use crate::error::RecordsError;
use crate::expression::{Expression, Query, Range, Rows, VariableId};
use crate::operators::Comparison;
use crate::query::Select;
use crate::schema::ColumnRef;
use crate::value::{TableId, Type, Value};
use effigy_relational::{ExprId, FormulaId, TupleSet};

/// Whether an expression is a condition by its form, and so never null.
fn is_formula(expression: &Expression) -> bool {
    use Expression as E;
    matches!(
        expression,
        E::Equal(..)
            | E::Order(..)
            | E::And(_)
            | E::Or(_)
            | E::Not(_)
            | E::Implies(..)
            | E::Iff(..)
            | E::IsNull(_)
            | E::Truth(_)
            | E::Quantified { .. }
            | E::Some(_)
            | E::In(..)
            | E::Same(..)
    )
}

impl Model<'_> {
    /// A condition as a formula; one that may be null holds where it is true.
    pub(crate) fn formula(&mut self, expression: &Expression) -> Made<FormulaId> {
        use Expression as E;
        match expression {
            E::Equal(a, b) if is_formula(a) && is_formula(b) => self.iff(a, b),
            E::Equal(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                Ok(self.problem.equal(a, b)?)
            }
            E::Order(comparison, a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                self.compares(*comparison, a, b)
            }
            E::And(list) => {
                let list = list.iter().map(|part| self.formula(part)).collect::<Made<Vec<_>>>()?;
                Ok(self.problem.and(list)?)
            }
            E::Or(list) => {
                let list = list.iter().map(|part| self.formula(part)).collect::<Made<Vec<_>>>()?;
                Ok(self.problem.or(list)?)
            }
            E::Not(a) => {
                let a = self.formula(a)?;
                Ok(self.problem.not(a)?)
            }
            E::Implies(a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                Ok(self.problem.implies(a, b)?)
            }
            E::Iff(a, b) => self.iff(a, b),
            E::IsNull(a) => {
                let a = self.set(a)?;
                Ok(self.problem.no(a)?)
            }
            E::Truth(a) => self.formula(a),
            E::Quantified { all, variable, range, body } => {
                self.quantified(*all, *variable, range, body)
            }
            E::Some(query) => {
                let branches = self.query_branches(query, Select::for_existence)?;
                self.one_of(&branches)
            }
            E::In(element, query) => {
                let element = self.set(element)?;
                let branches = self.query_branches(query, Select::as_set)?;
                self.among(element, &branches)
            }
            E::Same(a, b) => self.same(a, b),
            E::Constant(Value::Bool(b)) => Ok(self.problem.truth(*b)),
            other => {
                let value = self.set(other)?;
                self.is_constant(value, &Value::Bool(true))
            }
        }
    }

    fn iff(&mut self, a: &Expression, b: &Expression) -> Made<FormulaId> {
        let (a, b) = (self.formula(a)?, self.formula(b)?);
        Ok(self.problem.iff(a, b)?)
    }

    /// An expression as a set of at most one atom.
    pub(crate) fn set(&mut self, expression: &Expression) -> Made<ExprId> {
        use Expression as E;
        match expression {
            E::Constant(value) => self.constant(value),
            E::Variable(id) => match self.environment.get(id) {
                Some(expression) => Ok(*expression),
                None => Err(RecordsError::Internal("a variable that nothing binds".into())),
            },
            E::Column { record, table, column, at } => {
                let record = self.set(record)?;
                self.column(record, *table, *column, *at)
            }
            E::Record { table, key, at } => {
                let key = self.set(key)?;
                let of_key = self.problem.join(self.keys[table], key)?;
                let rows = self.version(*at, *table)?.rows;
                Ok(self.problem.intersection(of_key, rows)?)
            }
            E::Arithmetic(op, a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                self.arithmetic(*op, a, b)
            }
            E::If(c, a, b) => {
                let c = self.formula(c)?;
                let (a, b) = (self.set(a)?, self.set(b)?);
                Ok(self.problem.if_expr(c, a, b)?)
            }
            E::Count(query) => {
                let branches = self.query_branches(query, Select::clone)?;
                self.count(&branches)
            }
            E::Row(query, index) | E::Value(query, index) => {
                let branches = self.query_branches(query, |select| nth(select, *index))?;
                self.collect(&branches, output_type(query))
            }
            other => {
                let formula = self.formula(other)?;
                self.truth_value(formula)
            }
        }
    }

    /// A column of a row that is there after so many writes.
    pub(super) fn column(
        &mut self,
        record: ExprId,
        table: TableId,
        column: ColumnRef,
        at: usize,
    ) -> Made<ExprId> {
        let version = self.version(at, table)?;
        let (rows, expression) = match column {
            ColumnRef::Key => (version.rows, self.keys[&table]),
            ColumnRef::Column(index) => (version.rows, version.columns[index]),
        };
        let record = self.problem.intersection(record, rows)?;
        Ok(self.problem.join(record, expression)?)
    }

    fn quantified(
        &mut self,
        all: bool,
        variable: VariableId,
        range: &Range,
        body: &Expression,
    ) -> Made<FormulaId> {
        let branches = match range {
            Range::Table(table, at) => {
                let rows = self.version(*at, *table)?.rows;
                vec![self.range_branch(rows)?]
            }
            Range::Values(ty) => {
                let values = match ty {
                    Type::Text => self.site_atoms(Site::Variable(variable))?,
                    ty => self.held(*ty),
                };
                let values = self.problem.constant(TupleSet::set(values))?;
                vec![self.range_branch(values)?]
            }
            Range::Query(query) => self.query_branches(query, Select::as_set)?,
        };
        let mut parts = Vec::new();
        for branch in branches {
            let Branch { declarations, guard, outputs, .. } = branch;
            let before = self.environment.insert(variable, first(&outputs)?);
            let body = self.under(&declarations, |model| model.formula(body));
            match before {
                Some(before) => self.environment.insert(variable, before),
                None => self.environment.remove(&variable),
            };
            let body = body?;
            parts.push(if all {
                let body = self.problem.implies(guard, body)?;
                self.for_all(&declarations, body)?
            } else {
                let body = self.problem.and([guard, body])?;
                self.exists(&declarations, body)?
            });
        }
        Ok(if all { self.problem.and(parts)? } else { self.problem.or(parts)? })
    }

    fn range_branch(&mut self, of: ExprId) -> Made<Branch> {
        let (variable, declaration) = self.row_variable("x", of)?;
        let guard = self.problem.truth(true);
        Ok(Branch::new(vec![declaration], guard, vec![variable]))
    }

    fn site_atoms(&self, site: Site) -> Made<Vec<effigy_relational::Atom>> {
        self.site_values(site)
            .iter()
            .map(|value| self.atom(&super::Meaning::Value(value.clone())))
            .collect()
    }

    /// The rows of a query, as what the query is to expressions.
    pub(super) fn query_branches(
        &mut self,
        query: &Query,
        change: impl FnOnce(&Select) -> Select,
    ) -> Made<Vec<Branch>> {
        let mut parameters = Vec::new();
        for parameter in &query.parameters {
            parameters.push(self.set(parameter)?);
        }
        let select = change(&query.select);
        let context = super::queries::Context { at: query.at, parameters };
        let mut branches = self.selected(&context, &select, &Default::default())?;
        if let Rows::Records(row, _) = query.rows {
            for branch in &mut branches {
                branch.outputs = vec![branch.row(row)?];
            }
        }
        Ok(branches)
    }

    fn one_of(&mut self, branches: &[Branch]) -> Made<FormulaId> {
        let parts = branches.iter().map(|branch| self.exists(&branch.declarations, branch.guard));
        let parts: Vec<FormulaId> = parts.collect::<Made<_>>()?;
        Ok(self.problem.or(parts)?)
    }

    /// Whether an element is among the first outputs; null is among them where one is null.
    fn among(&mut self, element: ExprId, branches: &[Branch]) -> Made<FormulaId> {
        let mut parts = Vec::new();
        for branch in branches {
            let same = self.problem.equal(element, first(&branch.outputs)?)?;
            let both = self.problem.and([branch.guard, same])?;
            parts.push(self.exists(&branch.declarations, both)?);
        }
        Ok(self.problem.or(parts)?)
    }

    fn same(&mut self, a: &Query, b: &Query) -> Made<FormulaId> {
        let ty = output_type(a);
        let ty = if ty == Type::Null { output_type(b) } else { ty };
        let a = self.query_branches(a, Select::as_set)?;
        let b = self.query_branches(b, Select::as_set)?;
        let (of_a, of_b) = (self.collect(&a, ty)?, self.collect(&b, ty)?);
        let same = self.problem.equal(of_a, of_b)?;
        let null = self.problem.none(1)?;
        let (a, b) = (self.among(null, &a)?, self.among(null, &b)?);
        let nulls = self.problem.iff(a, b)?;
        Ok(self.problem.and([same, nulls])?)
    }

    /// The set of all first outputs that are not null.
    pub(super) fn collect(&mut self, branches: &[Branch], ty: Type) -> Made<ExprId> {
        let mut whole = self.problem.none(1)?;
        for branch in branches {
            let output = first(&branch.outputs)?;
            let part = match branch.declarations.as_slice() {
                [] => {
                    let none = self.problem.none(1)?;
                    self.problem.if_expr(branch.guard, output, none)?
                }
                [only] if self.problem.var(only.variable)? == output => {
                    self.problem.comprehension(&[*only], branch.guard)?
                }
                declarations => {
                    let all = self.values(ty);
                    let all = self.problem.constant(TupleSet::set(all))?;
                    let (x, of_x) = self.row_variable("v", all)?;
                    let is = self.problem.subset(x, output)?;
                    let both = self.problem.and([branch.guard, is])?;
                    let exists = self.problem.exists(declarations, both)?;
                    self.problem.comprehension(&[of_x], exists)?
                }
            };
            whole = self.problem.union(whole, part)?;
        }
        Ok(whole)
    }

    /// Whether a comparison of SQL's order holds, for those who sort.
    pub(super) fn is_less(&mut self, a: ExprId, b: ExprId) -> Made<FormulaId> {
        self.compares(Comparison::Less, a, b)
    }
}

/// The first output.
pub(super) fn first(outputs: &[ExprId]) -> Made<ExprId> {
    outputs.first().copied().ok_or_else(|| RecordsError::Internal("a query without columns".into()))
}

/// The query for the one row at a place of its order.
fn nth(select: &Select, index: u64) -> Select {
    let mut one = select.clone();
    let within = select.limit.is_none_or(|limit| index < limit);
    one.offset = select.offset.saturating_add(index);
    one.limit = Some(u64::from(within));
    one
}

fn output_type(query: &Query) -> Type {
    match query.rows {
        Rows::Records(_, table) => Type::Record(table),
        Rows::Scalar(ty) => ty,
        Rows::Other => Type::Null,
    }
}
