//! The verification condition of a specification, as people write it.

use crate::expression::{Expression, Query, Range};
use crate::operators::Comparison;
use crate::query::Output;
use crate::request::{Check, Ending, Path, Stated};
use crate::schema::{ColumnRef, Schema};
use crate::value::{TableId, Type, Value};

/// The whole condition. Where all paths assume and demand the same it is that; else each path stands with its conditions.
pub fn formula(schema: &Schema, check: &Check) -> String {
    let printer = Printer { schema, check };
    let paths: Vec<&Path> =
        check.paths.iter().filter_map(|p| p.as_ref().ok()).filter(|p| demands(p)).collect();
    let mut bodies: Vec<String> = Vec::new();
    for path in &paths {
        let body = printer.path(&path.hypotheses, path);
        if !bodies.contains(&body) {
            bodies.push(body);
        }
    }
    if bodies.len() > 1 {
        bodies = paths
            .iter()
            .filter(|path| !is_trivial(path))
            .map(|path| printer.path(path.condition.iter().chain(&path.hypotheses), path))
            .collect();
    }
    let mut declared: Vec<String> = Vec::new();
    for id in &check.of_all {
        let variable = &check.variables[id.0 as usize];
        let of = match variable.ty {
            Type::Record(table) => schema.get(table).model.clone(),
            ty => ty.to_string(),
        };
        declared.push(format!("{}: {of}", variable.name));
    }
    let body = if bodies.is_empty() { "  true".to_owned() } else { bodies.join(" and\n") };
    if declared.is_empty() { body } else { format!("all {} |\n{body}", declared.join(", ")) }
}

/// What a statement says: as its author wrote it, else as people write it.
pub(crate) fn stated(schema: &Schema, check: &Check, stated: &Stated) -> String {
    let printer = Printer { schema, check };
    stated.text.clone().unwrap_or_else(|| printer.text(&stated.expression, 0))
}

fn demands(path: &Path) -> bool {
    !path.obligations.is_empty() || matches!(path.ending, Ending::Raised { .. })
}

/// Whether a path demands what always holds.
fn is_trivial(path: &Path) -> bool {
    let always = |e: &Expression| match e {
        Expression::And(list) => list.is_empty(),
        Expression::Constant(value) => *value == Value::Bool(true),
        _ => false,
    };
    !matches!(path.ending, Ending::Raised { .. })
        && path.obligations.iter().all(|s| always(&s.expression))
}

/// How strongly operators bind, from the weakest.
const IMPLIES: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const NOT: u8 = 4;
const COMPARED: u8 = 5;
const SUM: u8 = 6;
const PRODUCT: u8 = 7;
const ATOM: u8 = 8;

struct Printer<'a> {
    schema: &'a Schema,
    check: &'a Check,
}

