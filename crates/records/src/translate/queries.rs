//! Queries of SQL as branches. A branch is a way to make a row: variables for the rows of its sources, and a condition on
//! them. A LEFT JOIN makes two of each branch: one with a partner and one where the partner's columns are null.

use super::{Made, Model};
use crate::error::RecordsError;
use crate::query::{Counted, Output, RowRef, Scalar, Select, Source, SourceId, SourceKind};
use crate::schema::ColumnRef;
use crate::value::{TableId, Type, Value};
use effigy_relational::{Declaration, ExprId, FormulaId, IntId, IntOp, TupleSet};
use std::collections::BTreeMap;

/// What a query is evaluated on.
#[derive(Debug, Clone)]
pub(super) struct Context {
    /// The number of writes before it.
    pub(super) at: usize,
    /// What its place holders stand for.
    pub(super) parameters: Vec<ExprId>,
}

/// The outputs of each source that is in scope: one row of a table, or the columns of a subquery.
pub(super) type Bound = BTreeMap<SourceId, Vec<ExprId>>;

/// A part of the order of rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct SortKey {
    value: ExprId,
    descending: bool,
    nulls_first: bool,
}

/// A way to make a row.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) declarations: Vec<Declaration>,
    pub(super) guard: FormulaId,
    pub(super) outputs: Vec<ExprId>,
    bound: Bound,
    sort: Vec<SortKey>,
}

impl Branch {
    pub(super) fn new(
        declarations: Vec<Declaration>,
        guard: FormulaId,
        outputs: Vec<ExprId>,
    ) -> Branch {
        Branch { declarations, guard, outputs, bound: Bound::new(), sort: Vec::new() }
    }

    /// A row of one of its sources.
    pub(super) fn row(&self, row: RowRef) -> Made<ExprId> {
        bound_row(&self.bound, row)
    }
}

pub(super) fn bound_row(bound: &Bound, row: RowRef) -> Made<ExprId> {
    let (source, index) = match row {
        RowRef::Source(source) => (source, 0),
        RowRef::Derived(source, index) => (source, index),
    };
    let missing = || RecordsError::Internal("a source that is not in scope".into());
    bound.get(&source).and_then(|outputs| outputs.get(index)).copied().ok_or_else(missing)
}

