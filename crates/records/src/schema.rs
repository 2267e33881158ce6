//! Tables and columns that all specifications of an application share.

use crate::error::RecordsError;
use crate::members::{Members, texts};
use crate::value::{TableId, Type, Value};
use serde_json::Value as Json;

/// A column of a table, the key aside.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub ty: Type,
    /// Whether NULL can be stored.
    pub null: bool,
    /// For keys: the table whose rows they are. None where another column says it.
    pub references: Option<TableId>,
    /// Whether the row of the key always exists.
    pub constraint: bool,
    /// For polymorphic keys: the column that names the model.
    pub polymorphic: Option<usize>,
    /// What is known of the values that it has before anything is written, null aside.
    pub known: Known,
}

/// What validations let pass. The database does not refuse other values: they can be written past the model.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The only texts or integers.
    pub values: Option<Vec<Value>>,
    /// Whether no text is empty.
    pub filled: bool,
    /// The least integer.
    pub least: Option<i64>,
    /// The greatest integer.
    pub most: Option<i64>,
}

impl Known {
    /// Whether nothing is known.
    pub fn is_anything(&self) -> bool {
        self.values.is_none() && !self.filled && self.least.is_none() && self.most.is_none()
    }

    /// What is known, of a thing of this name.
    pub fn text(&self, name: &str) -> String {
        const NAMED: usize = 4;
        let written = |value: &Value| match value {
            Value::Text(text) => format!("\"{text}\""),
            other => other.json().to_string(),
        };
        let mut parts = Vec::new();
        if let Some(values) = &self.values {
            let some: Vec<String> = values.iter().take(NAMED).map(written).collect();
            let more = values.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" or {more} more") } else { String::new() };
            parts.push(format!("{}{more}", some.join(" or ")));
        }
        if self.filled {
            parts.push("not empty".to_owned());
        }
        parts.extend(self.least.map(|least| format!("at least {least}")));
        parts.extend(self.most.map(|most| format!("at most {most}")));
        format!("{name} is {}", parts.join(" and "))
    }

    /// Whether a value can be there.
    pub fn allows(&self, value: &Value) -> bool {
        let listed = || self.values.as_ref().is_none_or(|list| list.contains(value));
        match value {
            Value::Text(text) => listed() && !(self.filled && text.is_empty()),
            Value::Int(n) => {
                listed()
                    && self.least.is_none_or(|least| least <= *n)
                    && self.most.is_none_or(|most| *n <= most)
            }
            _ => true,
        }
    }

    /// The integers that are named.
    pub fn integers(&self) -> impl Iterator<Item = i64> + '_ {
        let listed = self.values.iter().flatten().filter_map(|value| match value {
            Value::Int(n) => Some(*n),
            _ => None,
        });
        listed.chain(self.least).chain(self.most)
    }

    fn read(members: &mut Members<'_>, ty: Type) -> Result<Known, RecordsError> {
        let values = match members.optional("values") {
            None | Some(Json::Null) => None,
            Some(_) => Some(values(members.list("values")?, ty, &members.place("values"))?),
        };
        let mut bound = |name: &'static str| match members.optional(name) {
            None | Some(Json::Null) => Ok(None),
            Some(bound) => bound
                .as_i64()
                .map(Some)
                .ok_or_else(|| RecordsError::form(&members.place(name), "an integer is expected")),
        };
        let (least, most) = (bound("least")?, bound("most")?);
        Ok(Known { values, filled: members.flag("filled")?.unwrap_or(false), least, most })
    }

    /// A kind of knowledge that is not of the type.
    fn misplaced(&self, ty: Type) -> Option<&'static str> {
        let number = self.least.is_some() || self.most.is_some();
        if self.values.is_some() && !matches!(ty, Type::Text | Type::Int) {
            Some("`values` is for texts and integers")
        } else if self.filled && ty != Type::Text {
            Some("`filled` is for texts")
        } else if number && ty != Type::Int {
            Some("`least` and `most` are for integers")
        } else {
            None
        }
    }
}

/// The values of a list: texts, or integers in a column of integers.
fn values(list: &[Json], ty: Type, at: &str) -> Result<Vec<Value>, RecordsError> {
    if ty != Type::Int {
        return Ok(texts(list, at)?.into_iter().map(|text| Value::Text(text.into())).collect());
    }
    let number = |json: &Json| {
        json.as_i64().map(Value::Int).ok_or_else(|| RecordsError::form(at, "integers are expected"))
    };
    list.iter().map(number).collect()
}

