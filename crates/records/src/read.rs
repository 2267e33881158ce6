//! Reading expressions and queries of requests, with their types.

use crate::error::RecordsError;
use crate::expression::{Expression, Query, Range, Rows, Variable, VariableId};
use crate::members::Members;
use crate::operators::{Arithmetic, Comparison};
use crate::query::{Output, RowRef, Scalar, Select};
use crate::schema::{ColumnRef, Schema};
use crate::sql;
use crate::value::{TableId, Type, Value, comparable};
use serde_json::Value as Json;
use std::rc::Rc;

/// An expression with its type.
pub(crate) type Typed = (Expression, Type);

/// Reads expressions; knows the variables that are in scope.
pub(crate) struct Reader<'a> {
    pub(crate) schema: &'a Schema,
    /// All variables ever made; ids are indices.
    pub(crate) variables: Vec<Variable>,
    /// Those that can be named, the innermost last.
    pub(crate) scope: Vec<VariableId>,
    /// The number of writes before expressions that do not say it.
    pub(crate) default_at: usize,
    /// The greatest number of writes that can be named.
    pub(crate) last_at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(schema: &'a Schema) -> Reader<'a> {
        Reader { schema, variables: Vec::new(), scope: Vec::new(), default_at: 0, last_at: 0 }
    }

    /// Makes a variable and puts it in scope.
    pub(crate) fn declare(&mut self, name: &str, ty: Type) -> VariableId {
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable { name: name.to_owned(), ty });
        self.scope.push(id);
        id
    }

    /// The table of a name.
    pub(crate) fn table(&self, name: &str, at: &str) -> Result<TableId, RecordsError> {
        let missing = || RecordsError::form(at, format!("`{name}` is no table of the schema"));
        self.schema.table(name).ok_or_else(missing)
    }

    /// The scalar type of a name.
    pub(crate) fn scalar_type(name: &str, at: &str) -> Result<Type, RecordsError> {
        Ok(match name {
            "int" => Type::Int,
            "text" => Type::Text,
            "bool" => Type::Bool,
            "time" => Type::Time,
            other => {
                return Err(RecordsError::form(
                    at,
                    format!("`{other}` is none of int, text, bool and time"),
                ));
            }
        })
    }

    /// An expression that is a condition.
    pub(crate) fn condition(&mut self, json: &Json, at: &str) -> Result<Expression, RecordsError> {
        let (expression, ty) = self.expression(json, at)?;
        match ty {
            Type::Bool => Ok(expression),
            other => {
                Err(RecordsError::form(at, format!("a condition is expected, and this is {other}")))
            }
        }
    }

    /// Any expression.
    pub(crate) fn expression(&mut self, json: &Json, at: &str) -> Result<Typed, RecordsError> {
        let mut members = Members::new(json, at)?;
        let result = self.form(&mut members)?;
        members.finish()?;
        Ok(result)
    }

    fn form(&mut self, m: &mut Members<'_>) -> Result<Typed, RecordsError> {
        const FORMS: [&str; 18] = [
            "var", "int", "text", "bool", "time", "opaque", "null", "column", "record", "op",
            "exists", "forall", "some", "count", "in", "row", "value", "same",
        ];
        let Some(form) = FORMS.into_iter().find(|form| m.has(form)) else {
            return Err(RecordsError::form(
                &m.at,
                format!("an expression has one of the members {}", FORMS.join(", ")),
            ));
        };
        let json = m.required(form)?;
        let place = m.place(form);
        match form {
            "var" | "int" | "text" | "bool" | "time" | "opaque" | "null" => {
                self.leaf(form, json, &place)
            }
            "column" => self.column(m, json, &place),
            "record" => self.record(m, json, &place),
            "op" => {
                let args = m.list("args")?;
                let name = json
                    .as_str()
                    .ok_or_else(|| RecordsError::form(&place, "a text is expected"))?;
                self.operator(name, args, &m.place("args"))
            }
            "exists" | "forall" => self.quantified(form == "forall", m, json, &place),
            "some" => Ok((Expression::Some(self.query(json, &place)?), Type::Bool)),
            "count" => Ok((Expression::Count(self.query(json, &place)?), Type::Int)),
            "in" => self.is_in(json, &place),
            "row" | "value" => {
                let index = m.optional_number("index")?.unwrap_or(0);
                let query = self.query(json, &place)?;
                self.nth(form == "row", query, index, &place)
            }
            _ => self.same(json, &place),
        }
    }

    fn leaf(&self, form: &str, json: &Json, at: &str) -> Result<Typed, RecordsError> {
        let wrong = |what: &str| RecordsError::form(at, format!("{what} is expected"));
        let value = match form {
            "var" => {
                let name = json.as_str().ok_or_else(|| wrong("a text"))?;
                let named = |id: &&VariableId| self.variables[id.0 as usize].name == name;
                let Some(id) = self.scope.iter().rev().find(named) else {
                    return Err(RecordsError::form(
                        at,
                        format!("no variable `{name}` is in scope"),
                    ));
                };
                return Ok((Expression::Variable(*id), self.variables[id.0 as usize].ty));
            }
            "int" => Value::Int(json.as_i64().ok_or_else(|| wrong("an integer of 64 bits"))?),
            "time" => {
                Value::Time(json.as_i64().ok_or_else(|| wrong("a number of seconds of 64 bits"))?)
            }
            "text" => Value::Text(json.as_str().ok_or_else(|| wrong("a text"))?.into()),
            "opaque" => Value::Named(json.as_str().ok_or_else(|| wrong("a text"))?.into()),
            "bool" => Value::Bool(json.as_bool().ok_or_else(|| wrong("true or false"))?),
            _ if json.as_bool() == Some(true) => Value::Null,
            _ => return Err(wrong("true")),
        };
        let ty = value.ty();
        Ok((Expression::Constant(value), ty))
    }

    /// The member `at` of an expression.
    fn at(&self, m: &mut Members<'_>) -> Result<usize, RecordsError> {
        let at = m
            .optional_number("at")?
            .map_or(self.default_at, |n| usize::try_from(n).unwrap_or(usize::MAX));
        if at > self.last_at {
            let why = format!("there are {} writes before this, not {at}", self.last_at);
            return Err(RecordsError::form(&m.place("at"), why));
        }
        Ok(at)
    }

    fn column(
        &mut self,
        m: &mut Members<'_>,
        json: &Json,
        place: &str,
    ) -> Result<Typed, RecordsError> {
        let Some([record, name]) = json.as_array().map(Vec::as_slice) else {
            return Err(RecordsError::form(
                place,
                "a record and the name of a column are expected",
            ));
        };
        let at = self.at(m)?;
        let (record, ty) = self.expression(record, &format!("{place}[0]"))?;
        let name = name
            .as_str()
            .ok_or_else(|| RecordsError::form(place, "the name of a column is expected"))?;
        let Type::Record(table) = ty else {
            return Err(RecordsError::form(
                place,
                format!("`{name}` is asked of what is no record but {ty}"),
            ));
        };
        let definition = self.schema.get(table);
        let Some(column) = definition.column(name) else {
            return Err(RecordsError::form(
                place,
                format!("table `{}` has no column `{name}`", definition.name),
            ));
        };
        Ok((
            Expression::Column { record: Rc::new(record), table, column, at },
            definition.ty(column),
        ))
    }

    fn record(
        &mut self,
        m: &mut Members<'_>,
        json: &Json,
        place: &str,
    ) -> Result<Typed, RecordsError> {
        let Some([name, key]) = json.as_array().map(Vec::as_slice) else {
            return Err(RecordsError::form(place, "a table and a key are expected"));
        };
        let at = self.at(m)?;
        let name = name
            .as_str()
            .ok_or_else(|| RecordsError::form(place, "the name of a table is expected"))?;
        let table = self.table(name, place)?;
        if self.schema.get(table).key.is_none() {
            return Err(RecordsError::form(place, format!("table `{name}` has no key")));
        }
        let (key, ty) = self.expression(key, &format!("{place}[1]"))?;
        if !comparable(ty, Type::Key) {
            return Err(RecordsError::form(place, format!("a key is expected, and this is {ty}")));
        }
        Ok((Expression::Record { table, key: Rc::new(key), at }, Type::Record(table)))
    }

    fn operator(&mut self, name: &str, args: &[Json], place: &str) -> Result<Typed, RecordsError> {
        match name {
            "and" | "or" => {
                let mut list = Vec::new();
                for (index, json) in args.iter().enumerate() {
                    list.push(self.condition(json, &format!("{place}[{index}]"))?);
                }
                let whole =
                    if name == "and" { Expression::And(list) } else { Expression::Or(list) };
                Ok((whole, Type::Bool))
            }
            "not" | "truth" | "null?" => self.unary(name, args, place),
            "implies" | "iff" => {
                let [a, b] = arguments(args, name, place)?;
                let a = Rc::new(self.condition(a, &format!("{place}[0]"))?);
                let b = Rc::new(self.condition(b, &format!("{place}[1]"))?);
                let whole =
                    if name == "iff" { Expression::Iff(a, b) } else { Expression::Implies(a, b) };
                Ok((whole, Type::Bool))
            }
            "if" => {
                let [c, a, b] = arguments(args, name, place)?;
                let c = self.condition(c, &format!("{place}[0]"))?;
                let (a, ty) = self.expression(a, &format!("{place}[1]"))?;
                let (b, other) = self.expression(b, &format!("{place}[2]"))?;
                check_comparable(ty, other, place)?;
                let ty = if ty == Type::Null { other } else { ty };
                Ok((Expression::If(Rc::new(c), Rc::new(a), Rc::new(b)), ty))
            }
            _ => self.binary(name, args, place),
        }
    }

    fn unary(&mut self, name: &str, args: &[Json], place: &str) -> Result<Typed, RecordsError> {
        let [a] = arguments(args, name, place)?;
        let place = format!("{place}[0]");
        let whole = match name {
            "not" => Expression::Not(Rc::new(self.condition(a, &place)?)),
            "null?" => Expression::IsNull(Rc::new(self.expression(a, &place)?.0)),
            _ => {
                let (a, ty) = self.expression(a, &place)?;
                if !comparable(ty, Type::Bool) {
                    return Err(RecordsError::form(&place, format!("`truth` of {ty}")));
                }
                Expression::Truth(Rc::new(a))
            }
        };
        Ok((whole, Type::Bool))
    }

    fn binary(&mut self, name: &str, args: &[Json], place: &str) -> Result<Typed, RecordsError> {
        let arithmetic = match name {
            "+" => Some(Arithmetic::Add),
            "-" => Some(Arithmetic::Subtract),
            "*" => Some(Arithmetic::Multiply),
            "/" => Some(Arithmetic::Divide),
            "%" => Some(Arithmetic::Remainder),
            _ => None,
        };
        let order = match name {
            "<" => Some(Comparison::Less),
            "<=" => Some(Comparison::AtMost),
            ">" => Some(Comparison::Greater),
            ">=" => Some(Comparison::AtLeast),
            _ => None,
        };
        if arithmetic.is_none() && order.is_none() && !matches!(name, "==" | "!=") {
            return Err(RecordsError::form(place, format!("the operator `{name}` is not known")));
        }
        let [a, b] = arguments(args, name, place)?;
        let (a, ty) = self.expression(a, &format!("{place}[0]"))?;
        let (b, other) = self.expression(b, &format!("{place}[1]"))?;
        check_comparable(ty, other, place)?;
        let together = if ty == Type::Null { other } else { ty };
        let (a, b) = (Rc::new(a), Rc::new(b));
        if let Some(op) = arithmetic {
            if !matches!(together, Type::Int | Type::Null) {
                return Err(RecordsError::form(place, format!("arithmetic on {together}")));
            }
            return Ok((Expression::Arithmetic(op, a, b), Type::Int));
        }
        if let Some(order) = order {
            if !matches!(together, Type::Int | Type::Time | Type::Key | Type::Text | Type::Null) {
                return Err(RecordsError::form(place, format!("{together} has no order")));
            }
            return Ok((Expression::Order(order, a, b), Type::Bool));
        }
        let equal = Expression::Equal(a, b);
        Ok((if name == "==" { equal } else { Expression::Not(Rc::new(equal)) }, Type::Bool))
    }

    fn quantified(
        &mut self,
        all: bool,
        m: &mut Members<'_>,
        json: &Json,
        place: &str,
    ) -> Result<Typed, RecordsError> {
        let mut of = Members::new(json, place)?;
        let name = of.text("name")?;
        let (range, ty) = if let Some(table) = of.optional_text("table")? {
            let table = self.table(&table, place)?;
            (Range::Table(table, self.at(&mut of)?), Type::Record(table))
        } else if let Some(ty) = of.optional_text("type")? {
            let ty = Self::scalar_type(&ty, place)?;
            (Range::Values(ty), ty)
        } else {
            let query = self.query(of.required("query")?, &of.place("query"))?;
            let ty = match query.rows {
                Rows::Records(_, table) => Type::Record(table),
                Rows::Scalar(ty) => ty,
                Rows::Other => return Err(several_columns(&query, "a quantifier over its rows")),
            };
            (Range::Query(query), ty)
        };
        of.finish()?;
        let variable = self.declare(&name, ty);
        let body = self.condition(m.required("body")?, &m.place("body"));
        self.scope.pop();
        Ok((Expression::Quantified { all, variable, range, body: Rc::new(body?) }, Type::Bool))
    }

    fn is_in(&mut self, json: &Json, place: &str) -> Result<Typed, RecordsError> {
        let Some([element, query]) = json.as_array().map(Vec::as_slice) else {
            return Err(RecordsError::form(place, "an expression and a query are expected"));
        };
        let (element, ty) = self.expression(element, &format!("{place}[0]"))?;
        let query = self.query(query, &format!("{place}[1]"))?;
        match query.rows {
            Rows::Records(_, table) => check_comparable(ty, Type::Record(table), place)?,
            Rows::Scalar(other) => check_comparable(ty, other, place)?,
            Rows::Other => return Err(several_columns(&query, "`in`")),
        }
        Ok((Expression::In(Rc::new(element), query), Type::Bool))
    }

    fn nth(
        &mut self,
        row: bool,
        query: Rc<Query>,
        index: u64,
        place: &str,
    ) -> Result<Typed, RecordsError> {
        match (row, query.rows) {
            (true, Rows::Records(_, table)) => {
                Ok((Expression::Row(query, index), Type::Record(table)))
            }
            (false, Rows::Scalar(ty)) => Ok((Expression::Value(query, index), ty)),
            (true, _) => {
                Err(RecordsError::form(place, "`row` is for queries of the rows of one table"))
            }
            (false, _) => Err(RecordsError::form(place, "`value` is for queries of one column")),
        }
    }

    fn same(&mut self, json: &Json, place: &str) -> Result<Typed, RecordsError> {
        let Some([a, b]) = json.as_array().map(Vec::as_slice) else {
            return Err(RecordsError::form(place, "two queries are expected"));
        };
        let a = self.query(a, &format!("{place}[0]"))?;
        let b = self.query(b, &format!("{place}[1]"))?;
        match (a.rows, b.rows) {
            (Rows::Records(_, s), Rows::Records(_, t)) if s == t => {}
            (Rows::Scalar(s), Rows::Scalar(t)) if comparable(s, t) => {}
            _ => {
                return Err(RecordsError::form(
                    place,
                    "queries of rows of one table, or of one column, are expected",
                ));
            }
        }
        Ok((Expression::Same(a, b), Type::Bool))
    }

    /// A query with its parameters.
    pub(crate) fn query(&mut self, json: &Json, place: &str) -> Result<Rc<Query>, RecordsError> {
        let mut m = Members::new(json, place)?;
        let text = m.text("sql")?;
        let at = self.at(&mut m)?;
        let mut parameters = Vec::new();
        for (index, json) in m.list("parameters")?.iter().enumerate() {
            parameters.push(self.expression(json, &format!("{place}.parameters[{index}]"))?);
        }
        let association = match m.optional("as") {
            None => None,
            Some(json) => {
                let mut of = Members::new(json, &m.place("as"))?;
                let name = of.text("name")?;
                let record = self.expression(of.required("of")?, &of.place("of"))?.0;
                of.finish()?;
                Some((Rc::new(record), name))
            }
        };
        m.finish()?;
        let select = sql::read(self.schema, &text, &parameters)?;
        let rows = rows(self.schema, &select);
        let parameters = parameters.into_iter().map(|(expression, _)| expression).collect();
        Ok(Rc::new(Query { select, parameters, at, rows, text, association }))
    }
}