impl Model<'_> {
    /// The rows of a SELECT, with DISTINCT, LIMIT and OFFSET.
    pub(super) fn selected(
        &mut self,
        context: &Context,
        select: &Select,
        outer: &Bound,
    ) -> Made<Vec<Branch>> {
        if select.limit == Some(0) {
            return Ok(Vec::new());
        }
        if let [Output::Count(counted)] = select.outputs.as_slice() {
            if select.offset > 0 {
                return Ok(Vec::new());
            }
            let value = self.counted(context, select, counted, outer)?;
            let guard = self.problem.truth(true);
            return Ok(vec![Branch::new(Vec::new(), guard, vec![value])]);
        }
        let mut branches = self.distinct(context, select, outer)?;
        if select.limit.is_some() || select.offset > 0 {
            self.limit(context, select, outer, &mut branches)?;
        }
        Ok(branches)
    }

    /// Rows before LIMIT: of rows that DISTINCT takes for the same, the first.
    fn distinct(&mut self, context: &Context, select: &Select, outer: &Bound) -> Made<Vec<Branch>> {
        let mut branches = self.with_outputs(context, select, outer)?;
        if !select.distinct {
            return Ok(branches);
        }
        if let Some((source, table)) = select.one_row() {
            let single = matches!(select.sources.as_slice(), [only] if only.id == source && branches.len() == 1);
            return if single {
                Ok(branches)
            } else {
                self.merge(context, select, outer, &branches, (source, table))
            };
        }
        if select.order.iter().any(|by| !is_output(&by.value, select)) {
            let why = "DISTINCT in the order of something that is not selected";
            return Err(RecordsError::Unsupported(why.into()));
        }
        let copies = self.with_outputs(context, select, outer)?;
        for branch in &mut branches {
            let mut first = vec![branch.guard];
            for copy in &copies {
                let mut same = vec![copy.guard, self.before(copy, branch)?];
                for (a, b) in copy.outputs.iter().zip(&branch.outputs) {
                    same.push(self.problem.equal(*a, *b)?);
                }
                let same = self.problem.and(same)?;
                let earlier = self.exists(&copy.declarations, same)?;
                first.push(self.problem.not(earlier)?);
            }
            branch.guard = self.problem.and(first)?;
        }
        Ok(branches)
    }

    /// DISTINCT of the rows of one source: each row of its table once, where any branch has it.
    fn merge(
        &mut self,
        context: &Context,
        select: &Select,
        outer: &Bound,
        branches: &[Branch],
        (source, table): (SourceId, TableId),
    ) -> Made<Vec<Branch>> {
        let rows = self.version(context.at, table)?.rows;
        let (row, declaration) = self.row_variable("d", rows)?;
        let mut some = Vec::new();
        let mut null = Vec::new();
        for branch in branches {
            let own = branch.row(RowRef::Source(source))?;
            let same = self.problem.equal(row, own)?;
            let both = self.problem.and([branch.guard, same])?;
            some.push(self.exists(&branch.declarations, both)?);
            let none = self.problem.no(own)?;
            let both = self.problem.and([branch.guard, none])?;
            null.push(self.exists(&branch.declarations, both)?);
        }
        let some = self.problem.or(some)?;
        let null = self.problem.or(null)?;
        let without = self.problem.none(1)?;
        let mut merged = Vec::new();
        for (declarations, guard, row) in
            [(vec![declaration], some, row), (Vec::new(), null, without)]
        {
            let mut bound = outer.clone();
            bound.insert(source, vec![row]);
            let mut branch =
                Branch { declarations, guard, outputs: Vec::new(), bound, sort: Vec::new() };
            self.finish(context, select, &mut branch)?;
            merged.push(branch);
        }
        Ok(merged)
    }

    fn with_outputs(
        &mut self,
        context: &Context,
        select: &Select,
        outer: &Bound,
    ) -> Made<Vec<Branch>> {
        let mut branches = self.combinations(context, select, outer)?;
        for branch in &mut branches {
            self.finish(context, select, branch)?;
        }
        Ok(branches)
    }

    /// Gives a branch its outputs and its place in the order.
    fn finish(&mut self, context: &Context, select: &Select, branch: &mut Branch) -> Made<()> {
        let declarations = branch.declarations.clone();
        let bound = branch.bound.clone();
        let mut sort = Vec::new();
        for by in &select.order {
            let value =
                self.under(&declarations, |model| model.sql_scalar(context, &by.value, &bound))?;
            sort.push(SortKey { value, descending: by.descending, nulls_first: by.nulls_first });
        }
        if select.distinct
            && let Some((source, table)) = select.one_row()
        {
            let row = bound_row(&bound, RowRef::Source(source))?;
            sort.push(self.by_key(row, table)?);
        } else {
            let own = std::mem::take(&mut branch.sort);
            sort.extend(own);
        }
        branch.sort = sort;
        branch.outputs = self.under(&declarations, |model| {
            select.outputs.iter().map(|output| model.output(context, output, &bound)).collect()
        })?;
        Ok(())
    }

    fn by_key(&mut self, row: ExprId, table: TableId) -> Made<SortKey> {
        let value = self.problem.join(row, self.keys[&table])?;
        Ok(SortKey { value, descending: false, nulls_first: true })
    }

    fn output(&mut self, context: &Context, output: &Output, bound: &Bound) -> Made<ExprId> {
        match output {
            Output::Row(row, _) => bound_row(bound, *row),
            Output::Scalar(scalar, _) => self.sql_scalar(context, scalar, bound),
            Output::Count(_) => Err(RecordsError::Internal("COUNT beside other outputs".into())),
        }
    }

    /// What FROM, JOIN and WHERE let through.
    fn combinations(
        &mut self,
        context: &Context,
        select: &Select,
        outer: &Bound,
    ) -> Made<Vec<Branch>> {
        let guard = self.problem.truth(true);
        let start = Branch {
            declarations: Vec::new(),
            guard,
            outputs: Vec::new(),
            bound: outer.clone(),
            sort: Vec::new(),
        };
        let mut branches = vec![start];
        for source in &select.sources {
            let rows = self.source(context, source, outer)?;
            let mut joined = Vec::new();
            for branch in &branches {
                self.join(context, source, branch, &rows, &mut joined)?;
            }
            branches = joined;
        }
        if let Some(filter) = &select.filter {
            for branch in &mut branches {
                let (declarations, bound) = (branch.declarations.clone(), branch.bound.clone());
                let passes = self
                    .under(&declarations, |model| model.sql_condition(context, filter, &bound))?;
                branch.guard = self.problem.and([branch.guard, passes.yes])?;
            }
        }
        Ok(branches)
    }

    /// The rows of one source.
    fn source(&mut self, context: &Context, source: &Source, outer: &Bound) -> Made<Vec<Branch>> {
        match &source.kind {
            SourceKind::Derived(inner) => self.selected(context, inner, outer),
            SourceKind::Table(table) => {
                let rows = self.version(context.at, *table)?.rows;
                let (row, declaration) = self.row_variable("r", rows)?;
                let guard = self.problem.truth(true);
                let mut branch = Branch::new(vec![declaration], guard, vec![row]);
                branch.sort = vec![self.by_key(row, *table)?];
                Ok(vec![branch])
            }
        }
    }

    fn join(
        &mut self,
        context: &Context,
        source: &Source,
        branch: &Branch,
        rows: &[Branch],
        joined: &mut Vec<Branch>,
    ) -> Made<()> {
        let mut partners = Vec::new();
        for row in rows {
            let mut both = branch.clone();
            both.declarations.extend_from_slice(&row.declarations);
            both.bound.insert(source.id, row.outputs.clone());
            both.sort.extend_from_slice(&row.sort);
            let mut own = vec![row.guard];
            if let Some(on) = &source.on {
                let (declarations, bound) = (both.declarations.clone(), both.bound.clone());
                own.push(
                    self.under(&declarations, |model| model.sql_condition(context, on, &bound))?
                        .yes,
                );
            }
            let own = self.problem.and(own)?;
            both.guard = self.problem.and([branch.guard, own])?;
            partners.push(self.exists(&row.declarations, own)?);
            joined.push(both);
        }
        if source.left {
            let width = match &source.kind {
                SourceKind::Table(_) => 1,
                SourceKind::Derived(inner) => inner.outputs.len(),
            };
            let mut alone = branch.clone();
            let null = self.problem.none(1)?;
            alone.bound.insert(source.id, vec![null; width]);
            let some = self.problem.or(partners)?;
            let none = self.problem.not(some)?;
            alone.guard = self.problem.and([branch.guard, none])?;
            joined.push(alone);
        }
        Ok(())
    }

    /// Whether the row of one branch stands before that of another one.
    fn before(&mut self, a: &Branch, b: &Branch) -> Made<FormulaId> {
        let mut whole = self.problem.truth(false);
        for (x, y) in a.sort.iter().zip(&b.sort).rev() {
            let less = self.sorts_before(x, y.value)?;
            let same = self.problem.equal(x.value, y.value)?;
            let later = self.problem.and([same, whole])?;
            whole = self.problem.or([less, later])?;
        }
        Ok(whole)
    }

    fn sorts_before(&mut self, a: &SortKey, b: ExprId) -> Made<FormulaId> {
        let less = match a.descending {
            true => self.is_less(b, a.value)?,
            false => self.is_less(a.value, b)?,
        };
        let (null, other) = if a.nulls_first { (a.value, b) } else { (b, a.value) };
        let (null, other) = (self.problem.no(null)?, self.problem.some(other)?);
        let null_is_first = self.problem.and([null, other])?;
        Ok(self.problem.or([less, null_is_first])?)
    }

    /// Keeps the rows of which so many stand before.
    fn limit(
        &mut self,
        context: &Context,
        select: &Select,
        outer: &Bound,
        branches: &mut [Branch],
    ) -> Made<()> {
        let copies = self.distinct(context, select, outer)?;
        for branch in branches.iter_mut() {
            let mut earlier = Vec::new();
            for copy in &copies {
                let before = self.before(copy, branch)?;
                let guard = self.problem.and([copy.guard, before])?;
                earlier.push((copy.declarations.clone(), guard));
            }
            let mut kept = vec![branch.guard];
            if (select.limit, select.offset) == (Some(1), 0) {
                for (declarations, guard) in earlier {
                    let exists = self.exists(&declarations, guard)?;
                    kept.push(self.problem.not(exists)?);
                }
            } else {
                let count = self.sum(&earlier)?;
                let most = i64::try_from(self.domains.most_rows).unwrap_or(i64::MAX);
                let offset = i64::try_from(select.offset).unwrap_or(i64::MAX).min(most);
                let low = self.problem.int(offset)?;
                kept.push(self.problem.less_or_equal(low, count)?);
                if let Some(limit) = select.limit {
                    let end = offset
                        .saturating_add(i64::try_from(limit).unwrap_or(i64::MAX))
                        .min(most.saturating_add(1));
                    let end = self.problem.int(end)?;
                    kept.push(self.problem.less(count, end)?);
                }
            }
            branch.guard = self.problem.and(kept)?;
        }
        Ok(())
    }

    /// How many values of variables there are for which formulas hold.
    fn sum(&mut self, parts: &[(Vec<Declaration>, FormulaId)]) -> Made<IntId> {
        let mut total = self.problem.int(0)?;
        for (declarations, guard) in parts {
            let number = if declarations.is_empty() {
                let (one, zero) = (self.problem.int(1)?, self.problem.int(0)?);
                self.problem.if_int(*guard, one, zero)?
            } else {
                let rows = self.problem.comprehension(declarations, *guard)?;
                self.problem.cardinality(rows)?
            };
            total = self.problem.operate(IntOp::Add, total, number)?;
        }
        Ok(total)
    }

    /// How many rows branches make.
    pub(super) fn count(&mut self, branches: &[Branch]) -> Made<ExprId> {
        let parts: Vec<_> = branches.iter().map(|b| (b.declarations.clone(), b.guard)).collect();
        let total = self.sum(&parts)?;
        self.number(total)
    }

    /// A number of rows as a value. That it is outside of the integers that are considered is noted.
    fn number(&mut self, total: IntId) -> Made<ExprId> {
        let number = self.problem.int_to_atom(total)?;
        let fits = self.problem.some(number)?;
        self.overflowing += usize::from(!self.domains.counts_fit);
        self.must_not_overflow(fits)?;
        Ok(number)
    }

    fn counted(
        &mut self,
        context: &Context,
        select: &Select,
        counted: &Counted,
        outer: &Bound,
    ) -> Made<ExprId> {
        let branches = self.combinations(context, select, outer)?;
        let (scalar, distinct) = match counted {
            Counted::Rows => return self.count(&branches),
            Counted::Values(scalar) => (scalar, None),
            Counted::Distinct(scalar, ty) => (scalar, Some(*ty)),
        };
        let mut counted = Vec::new();
        for branch in branches {
            let Branch { declarations, guard, bound, .. } = branch;
            let value =
                self.under(&declarations, |model| model.sql_scalar(context, scalar, &bound))?;
            let some = self.problem.some(value)?;
            let guard = self.problem.and([guard, some])?;
            counted.push(Branch::new(declarations, guard, vec![value]));
        }
        match distinct {
            None => self.count(&counted),
            Some(ty) => {
                let values = self.collect(&counted, ty)?;
                let total = self.problem.cardinality(values)?;
                self.number(total)
            }
        }
    }

    /// A value in a row.
    pub(super) fn sql_scalar(
        &mut self,
        context: &Context,
        scalar: &Scalar,
        bound: &Bound,
    ) -> Made<ExprId> {
        match scalar {
            Scalar::Constant(value) => self.constant(value),
            Scalar::Parameter(index) => {
                let missing =
                    || RecordsError::Internal("a place holder without a parameter".into());
                context.parameters.get(*index).copied().ok_or_else(missing)
            }
            Scalar::Column(row, table, column) => {
                let row = bound_row(bound, *row)?;
                self.row_column(row, *table, *column, context.at)
            }
            Scalar::Derived(source, index) => bound_row(bound, RowRef::Derived(*source, *index)),
            Scalar::Arithmetic(op, a, b) => {
                let (a, b) =
                    (self.sql_scalar(context, a, bound)?, self.sql_scalar(context, b, bound)?);
                self.arithmetic(*op, a, b)
            }
            Scalar::Condition(condition) => {
                let truth = self.sql_condition(context, condition, bound)?;
                let (yes, no) =
                    (self.constant(&Value::Bool(true))?, self.constant(&Value::Bool(false))?);
                let null = self.problem.none(1)?;
                let otherwise = self.problem.if_expr(truth.no, no, null)?;
                Ok(self.problem.if_expr(truth.yes, yes, otherwise)?)
            }
            Scalar::Subquery(select) => {
                let mut one = (**select).clone();
                one.limit = Some(1);
                let ty = match one.outputs.as_slice() {
                    [Output::Scalar(_, ty)] => *ty,
                    _ => Type::Int,
                };
                let branches = self.selected(context, &one, bound)?;
                self.collect(&branches, ty)
            }
            Scalar::Coalesce(list) => {
                let mut value = self.problem.none(1)?;
                for scalar in list.iter().rev() {
                    let own = self.sql_scalar(context, scalar, bound)?;
                    let some = self.problem.some(own)?;
                    value = self.problem.if_expr(some, own, value)?;
                }
                Ok(value)
            }
            Scalar::Case(cases, otherwise) => {
                let mut value = self.sql_scalar(context, otherwise, bound)?;
                for (condition, scalar) in cases.iter().rev() {
                    let truth = self.sql_condition(context, condition, bound)?;
                    let own = self.sql_scalar(context, scalar, bound)?;
                    value = self.problem.if_expr(truth.yes, own, value)?;
                }
                Ok(value)
            }
        }
    }

    /// A column of a row that FROM gave, which is there by its making.
    fn row_column(
        &mut self,
        row: ExprId,
        table: TableId,
        column: ColumnRef,
        at: usize,
    ) -> Made<ExprId> {
        let expression = match column {
            ColumnRef::Key => self.keys[&table],
            ColumnRef::Column(index) => self.version(at, table)?.columns[index],
        };
        Ok(self.problem.join(row, expression)?)
    }

    /// The values that texts of a pattern have.
    pub(super) fn texts_like(&mut self, pattern: &crate::query::Pattern) -> Made<ExprId> {
        let texts = self.values(Type::Text);
        let like = texts.into_iter().filter(|atom| match self.meanings.get(atom.index()) {
            Some(super::Meaning::Value(Value::Text(text))) => pattern.matches(text),
            _ => false,
        });
        let like = TupleSet::set(like);
        Ok(self.problem.constant(like)?)
    }
}

/// Whether a value is one of the outputs, or a column of a row that is.
fn is_output(scalar: &Scalar, select: &Select) -> bool {
    select.outputs.iter().any(|output| match (output, scalar) {
        (Output::Row(row, _), Scalar::Column(own, ..)) => row == own,
        (Output::Scalar(Scalar::Column(a, _, x), _), Scalar::Column(b, _, y)) => {
            a == b && (x == y || *x == ColumnRef::Key)
        }
        (Output::Scalar(Scalar::Derived(a, x), _), Scalar::Derived(b, y)) => a == b && x == y,
        _ => false,
    })
}
