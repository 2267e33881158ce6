//! Conditions of SQL: one formula for true and one for false; null is neither.

use super::queries::{Bound, Branch, Context};
use super::{Made, Model};
use crate::operators::Comparison;
use crate::query::{Condition, Scalar, Select};
use crate::value::Value;
use effigy_relational::{ExprId, FormulaId};

/// When a condition is true and when it is false.
#[derive(Debug, Clone, Copy)]
pub(super) struct Truth {
    pub(super) yes: FormulaId,
    pub(super) no: FormulaId,
}

impl Model<'_> {
    pub(super) fn sql_condition(
        &mut self,
        context: &Context,
        condition: &Condition,
        bound: &Bound,
    ) -> Made<Truth> {
        match condition {
            Condition::Constant(truth) => {
                let (yes, no) = (*truth == Some(true), *truth == Some(false));
                Ok(Truth { yes: self.problem.truth(yes), no: self.problem.truth(no) })
            }
            Condition::And(list) => {
                let list = self.all_of(context, list, bound)?;
                self.conjunction(&list)
            }
            Condition::Or(list) => {
                let list = self.all_of(context, list, bound)?;
                self.disjunction(&list)
            }
            Condition::Not(inner) => {
                let Truth { yes, no } = self.sql_condition(context, inner, bound)?;
                Ok(Truth { yes: no, no: yes })
            }
            Condition::Compare(comparison, a, b) => {
                let (a, b) =
                    (self.sql_scalar(context, a, bound)?, self.sql_scalar(context, b, bound)?);
                self.comparison(*comparison, a, b)
            }
            Condition::Is(a, b) => {
                let (a, b) =
                    (self.sql_scalar(context, a, bound)?, self.sql_scalar(context, b, bound)?);
                let yes = self.problem.equal(a, b)?;
                Ok(Truth { yes, no: self.problem.not(yes)? })
            }
            Condition::InList(value, list) => {
                let value = self.sql_scalar(context, value, bound)?;
                let mut each = Vec::new();
                for item in list {
                    let item = self.sql_scalar(context, item, bound)?;
                    each.push(self.comparison(Comparison::Equal, value, item)?);
                }
                self.disjunction(&each)
            }
            Condition::InSelect(value, select) => self.in_select(context, value, select, bound),
            Condition::Exists(select) => {
                let branches = self.selected(context, &select.for_existence(), bound)?;
                let mut some = Vec::new();
                for branch in &branches {
                    some.push(self.exists(&branch.declarations, branch.guard)?);
                }
                let yes = self.problem.or(some)?;
                Ok(Truth { yes, no: self.problem.not(yes)? })
            }
            Condition::Truth(scalar) => {
                let value = self.sql_scalar(context, scalar, bound)?;
                let yes = self.is_constant(value, &Value::Bool(true))?;
                Ok(Truth { yes, no: self.is_constant(value, &Value::Bool(false))? })
            }
            Condition::Like(scalar, pattern) => {
                let value = self.sql_scalar(context, scalar, bound)?;
                let like = self.texts_like(pattern)?;
                let yes = self.meets(value, like)?;
                let (some, not) = (self.problem.some(value)?, self.problem.not(yes)?);
                Ok(Truth { yes, no: self.problem.and([some, not])? })
            }
        }
    }

    fn all_of(&mut self, context: &Context, list: &[Condition], bound: &Bound) -> Made<Vec<Truth>> {
        list.iter().map(|part| self.sql_condition(context, part, bound)).collect()
    }

    fn conjunction(&mut self, list: &[Truth]) -> Made<Truth> {
        let yes: Vec<FormulaId> = list.iter().map(|t| t.yes).collect();
        let no: Vec<FormulaId> = list.iter().map(|t| t.no).collect();
        Ok(Truth { yes: self.problem.and(yes)?, no: self.problem.or(no)? })
    }

    fn disjunction(&mut self, list: &[Truth]) -> Made<Truth> {
        let yes: Vec<FormulaId> = list.iter().map(|t| t.yes).collect();
        let no: Vec<FormulaId> = list.iter().map(|t| t.no).collect();
        Ok(Truth { yes: self.problem.or(yes)?, no: self.problem.and(no)? })
    }

    /// Null when one side is.
    fn comparison(&mut self, comparison: Comparison, a: ExprId, b: ExprId) -> Made<Truth> {
        let yes = self.compares(comparison, a, b)?;
        let (both, not) = (self.both(a, b)?, self.problem.not(yes)?);
        Ok(Truth { yes, no: self.problem.and([both, not])? })
    }

    /// True where a row is equal, false where all rows are different, else null.
    fn in_select(
        &mut self,
        context: &Context,
        value: &Scalar,
        select: &Select,
        bound: &Bound,
    ) -> Made<Truth> {
        let value = self.sql_scalar(context, value, bound)?;
        let branches = self.selected(context, &select.as_set(), bound)?;
        let (mut some, mut all) = (Vec::new(), Vec::new());
        for Branch { declarations, guard, outputs, .. } in &branches {
            let output = super::expressions::first(outputs)?;
            let truth = self.comparison(Comparison::Equal, value, output)?;
            let equal = self.problem.and([*guard, truth.yes])?;
            some.push(self.exists(declarations, equal)?);
            let different = self.problem.implies(*guard, truth.no)?;
            all.push(self.for_all(declarations, different)?);
        }
        Ok(Truth { yes: self.problem.or(some)?, no: self.problem.and(all)? })
    }
}
