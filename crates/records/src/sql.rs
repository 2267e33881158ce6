//! Reading SQL: texts in SQLite's dialect to queries with all names resolved. What is not understood is refused by name.

mod conditions;
mod scalars;
mod time;

use crate::error::RecordsError;
use crate::expression::Expression;
use crate::query::{
    Counted, OrderBy, Output, RowRef, Scalar, Select, Source, SourceId, SourceKind,
};
use crate::schema::Schema;
use crate::value::{TableId, Type, Value};
use sqlparser::ast;
use sqlparser::dialect::SQLiteDialect;
use sqlparser::parser::Parser;

/// Reads the text of a query whose place holders stand for the parameters.
pub(crate) fn read(
    schema: &Schema,
    text: &str,
    parameters: &[(Expression, Type)],
) -> Result<Select, RecordsError> {
    let statements = Parser::parse_sql(&SQLiteDialect {}, text)
        .map_err(|error| RecordsError::sql(text, error.to_string()))?;
    let [ast::Statement::Query(query)] = statements.as_slice() else {
        return Err(RecordsError::sql(text, "one SELECT is expected"));
    };
    let mut reader = Reader { schema, parameters, sources: 0, unnumbered: 0, scopes: Vec::new() };
    Ok(reader.query(query)?.0)
}

/// What a name in a FROM clause has.
#[derive(Clone)]
enum Columns {
    Table(TableId),
    Derived(Vec<(String, Type)>),
}

/// A source with its name.
#[derive(Clone)]
struct Named {
    name: String,
    id: SourceId,
    columns: Columns,
}

/// What is visible in a SELECT: its sources, and its outputs for ORDER BY.
#[derive(Default)]
struct Scope {
    sources: Vec<Named>,
    aliases: Vec<(String, Scalar, Type)>,
}

struct Reader<'a> {
    schema: &'a Schema,
    parameters: &'a [(Expression, Type)],
    sources: u32,
    unnumbered: usize,
    scopes: Vec<Scope>,
}

/// The names and types of a query's columns, for those who select from it.
type Shape = Vec<(String, Type)>;