impl Printer<'_> {
    fn path<'s>(&self, assumed: impl IntoIterator<Item = &'s Stated>, path: &Path) -> String {
        let assumed: Vec<String> =
            assumed.into_iter().map(|s| self.text(&s.expression, AND)).collect();
        let weakest = if path.obligations.len() > 1 { AND } else { 0 };
        let mut demanded: Vec<String> =
            path.obligations.iter().map(|s| self.text(&s.expression, weakest)).collect();
        if matches!(path.ending, Ending::Raised { .. }) {
            demanded = vec!["false".to_owned()];
        }
        let demanded = demanded.join(" and ");
        if assumed.is_empty() {
            format!("  {demanded}")
        } else {
            format!("  {} implies\n  {demanded}", assumed.join(" and "))
        }
    }

    /// The text of an expression in surroundings that bind so strongly.
    fn text(&self, expression: &Expression, around: u8) -> String {
        let (text, own) = self.form(expression);
        if own < around { format!("({text})") } else { text }
    }

    fn form(&self, expression: &Expression) -> (String, u8) {
        use Expression as E;
        match expression {
            E::Constant(value) => (constant(value), ATOM),
            E::Variable(id) => (self.check.variables[id.0 as usize].name.clone(), ATOM),
            E::Column { record, table, column, at } => {
                let name = self.schema.get(*table).column_name(*column);
                (format!("{}.{name}{}", self.text(record, ATOM), after(*at)), ATOM)
            }
            E::Record { table, key, at } => match self.partner(key, Some(*table)) {
                Some(text) => (format!("{text}{}", after(*at)), ATOM),
                None => (
                    format!(
                        "{}[{}]{}",
                        self.schema.get(*table).model,
                        self.text(key, 0),
                        after(*at)
                    ),
                    ATOM,
                ),
            },
            E::Equal(a, b) => self.equality(a, "=", b),
            E::Not(inner) => match &**inner {
                E::Equal(a, b) => self.equality(a, "!=", b),
                E::IsNull(a) => (format!("{} is not null", self.text(a, SUM)), COMPARED),
                other => (format!("not ({})", self.text(other, 0)), NOT),
            },
            E::Order(comparison, a, b) => {
                let sign = sign(*comparison);
                (format!("{} {sign} {}", self.text(a, SUM), self.text(b, SUM)), COMPARED)
            }
            E::Arithmetic(op, a, b) => {
                use crate::operators::Arithmetic as A;
                let own = if matches!(op, A::Add | A::Subtract) { SUM } else { PRODUCT };
                (format!("{} {} {}", self.text(a, own), op.sign(), self.text(b, own + 1)), own)
            }
            E::And(list) => self.list(list, " and ", AND, "true"),
            E::Or(list) => self.list(list, " or ", OR, "false"),
            E::Implies(a, b) => {
                (format!("{} implies {}", self.text(a, OR), self.text(b, IMPLIES)), IMPLIES)
            }
            E::Iff(a, b) => (format!("{} iff {}", self.text(a, OR), self.text(b, OR)), IMPLIES),
            E::If(c, a, b) => (
                format!("if {} then {} else {}", self.text(c, 0), self.text(a, 0), self.text(b, 0)),
                0,
            ),
            E::IsNull(a) => (format!("{} is null", self.text(a, SUM)), COMPARED),
            E::Truth(a) => self.form(a),
            E::Quantified { all, variable, range, body } => {
                let name = &self.check.variables[variable.0 as usize].name;
                let word = if *all { "all" } else { "some" };
                (format!("{word} {name}: {} | {}", self.range(range), self.text(body, 0)), 0)
            }
            E::Some(query) => (format!("some {}", self.query(query)), NOT),
            E::Count(query) => (format!("#{}", self.query(query)), ATOM),
            E::In(a, query) => {
                (format!("{} in {}", self.text(a, SUM), self.query(query)), COMPARED)
            }
            E::Row(query, index) | E::Value(query, index) => {
                (format!("{}[{index}]", self.query(query)), ATOM)
            }
            E::Same(a, b) => (format!("{} = {}", self.query(a), self.query(b)), COMPARED),
        }
    }

    fn list(&self, list: &[Expression], word: &str, own: u8, none: &str) -> (String, u8) {
        match list {
            [] => (none.to_owned(), ATOM),
            [only] => self.form(only),
            list => {
                let parts: Vec<String> = list.iter().map(|part| self.text(part, own)).collect();
                (parts.join(word), own)
            }
        }
    }

    /// Keys that are compared are printed as the records that they are of: `o.user_id = u.id` is `o.user = u`.
    fn equality(&self, a: &Expression, sign: &str, b: &Expression) -> (String, u8) {
        if let (Some(a), Some(b)) = (self.partner(a, None), self.partner(b, None)) {
            return (format!("{a} {sign} {b}"), COMPARED);
        }
        (format!("{} {sign} {}", self.text(a, SUM), self.text(b, SUM)), COMPARED)
    }

    /// The record that a key is of, when its column says so by its name.
    fn partner(&self, key: &Expression, of: Option<TableId>) -> Option<String> {
        let Expression::Column { record, table, column, at } = key else { return None };
        let text = self.text(record, ATOM);
        match column {
            ColumnRef::Key if of.is_none() => Some(text),
            ColumnRef::Key => None,
            ColumnRef::Column(index) => {
                let column = &self.schema.get(*table).columns[*index];
                let name = column.name.strip_suffix("_id")?;
                let fits = column.references.is_some()
                    && of.is_none_or(|of| column.references == Some(of));
                fits.then(|| format!("{text}.{name}{}", after(*at)))
            }
        }
    }

    fn range(&self, range: &Range) -> String {
        match range {
            Range::Table(table, at) => format!("{}{}", self.schema.get(*table).model, after(*at)),
            Range::Query(query) => self.query(query),
            Range::Values(ty) => ty.to_string(),
        }
    }

    /// An association by its name, or the text with what its place holders stand for.
    fn query(&self, query: &Query) -> String {
        if let Some((record, name)) = &query.association {
            return format!("{}.{name}{}", self.text(record, ATOM), after(query.at));
        }
        let plain = query.select.filter.is_none() && query.select.sources.len() == 1;
        if let ([Output::Row(_, table)], true, None, 0) =
            (query.select.outputs.as_slice(), plain, query.select.limit, query.select.offset)
        {
            return format!("{}{}", self.schema.get(*table).model, after(query.at));
        }
        let mut text = String::new();
        let mut number = 0usize;
        let mut rest = query.text.as_str();
        while let Some(place) = rest.find(['$', '?']) {
            text.push_str(&rest[..place]);
            let tail = &rest[place + 1..];
            let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
            number = tail[..digits].parse().unwrap_or(number + 1);
            match query.parameters.get(number.wrapping_sub(1)) {
                Some(parameter) => text.push_str(&self.text(parameter, 0)),
                None => text.push_str(&rest[place..place + 1 + digits]),
            }
            rest = &tail[digits..];
        }
        format!("({text}{rest}){}", after(query.at))
    }
}

fn constant(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Text(text) | Value::Named(text) => format!("'{}'", text.replace('\'', "''")),
        other => other.json().to_string(),
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::Different => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Greater => ">",
        Comparison::AtLeast => ">=",
    }
}

/// The number of writes before something, where there are any.
fn after(at: usize) -> String {
    if at == 0 { String::new() } else { format!("@{at}") }
}
