//! The requests `feasible` and `check`.

use crate::error::RecordsError;
use crate::expression::{Expression, VariableId, Write};
use crate::members::Members;
use crate::read::Reader;
use crate::schema::{ColumnRef, Schema};
use crate::value::{TableId, Type, comparable};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// How large databases can be, and how long a decision may take.
#[derive(Debug, Clone, PartialEq)]
pub struct Scopes {
    /// Rows of a table that is not named.
    pub default: usize,
    /// Rows by table.
    pub tables: BTreeMap<TableId, usize>,
    /// Bits of integers and times, with their sign.
    pub bits: u32,
    /// The limit of time.
    pub seconds: f64,
    /// Whether rows can have been there before that are gone, so that keys are left over and others are missing.
    pub gone: bool,
}

impl Scopes {
    /// The most rows of a table.
    pub fn rows(&self, table: TableId) -> usize {
        self.tables.get(&table).copied().unwrap_or(self.default)
    }

    fn read(schema: &Schema, json: Option<&Json>) -> Result<Scopes, RecordsError> {
        const MOST_ROWS: u64 = 64;
        let mut scopes =
            Scopes { default: 3, tables: BTreeMap::new(), bits: 5, seconds: 30.0, gone: true };
        let Some(json) = json else { return Ok(scopes) };
        let mut m = Members::new(json, "scopes")?;
        let rows = |n: u64, at: &str| match n <= MOST_ROWS {
            true => Ok(n as usize),
            false => Err(RecordsError::form(at, format!("at most {MOST_ROWS} rows"))),
        };
        if let Some(n) = m.optional_number("default")? {
            scopes.default = rows(n, "scopes.default")?;
        }
        if let Some(bits) = m.optional_number("int")? {
            if !(1..=8).contains(&bits) {
                return Err(RecordsError::form("scopes.int", "from 1 to 8 bits"));
            }
            scopes.bits = bits as u32;
        }
        if let Some(json) = m.optional("seconds") {
            let seconds = json.as_f64().filter(|s| *s > 0.0 && *s < 1e9);
            scopes.seconds = seconds.ok_or_else(|| {
                RecordsError::form("scopes.seconds", "a positive number is expected")
            })?;
        }
        if let Some(json) = m.optional("tables") {
            let Some(map) = json.as_object() else {
                return Err(RecordsError::form("scopes.tables", "an object is expected"));
            };
            for (name, json) in map {
                let at = format!("scopes.tables.{name}");
                let Some(table) = schema.table(name) else {
                    return Err(RecordsError::form(&at, "it is no table of the schema"));
                };
                let n =
                    json.as_u64().ok_or_else(|| RecordsError::form(&at, "a number is expected"))?;
                scopes.tables.insert(table, rows(n, &at)?);
            }
        }
        m.finish()?;
        Ok(scopes)
    }
}

/// A condition with its place in the application.
#[derive(Debug, Clone)]
pub struct Stated {
    /// What is stated.
    pub expression: Expression,
    /// As a person wrote it.
    pub text: Option<String>,
    /// Where.
    pub place: Option<String>,
}

/// How a path ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// It ran to its end.
    Completed,
    /// An error left the application.
    Raised { error: String, place: Option<String> },
    /// Something without a symbolic meaning.
    Alarm { what: String, place: Option<String> },
}

/// A path of a specification, or the reason why it was not understood.
#[derive(Debug, Clone)]
pub struct Path {
    /// What its branches decided.
    pub condition: Vec<Stated>,
    /// What was assumed.
    pub hypotheses: Vec<Stated>,
    /// What must hold.
    pub obligations: Vec<Stated>,
    /// Its writes.
    pub writes: Vec<Write>,
    /// Its end.
    pub ending: Ending,
}

/// Facts, or a reason why they were not understood.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Those that were understood.
    pub known: Vec<Stated>,
    /// Why one was not.
    pub unknown: Option<RecordsError>,
}

/// One specification.
#[derive(Debug, Clone)]
pub struct Check {
    /// Its bounds.
    pub scopes: Scopes,
    /// Names and types of all variables, those of quantifiers and inserts included.
    pub variables: Vec<crate::expression::Variable>,
    /// The variables of the specification.
    pub of_all: Vec<VariableId>,
    /// What is always true.
    pub facts: Facts,
    /// Its paths.
    pub paths: Vec<Result<Path, RecordsError>>,
}