impl Reader<'_> {
    fn query(&mut self, query: &ast::Query) -> Result<(Select, Shape), RecordsError> {
        let refused = [
            (query.with.is_some(), "WITH"),
            (query.fetch.is_some(), "FETCH"),
            (!query.locks.is_empty(), "FOR UPDATE"),
            (query.for_clause.is_some(), "FOR"),
            (query.settings.is_some(), "SETTINGS"),
            (query.format_clause.is_some(), "FORMAT"),
            (!query.pipe_operators.is_empty(), "|>"),
        ];
        refuse(&refused, query)?;
        let select = match &*query.body {
            ast::SetExpr::Select(select) => select,
            ast::SetExpr::SetOperation { op, .. } => {
                return Err(RecordsError::sql(query, format!("{op} has no translation")));
            }
            _ => return Err(RecordsError::sql(query, "only SELECT has a translation")),
        };
        self.scopes.push(Scope::default());
        let result = self.select(select, query);
        self.scopes.pop();
        result
    }

    fn select(
        &mut self,
        select: &ast::Select,
        query: &ast::Query,
    ) -> Result<(Select, Shape), RecordsError> {
        refuse(&unusual(select), select)?;
        let distinct = match &select.distinct {
            None => false,
            Some(ast::Distinct::Distinct) => true,
            Some(other) => return Err(RecordsError::sql(other, "DISTINCT ON has no translation")),
        };
        let sources = self.from(&select.from)?;
        let (outputs, shape) = self.outputs(&select.projection)?;
        let filter = select.selection.as_ref().map(|c| self.condition(c)).transpose()?;
        let order = self.order(query)?;
        let (limit, offset) = self.limit(query)?;
        let counts = outputs.iter().filter(|o| matches!(o, Output::Count(_))).count();
        if counts > 0 && (outputs.len() > 1 || distinct || !order.is_empty()) {
            return Err(RecordsError::sql(select, "COUNT beside other things has no translation"));
        }
        Ok((Select { distinct, outputs, sources, filter, order, limit, offset }, shape))
    }

    fn from(&mut self, from: &[ast::TableWithJoins]) -> Result<Vec<Source>, RecordsError> {
        let mut sources = Vec::new();
        for table in from {
            sources.push(self.source(&table.relation, false)?);
            for join in &table.joins {
                use ast::JoinOperator as J;
                let (left, constraint) = match &join.join_operator {
                    J::Join(c) | J::Inner(c) | J::CrossJoin(c) => (false, c),
                    J::Left(c) | J::LeftOuter(c) => (true, c),
                    _ => {
                        return Err(RecordsError::sql(
                            join,
                            "only INNER and LEFT JOIN have a translation",
                        ));
                    }
                };
                let mut source = self.source(&join.relation, left)?;
                source.on = match constraint {
                    ast::JoinConstraint::On(on) => Some(self.condition(on)?),
                    ast::JoinConstraint::None => None,
                    _ => {
                        return Err(RecordsError::sql(
                            join,
                            "USING and NATURAL have no translation",
                        ));
                    }
                };
                sources.push(source);
            }
        }
        Ok(sources)
    }

    fn source(&mut self, factor: &ast::TableFactor, left: bool) -> Result<Source, RecordsError> {
        let id = SourceId(self.sources);
        self.sources += 1;
        let (kind, name, columns) = match factor {
            ast::TableFactor::Table { name, alias, args: None, version: None, .. } => {
                let [ast::ObjectNamePart::Identifier(table)] = name.0.as_slice() else {
                    return Err(RecordsError::sql(name, "a table without a prefix is expected"));
                };
                let Some(found) = self.schema.table(&table.value) else {
                    return Err(RecordsError::sql(name, "no such table in the schema"));
                };
                let name =
                    alias_name(alias.as_ref(), factor)?.unwrap_or_else(|| table.value.clone());
                (SourceKind::Table(found), name, Columns::Table(found))
            }
            ast::TableFactor::Derived { lateral: false, subquery, alias } => {
                // A subquery of FROM does not see its neighbours.
                let own = self.scopes.pop();
                let read = self.query(subquery);
                self.scopes.extend(own);
                let (select, shape) = read?;
                let name = alias_name(alias.as_ref(), factor)?.unwrap_or_default();
                (SourceKind::Derived(Box::new(select)), name, Columns::Derived(shape))
            }
            other => return Err(RecordsError::sql(other, "this part of FROM has no translation")),
        };
        let Some(scope) = self.scopes.last_mut() else {
            return Err(RecordsError::Internal("a source without a scope".into()));
        };
        if scope.sources.iter().any(|s| s.name.eq_ignore_ascii_case(&name)) {
            return Err(RecordsError::sql(factor, "a name stands twice in FROM"));
        }
        scope.sources.push(Named { name, id, columns });
        Ok(Source { id, kind, left, on: None })
    }

    fn outputs(&mut self, items: &[ast::SelectItem]) -> Result<(Vec<Output>, Shape), RecordsError> {
        let mut outputs = Vec::new();
        let mut shape = Shape::new();
        for item in items {
            match item {
                ast::SelectItem::UnnamedExpr(expr) => {
                    self.output(expr, None, &mut outputs, &mut shape)?
                }
                ast::SelectItem::ExprWithAlias { expr, alias } => {
                    self.output(expr, Some(&alias.value), &mut outputs, &mut shape)?;
                }
                ast::SelectItem::Wildcard(_) => {
                    let sources = self.scopes.last().map(|s| s.sources.clone()).unwrap_or_default();
                    for source in &sources {
                        self.all_columns(source, &mut outputs, &mut shape);
                    }
                }
                ast::SelectItem::QualifiedWildcard(kind, _) => {
                    let name = match kind {
                        ast::SelectItemQualifiedWildcardKind::ObjectName(name) => {
                            match name.0.as_slice() {
                                [ast::ObjectNamePart::Identifier(name)] => name,
                                _ => {
                                    return Err(RecordsError::sql(
                                        item,
                                        "a name without a prefix is expected",
                                    ));
                                }
                            }
                        }
                        _ => return Err(RecordsError::sql(item, "this has no translation")),
                    };
                    let here = self.scopes.last().into_iter().flat_map(|s| &s.sources);
                    let found =
                        here.clone().find(|s| s.name.eq_ignore_ascii_case(&name.value)).cloned();
                    let Some(source) = found else {
                        return Err(RecordsError::sql(item, "no such name in FROM"));
                    };
                    self.all_columns(&source, &mut outputs, &mut shape);
                }
            }
        }
        Ok((outputs, shape))
    }

    fn output(
        &mut self,
        expr: &ast::Expr,
        alias: Option<&str>,
        outputs: &mut Vec<Output>,
        shape: &mut Shape,
    ) -> Result<(), RecordsError> {
        let own = match expr {
            ast::Expr::Identifier(name) => name.value.clone(),
            ast::Expr::CompoundIdentifier(names) => {
                names.last().map(|n| n.value.clone()).unwrap_or_default()
            }
            other => other.to_string(),
        };
        let name = alias.map_or(own, str::to_owned);
        if let ast::Expr::Function(function) = expr
            && scalars::function_name(function) == "count"
        {
            outputs.push(Output::Count(self.count(function)?));
            shape.push((name, Type::Int));
            return Ok(());
        }
        let (scalar, ty) = self.scalar(expr)?;
        if let (Some(alias), Some(scope)) = (alias, self.scopes.last_mut()) {
            scope.aliases.push((alias.to_owned(), scalar.clone(), ty));
        }
        outputs.push(Output::Scalar(scalar, ty));
        shape.push((name, ty));
        Ok(())
    }

    fn all_columns(&self, source: &Named, outputs: &mut Vec<Output>, shape: &mut Shape) {
        match &source.columns {
            Columns::Table(table) => {
                outputs.push(Output::Row(RowRef::Source(source.id), *table));
                // One output stands for all columns here; those who select from it find them by this entry.
                shape.push((String::new(), Type::Record(*table)));
            }
            Columns::Derived(columns) => {
                for (index, (name, ty)) in columns.iter().enumerate() {
                    match ty {
                        Type::Record(table) => {
                            outputs.push(Output::Row(RowRef::Derived(source.id, index), *table))
                        }
                        _ => outputs.push(Output::Scalar(Scalar::Derived(source.id, index), *ty)),
                    }
                    shape.push((name.clone(), *ty));
                }
            }
        }
    }

    fn count(&mut self, function: &ast::Function) -> Result<Counted, RecordsError> {
        scalars::refuse_unusual(function)?;
        let ast::FunctionArguments::List(list) = &function.args else {
            return Err(RecordsError::sql(function, "this form of COUNT has no translation"));
        };
        let distinct = matches!(list.duplicate_treatment, Some(ast::DuplicateTreatment::Distinct));
        match list.args.as_slice() {
            [ast::FunctionArg::Unnamed(ast::FunctionArgExpr::Wildcard)] if !distinct => {
                Ok(Counted::Rows)
            }
            [ast::FunctionArg::Unnamed(ast::FunctionArgExpr::Expr(expr))] => {
                let (scalar, ty) = self.scalar(expr)?;
                Ok(if distinct { Counted::Distinct(scalar, ty) } else { Counted::Values(scalar) })
            }
            _ => Err(RecordsError::sql(function, "this form of COUNT has no translation")),
        }
    }

    fn order(&mut self, query: &ast::Query) -> Result<Vec<OrderBy>, RecordsError> {
        let Some(order) = &query.order_by else { return Ok(Vec::new()) };
        let ast::OrderByKind::Expressions(keys) = &order.kind else {
            return Err(RecordsError::sql(order, "ORDER BY ALL has no translation"));
        };
        let mut result = Vec::new();
        for key in keys {
            let by = match &key.expr {
                ast::Expr::Value(value) => numbered(query, &value.value).ok_or_else(|| {
                    RecordsError::sql(key, "ORDER BY of a constant has no translation")
                })?,
                other => other,
            };
            let (value, ty) = self.scalar_or_alias(by)?;
            if ty == Type::Opaque {
                return Err(RecordsError::sql(key, "the order of an opaque column is not known"));
            }
            let descending = key.options.asc == Some(false);
            let nulls_first = key.options.nulls_first.unwrap_or(!descending);
            result.push(OrderBy { value, descending, nulls_first });
        }
        Ok(result)
    }

    fn scalar_or_alias(&mut self, expr: &ast::Expr) -> Result<(Scalar, Type), RecordsError> {
        if let ast::Expr::Identifier(name) = expr {
            let aliases = self.scopes.last().into_iter().flat_map(|s| &s.aliases);
            if let Some((_, scalar, ty)) =
                aliases.clone().find(|(n, ..)| n.eq_ignore_ascii_case(&name.value))
            {
                return Ok((scalar.clone(), *ty));
            }
        }
        self.scalar(expr)
    }

    fn limit(&mut self, query: &ast::Query) -> Result<(Option<u64>, u64), RecordsError> {
        let (limit, offset) = match &query.limit_clause {
            None => return Ok((None, 0)),
            Some(ast::LimitClause::LimitOffset { limit, offset, limit_by }) => {
                refuse(&[(!limit_by.is_empty(), "LIMIT BY")], query)?;
                (limit.as_ref(), offset.as_ref().map(|o| &o.value))
            }
            Some(ast::LimitClause::OffsetCommaLimit { offset, limit }) => {
                (Some(limit), Some(offset))
            }
        };
        let limit = limit.map(|expr| self.number(expr)).transpose()?;
        let offset = offset.map(|expr| self.number(expr)).transpose()?.unwrap_or(0);
        // A negative limit is none, a negative offset is 0.
        Ok((limit.and_then(|n| u64::try_from(n).ok()), u64::try_from(offset).unwrap_or(0)))
    }

    fn number(&mut self, expr: &ast::Expr) -> Result<i64, RecordsError> {
        match self.scalar(expr)? {
            (Scalar::Constant(Value::Int(n)), _) => Ok(n),
            _ => Err(RecordsError::sql(expr, "LIMIT and OFFSET are understood for constants only")),
        }
    }

    /// The column of a name, in the nearest SELECT that has it.
    fn column(
        &self,
        prefix: Option<&str>,
        name: &str,
        part: &ast::Expr,
    ) -> Result<(Scalar, Type), RecordsError> {
        for scope in self.scopes.iter().rev() {
            let named = |s: &&Named| prefix.is_none_or(|p| s.name.eq_ignore_ascii_case(p));
            let mut found =
                scope.sources.iter().filter(named).filter_map(|s| self.column_of(s, name));
            if let Some(first) = found.next() {
                return match found.next() {
                    None => Ok(first),
                    Some(_) => Err(RecordsError::sql(part, "the name means several columns")),
                };
            }
        }
        Err(RecordsError::sql(part, "no such column in the schema"))
    }

    fn column_of(&self, source: &Named, name: &str) -> Option<(Scalar, Type)> {
        match &source.columns {
            Columns::Table(table) => {
                let definition = self.schema.get(*table);
                let column = definition.column(name)?;
                Some((
                    Scalar::Column(RowRef::Source(source.id), *table, column),
                    definition.ty(column),
                ))
            }
            Columns::Derived(columns) => {
                columns.iter().enumerate().find_map(|(index, (own, ty))| match ty {
                    Type::Record(table) => {
                        let definition = self.schema.get(*table);
                        let column = definition.column(name)?;
                        Some((
                            Scalar::Column(RowRef::Derived(source.id, index), *table, column),
                            definition.ty(column),
                        ))
                    }
                    _ if own.eq_ignore_ascii_case(name) => {
                        Some((Scalar::Derived(source.id, index), *ty))
                    }
                    _ => None,
                })
            }
        }
    }
}