/// Which column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ColumnRef {
    /// The primary key.
    Key,
    /// One of the others.
    Column(usize),
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its name in the database.
    pub name: String,
    /// The name of its model.
    pub model: String,
    /// The column that is the primary key.
    pub key: Option<String>,
    /// The other columns.
    pub columns: Vec<Column>,
    /// Sets of columns that no two rows agree on, where none is null.
    pub unique: Vec<Vec<ColumnRef>>,
}

impl Table {
    /// The column of a name; names are compared as SQL compares them, without their case.
    pub fn column(&self, name: &str) -> Option<ColumnRef> {
        if self.key.as_deref().is_some_and(|key| key.eq_ignore_ascii_case(name)) {
            return Some(ColumnRef::Key);
        }
        self.columns.iter().position(|c| c.name.eq_ignore_ascii_case(name)).map(ColumnRef::Column)
    }

    /// The type of a column.
    pub fn ty(&self, column: ColumnRef) -> Type {
        match column {
            ColumnRef::Key => Type::Key,
            ColumnRef::Column(index) => self.columns[index].ty,
        }
    }

    /// The name of a column; that of a key which the table does not have is `rowid`.
    pub fn column_name(&self, column: ColumnRef) -> &str {
        match column {
            ColumnRef::Key => self.key.as_deref().unwrap_or("rowid"),
            ColumnRef::Column(index) => &self.columns[index].name,
        }
    }
}

/// All tables, and the facts about them as they were sent: they are read with the tables of each request.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// The tables, in the order of the request.
    pub tables: Vec<Table>,
    /// The user's invariants: expressions with texts and places.
    pub facts: Vec<Json>,
}

impl Schema {
    /// Reads the request `schema`.
    pub fn read(request: &Json) -> Result<Schema, RecordsError> {
        let mut members = Members::new(request, "")?;
        members.text("request")?;
        let dialect = members.text("dialect")?;
        if dialect != "sqlite" {
            return Err(RecordsError::form(
                "dialect",
                format!("`{dialect}` is not known; the dialect is `sqlite`"),
            ));
        }
        let list = members.list("tables")?;
        let facts = members.list("facts")?.to_vec();
        members.finish()?;
        let mut schema = Schema { tables: names(list)?, facts };
        for (index, json) in list.iter().enumerate() {
            let columns = columns(json, &schema, index)?;
            schema.tables[index].columns = columns;
        }
        for (index, json) in list.iter().enumerate() {
            let unique = unique(json, &schema.tables[index])?;
            schema.tables[index].unique = unique;
        }
        Ok(schema)
    }

    /// The same tables, of some of whose columns nothing is known.
    pub fn without(&self, columns: &[(TableId, usize)]) -> Schema {
        let mut schema = self.clone();
        for (table, index) in columns {
            schema.tables[table.0 as usize].columns[*index].known = Known::default();
        }
        schema
    }

    /// The table of a name.
    pub fn table(&self, name: &str) -> Option<TableId> {
        self.tables
            .iter()
            .position(|t| t.name.eq_ignore_ascii_case(name))
            .map(|index| TableId(index as u32))
    }

    /// A table of this schema.
    pub fn get(&self, id: TableId) -> &Table {
        &self.tables[id.0 as usize]
    }
}

/// The tables without their columns, whose references need all names.
fn names(list: &[Json]) -> Result<Vec<Table>, RecordsError> {
    let mut tables: Vec<Table> = Vec::new();
    for (index, json) in list.iter().enumerate() {
        let mut members = Members::new(json, &format!("tables[{index}]"))?;
        let name = members.text("name")?;
        let model = members.optional_text("model")?.unwrap_or_else(|| name.clone());
        members.required("key")?;
        let key = members.optional_text("key")?;
        members.list("columns")?;
        members.list("unique")?;
        members.finish()?;
        if tables.iter().any(|t| t.name.eq_ignore_ascii_case(&name)) {
            return Err(RecordsError::Schema {
                table: name,
                column: None,
                why: "it is there twice".into(),
            });
        }
        tables.push(Table { name, model, key, columns: Vec::new(), unique: Vec::new() });
    }
    Ok(tables)
}