/// Reads the request `check`.
pub fn check(schema: &Schema, request: &Json) -> Result<Check, RecordsError> {
    let mut m = Members::new(request, "")?;
    m.text("request")?;
    m.text("name")?;
    m.optional_text("place")?;
    let scopes = Scopes::read(schema, m.optional("scopes"))?;
    let mut reader = Reader::new(schema);
    variables(&mut reader, m.list("variables")?)?;
    let of_all = reader.scope.clone();
    let paths = m.list("paths")?;
    m.finish()?;
    let facts = facts(schema, &mut reader)?;
    let mut read = Vec::new();
    for (index, json) in paths.iter().enumerate() {
        reader.scope = of_all.clone();
        read.push(undecided(path(&mut reader, json, &format!("paths[{index}]")))?);
    }
    Ok(Check { scopes, variables: reader.variables, of_all, facts, paths: read })
}

/// Reads the request `feasible`, as a check of one path without obligations. It names the variables that it uses.
pub fn feasible(schema: &Schema, request: &Json) -> Result<Check, RecordsError> {
    let mut m = Members::new(request, "")?;
    m.text("request")?;
    let scopes = Scopes::read(schema, m.optional("scopes"))?;
    let mut reader = Reader::new(schema);
    variables(&mut reader, m.list("variables")?)?;
    let of_all = reader.scope.clone();
    let conditions = m.list("condition")?;
    let writes = m.list("writes")?;
    m.finish()?;
    let facts = facts(schema, &mut reader)?;
    let path = undecided(bare_path(&mut reader, conditions, writes))?;
    Ok(Check { scopes, variables: reader.variables, of_all, facts, paths: vec![path] })
}

fn bare_path(
    reader: &mut Reader<'_>,
    conditions: &[Json],
    list: &[Json],
) -> Result<Path, RecordsError> {
    let writes = writes(reader, list, "writes")?;
    let mut condition = Vec::new();
    for (index, json) in conditions.iter().enumerate() {
        let expression = reader.condition(json, &format!("condition[{index}]"))?;
        condition.push(Stated { expression, text: None, place: None });
    }
    Ok(Path {
        condition,
        hypotheses: Vec::new(),
        obligations: Vec::new(),
        writes,
        ending: Ending::Completed,
    })
}

/// What is well formed and not understood is for the decision to tell.
fn undecided<T>(read: Result<T, RecordsError>) -> Result<Result<T, RecordsError>, RecordsError> {
    match read {
        Err(error) if !error.is_undecided() => Err(error),
        other => Ok(other),
    }
}

fn variables(reader: &mut Reader<'_>, list: &[Json]) -> Result<(), RecordsError> {
    for (index, json) in list.iter().enumerate() {
        let at = format!("variables[{index}]");
        let mut m = Members::new(json, &at)?;
        let name = m.text("name")?;
        let kind = m.text("type")?;
        let table = m.optional_text("table")?;
        m.finish()?;
        let ty = match (kind.as_str(), table) {
            ("record", Some(table)) => Type::Record(reader.table(&table, &at)?),
            ("record", None) => return Err(RecordsError::form(&at, "a record has a `table`")),
            (_, Some(_)) => return Err(RecordsError::form(&at, "`table` is for records")),
            (scalar, None) => Reader::scalar_type(scalar, &at)?,
        };
        if reader.variables.iter().any(|v| v.name == name) {
            return Err(RecordsError::form(&at, format!("the variable `{name}` is there twice")));
        }
        reader.declare(&name, ty);
    }
    Ok(())
}

/// Reads the facts of a schema for the errors in them. They are closed.
pub fn check_facts(schema: &Schema) -> Result<(), RecordsError> {
    facts(schema, &mut Reader::new(schema)).map(|_| ())
}

fn facts(schema: &Schema, reader: &mut Reader<'_>) -> Result<Facts, RecordsError> {
    let scope = std::mem::take(&mut reader.scope);
    let mut facts = Facts::default();
    for (index, json) in schema.facts.iter().enumerate() {
        match undecided(stated(reader, json, &format!("facts[{index}]")))? {
            Ok(fact) => facts.known.push(fact),
            Err(error) => facts.unknown = Some(error),
        }
    }
    reader.scope = scope;
    Ok(facts)
}

fn stated(reader: &mut Reader<'_>, json: &Json, at: &str) -> Result<Stated, RecordsError> {
    let mut m = Members::new(json, at)?;
    let text = m.optional_text("text")?;
    let place = m.optional_text("place")?;
    let expression = m.required("expression")?;
    m.finish()?;
    let expression = reader.condition(expression, &format!("{at}.expression"))?;
    Ok(Stated { expression, text, place })
}