/// What the rows of a SELECT are: those of a table, when all of its columns, or its key and others, are selected.
fn rows(schema: &Schema, select: &Select) -> Rows {
    let whole: Vec<(RowRef, TableId)> = select
        .outputs
        .iter()
        .filter_map(|output| match output {
            Output::Row(row, table) => Some((*row, *table)),
            _ => None,
        })
        .collect();
    match (whole.as_slice(), select.outputs.as_slice()) {
        ([(row, table)], _) => Rows::Records(*row, *table),
        ([], [Output::Scalar(_, ty)]) => Rows::Scalar(*ty),
        ([], [Output::Count(_)]) => Rows::Scalar(Type::Int),
        ([], [Output::Scalar(Scalar::Column(row, table, _), _), ..]) => {
            let of = |output: &Output| match output {
                Output::Scalar(Scalar::Column(own, _, column), _) if own == row => Some(*column),
                _ => None,
            };
            let columns: Vec<ColumnRef> = select.outputs.iter().filter_map(of).collect();
            let complete = schema.get(*table).columns.len() <= columns.len();
            if columns.contains(&ColumnRef::Key) || (schema.get(*table).key.is_none() && complete) {
                Rows::Records(*row, *table)
            } else {
                Rows::Other
            }
        }
        _ => Rows::Other,
    }
}

fn several_columns(query: &Query, what: &str) -> RecordsError {
    RecordsError::sql(
        &query.text,
        format!("{what} is understood for rows of one table and for one column"),
    )
}

fn arguments<'j, const N: usize>(
    args: &'j [Json],
    name: &str,
    place: &str,
) -> Result<[&'j Json; N], RecordsError> {
    let list: Vec<&Json> = args.iter().collect();
    let found = list.len();
    list.try_into().map_err(|_| {
        RecordsError::form(place, format!("`{name}` takes {N} arguments, not {found}"))
    })
}

fn check_comparable(a: Type, b: Type, place: &str) -> Result<(), RecordsError> {
    if comparable(a, b) {
        return Ok(());
    }
    let why = match (a, b) {
        (Type::Record(_), Type::Record(_)) => "records of two tables are compared".to_owned(),
        _ => format!("{a} and {b} are compared"),
    };
    Err(RecordsError::form(place, why))
}