fn columns(json: &Json, schema: &Schema, index: usize) -> Result<Vec<Column>, RecordsError> {
    let table = &schema.tables[index];
    let mut members = Members::new(json, &table.name)?;
    let list = members.list("columns")?;
    let mut columns: Vec<Column> = Vec::new();
    let mut polymorphic = Vec::new();
    for (position, json) in list.iter().enumerate() {
        let (column, by) = column(json, schema, table, position)?;
        let twice = columns.iter().any(|c| c.name.eq_ignore_ascii_case(&column.name));
        if twice || table.key.as_deref().is_some_and(|k| k.eq_ignore_ascii_case(&column.name)) {
            return Err(problem(table, Some(&column.name), "it is there twice"));
        }
        columns.push(column);
        polymorphic.push(by);
    }
    for (position, by) in polymorphic.into_iter().enumerate() {
        let Some(by) = by else { continue };
        let Some(other) = columns.iter().position(|c| c.name == by && c.ty == Type::Text) else {
            let why = format!("`polymorphic` names no text column of the table: `{by}`");
            return Err(problem(table, Some(&columns[position].name), &why));
        };
        columns[position].polymorphic = Some(other);
    }
    Ok(columns)
}

fn problem(table: &Table, column: Option<&str>, why: &str) -> RecordsError {
    RecordsError::Schema {
        table: table.name.clone(),
        column: column.map(str::to_owned),
        why: why.to_owned(),
    }
}

/// A column, and the name of the column that says what its keys are of.
fn column(
    json: &Json,
    schema: &Schema,
    table: &Table,
    position: usize,
) -> Result<(Column, Option<String>), RecordsError> {
    let mut members = Members::new(json, &format!("{}.columns[{position}]", table.name))?;
    let name = members.text("name")?;
    let fail = |why: &str| problem(table, Some(&name), why);
    let kind = members.text("type")?;
    let ty = match kind.as_str() {
        "bool" => Type::Bool,
        "int" => Type::Int,
        "text" => Type::Text,
        "time" => Type::Time,
        "key" => Type::Key,
        "opaque" => Type::Opaque,
        other => {
            return Err(fail(&format!(
                "type `{other}` is not known; types are text, bool, int, time, key and opaque"
            )));
        }
    };
    let null = members.flag("null")?.unwrap_or(true);
    let constraint = members.flag("constraint")?.unwrap_or(false);
    let references = match members.optional_text("references")? {
        None => None,
        Some(other) => match schema.table(&other) {
            Some(id) if schema.get(id).key.is_some() => Some(id),
            Some(_) => return Err(fail(&format!("references `{other}`, which has no key"))),
            None => {
                return Err(fail(&format!(
                    "references `{other}`, which is no table of the schema"
                )));
            }
        },
    };
    let polymorphic = members.optional_text("polymorphic")?;
    let known = Known::read(&mut members, ty)?;
    members.finish()?;
    if ty == Type::Key && references.is_some() == polymorphic.is_some() {
        return Err(fail(
            "a key has `references` to a table, or `references` null and `polymorphic`",
        ));
    }
    if ty != Type::Key && (references.is_some() || polymorphic.is_some() || constraint) {
        return Err(fail(&format!(
            "`references`, `constraint` and `polymorphic` are for keys, and this is {ty}"
        )));
    }
    if constraint && polymorphic.is_some() {
        return Err(fail("`constraint` is not understood for a polymorphic key"));
    }
    if let Some(why) = known.misplaced(ty) {
        return Err(fail(&format!("{why}, and this is {ty}")));
    }
    Ok((Column { name, ty, null, references, constraint, polymorphic: None, known }, polymorphic))
}

fn unique(json: &Json, table: &Table) -> Result<Vec<Vec<ColumnRef>>, RecordsError> {
    let mut members = Members::new(json, &table.name)?;
    let mut sets = Vec::new();
    for set in members.list("unique")? {
        let list = set
            .as_array()
            .ok_or_else(|| problem(table, None, "`unique` is a list of lists of columns"))?;
        let names = texts(list, &members.place("unique"))?;
        let column = |name: &String| {
            table
                .column(name)
                .ok_or_else(|| problem(table, Some(name), "`unique` names no column of the table"))
        };
        sets.push(names.iter().map(column).collect::<Result<_, _>>()?);
    }
    Ok(sets)
}