fn all_stated(
    reader: &mut Reader<'_>,
    list: &[Json],
    at: &str,
) -> Result<Vec<Stated>, RecordsError> {
    list.iter()
        .enumerate()
        .map(|(index, json)| stated(reader, json, &format!("{at}[{index}]")))
        .collect()
}

fn path(reader: &mut Reader<'_>, json: &Json, at: &str) -> Result<Path, RecordsError> {
    let mut m = Members::new(json, at)?;
    let list = m.list("writes")?;
    let condition = m.list("condition")?;
    let hypotheses = m.list("hypotheses")?;
    let obligations = m.list("obligations")?;
    let ending = m.required("ending")?;
    m.finish()?;
    let ending = self::ending(ending, &format!("{at}.ending"))?;
    let writes = writes(reader, list, &format!("{at}.writes"))?;
    let condition = all_stated(reader, condition, &format!("{at}.condition"))?;
    let hypotheses = all_stated(reader, hypotheses, &format!("{at}.hypotheses"))?;
    let obligations = all_stated(reader, obligations, &format!("{at}.obligations"))?;
    Ok(Path { condition, hypotheses, obligations, writes, ending })
}

fn ending(json: &Json, at: &str) -> Result<Ending, RecordsError> {
    let mut m = Members::new(json, at)?;
    let kind = m.text("kind")?;
    let ending = match kind.as_str() {
        "completed" => Ending::Completed,
        "raised" => Ending::Raised { error: m.text("error")?, place: m.optional_text("place")? },
        "alarm" => Ending::Alarm { what: m.text("what")?, place: m.optional_text("place")? },
        other => {
            return Err(RecordsError::form(
                at,
                format!("`{other}` is none of completed, raised and alarm"),
            ));
        }
    };
    m.finish()?;
    Ok(ending)
}

/// Reads writes in their order. What an insert makes has a name from then on.
fn writes(reader: &mut Reader<'_>, list: &[Json], at: &str) -> Result<Vec<Write>, RecordsError> {
    let mut writes = Vec::new();
    for (index, json) in list.iter().enumerate() {
        reader.default_at = index;
        reader.last_at = index;
        let read = write(reader, json, &format!("{at}[{index}]"));
        reader.default_at = 0;
        writes.push(read?);
    }
    reader.last_at = list.len();
    Ok(writes)
}

fn write(reader: &mut Reader<'_>, json: &Json, at: &str) -> Result<Write, RecordsError> {
    let mut m = Members::new(json, at)?;
    if let Some(table) = m.optional_text("insert")? {
        let table = reader.table(&table, at)?;
        let name = m.text("name")?;
        let values = values(reader, table, &mut m)?;
        m.finish()?;
        if reader.scope.iter().any(|id| reader.variables[id.0 as usize].name == name) {
            return Err(RecordsError::form(at, format!("the variable `{name}` is there twice")));
        }
        return Ok(Write::Insert {
            table,
            values,
            name: reader.declare(&name, Type::Record(table)),
        });
    }
    let is_update = m.has("update");
    let json = m.required(if is_update { "update" } else { "delete" })?;
    let rows = reader.query(json, at)?;
    let crate::expression::Rows::Records(_, table) = rows.rows else {
        return Err(RecordsError::sql(
            &rows.text,
            "a write needs a query of the rows of one table",
        ));
    };
    let write = match is_update {
        true => Write::Update { table, rows, values: values(reader, table, &mut m)? },
        false => Write::Delete { table, rows },
    };
    m.finish()?;
    Ok(write)
}

fn values(
    reader: &mut Reader<'_>,
    table: TableId,
    m: &mut Members<'_>,
) -> Result<Vec<(ColumnRef, Expression)>, RecordsError> {
    let json = m.required("values")?;
    let at = m.place("values");
    let map = json.as_object().ok_or_else(|| RecordsError::form(&at, "an object is expected"))?;
    let mut values = Vec::new();
    for (name, json) in map {
        let definition = reader.schema.get(table);
        let fail = |why: String| {
            RecordsError::form(&at, format!("table `{}`, column `{name}`: {why}", definition.name))
        };
        let column = match definition.column(name) {
            None => return Err(fail("there is no such column".into())),
            Some(ColumnRef::Key) => return Err(fail("the key of a row is not written".into())),
            Some(column) => column,
        };
        let (expression, ty) = reader.expression(json, &format!("{at}.{name}"))?;
        let own = definition.ty(column);
        if !comparable(ty, own) {
            return Err(fail(format!("{ty} is written where {own} is held")));
        }
        values.push((column, expression));
    }
    Ok(values)
}