/// The parts of a SELECT that are refused where they stand.
fn unusual(select: &ast::Select) -> [(bool, &'static str); 10] {
    let grouped = match &select.group_by {
        ast::GroupByExpr::All(_) => true,
        ast::GroupByExpr::Expressions(list, modifiers) => !list.is_empty() || !modifiers.is_empty(),
    };
    [
        (grouped, "GROUP BY"),
        (select.having.is_some(), "HAVING"),
        (!select.named_window.is_empty(), "WINDOW"),
        (select.qualify.is_some(), "QUALIFY"),
        (select.top.is_some(), "TOP"),
        (select.into.is_some(), "INTO"),
        (!select.lateral_views.is_empty(), "LATERAL VIEW"),
        (select.prewhere.is_some(), "PREWHERE"),
        (select.connect_by.is_some(), "CONNECT BY"),
        (select.exclude.is_some() || select.value_table_mode.is_some(), "this form of SELECT"),
    ]
}

fn refuse(list: &[(bool, &str)], part: &impl ToString) -> Result<(), RecordsError> {
    match list.iter().find(|(there, _)| *there) {
        None => Ok(()),
        Some((_, name)) => {
            Err(RecordsError::sql(part.to_string(), format!("{name} has no translation")))
        }
    }
}

fn alias_name(
    alias: Option<&ast::TableAlias>,
    part: &ast::TableFactor,
) -> Result<Option<String>, RecordsError> {
    match alias {
        None => Ok(None),
        Some(alias) if alias.columns.is_empty() => Ok(Some(alias.name.value.clone())),
        Some(_) => Err(RecordsError::sql(part, "an alias with columns has no translation")),
    }
}

/// The column of a query that ORDER BY names by its number, counted from 1.
fn numbered<'q>(query: &'q ast::Query, number: &ast::Value) -> Option<&'q ast::Expr> {
    let (ast::SetExpr::Select(select), ast::Value::Number(number, _)) = (&*query.body, number)
    else {
        return None;
    };
    let place = number.to_string().parse::<usize>().ok()?.checked_sub(1)?;
    let column = |item: &'q ast::SelectItem| match item {
        ast::SelectItem::UnnamedExpr(expr) | ast::SelectItem::ExprWithAlias { expr, .. } => {
            Some(expr)
        }
        _ => None,
    };
    // What stands for several columns leaves the number of those behind it open.
    select.projection.iter().map(column).collect::<Option<Vec<_>>>()?.get(place).copied()
}
