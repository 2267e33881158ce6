//! Judging what a solver found, and writing it down.

use super::Question;
use crate::answer::{CounterExample, Said};
use crate::database::Database;
use crate::error::RecordsError;
use crate::evaluate::{Interpretation, Item};
use crate::expression::VariableId;
use crate::print;
use crate::request::{Check, Ending, Path, Stated};
use crate::schema::Schema;
use crate::translate::Model;
use crate::value::{TableId, Value};
use effigy_relational::Instance;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Evaluates the path on the rows of an instance. What the question asked for must come out.
pub(super) fn judge(
    schema: &Schema,
    check: &Check,
    (index, path): (usize, &Path),
    question: Question,
    model: &Model<'_>,
    instance: &Instance,
) -> Result<CounterExample, RecordsError> {
    let (database, variables) = model.decode(instance)?;
    let disagreed = |what: String| {
        RecordsError::Internal(format!("{what} does not hold of the rows that were found"))
    };
    if let Some(why) = database.impossible(schema) {
        return Err(disagreed(format!("the schema ({why})")));
    }
    let mut interpretation = Interpretation::new(schema, database);
    let (ranges, integers) = model.considered();
    interpretation.ranges = ranges;
    interpretation.integers = Some(integers.into_iter().collect());
    interpretation.variables = variables.clone();
    interpretation.write(path, model.new_keys())?;
    let parts = [
        ("a fact", &check.facts.known),
        ("a condition", &path.condition),
        ("a hypothesis", &path.hypotheses),
    ];
    for (what, list) in parts {
        for stated in list {
            if !interpretation.holds(&stated.expression)? {
                return Err(disagreed(format!("{what}{}", described(stated))));
            }
        }
    }
    let broken = interpretation.versions.iter().skip(1).any(|later| later.broken(schema).is_some());
    let mut obligation = None;
    match question {
        Question::Possible => {}
        Question::BreaksSchema if broken => {}
        Question::BreaksSchema => return Err(disagreed("that a write breaks the schema".into())),
        Question::StoresOther(table, index) => {
            let known = &schema.get(table).columns[index].known;
            let other = |row: &Vec<Value>| !known.allows(&row[index]);
            if !interpretation
                .versions
                .iter()
                .skip(1)
                .any(|later| later.rows(table).values().any(other))
            {
                return Err(disagreed("that a write stores another value".into()));
            }
        }
        Question::Overflows => {}
        Question::Fails if broken => return Err(disagreed("that writes keep the schema".into())),
        Question::Fails if matches!(path.ending, Ending::Raised { .. }) => {}
        Question::Fails => {
            for (index, stated) in path.obligations.iter().enumerate() {
                if !interpretation.holds(&stated.expression)? {
                    obligation = Some(index);
                    break;
                }
            }
            if obligation.is_none() {
                return Err(disagreed("that an obligation fails".into()));
            }
        }
    }
    let said = |s: &Stated| Said { text: print::stated(schema, check, s), place: s.place.clone() };
    Ok(CounterExample {
        path: index,
        obligation,
        way: path.condition.iter().chain(&path.hypotheses).map(said).collect(),
        broken: match (obligation, &path.ending) {
            (Some(index), _) => said(&path.obligations[index]),
            (None, Ending::Raised { error, place }) => {
                Said { text: format!("raises {error}"), place: place.clone() }
            }
            (None, _) => Said { text: String::new(), place: None },
        },
        rows: rows(schema, &interpretation.versions[0], model.tables()),
        variables: variables_json(schema, check, &variables),
    })
}

fn described(stated: &Stated) -> String {
    stated.place.as_ref().map(|place| format!(" of {place}")).unwrap_or_default()
}

fn rows(
    schema: &Schema,
    database: &Database,
    tables: impl Iterator<Item = TableId>,
) -> BTreeMap<String, Vec<Map<String, Json>>> {
    let mut all = BTreeMap::new();
    for id in tables {
        let table = schema.get(id);
        let row = |(key, values): (&u32, &Vec<Value>)| {
            let mut row = Map::new();
            if let Some(name) = &table.key {
                row.insert(name.clone(), Value::Key(*key).json());
            }
            for (column, value) in table.columns.iter().zip(values) {
                row.insert(column.name.clone(), value.json());
            }
            row
        };
        all.insert(table.name.clone(), database.rows(id).iter().map(row).collect());
    }
    all
}

fn variables_json(
    schema: &Schema,
    check: &Check,
    variables: &BTreeMap<VariableId, Item>,
) -> Map<String, Json> {
    let mut all = Map::new();
    for (id, item) in variables {
        let name = check.variables[id.0 as usize].name.clone();
        let value = match item {
            Item::Scalar(value) => value.json(),
            Item::Record(table, key) => {
                let key = key.map_or(Json::Null, Json::from);
                json!({ "table": schema.get(*table).name, "id": key })
            }
        };
        all.insert(name, value);
    }
    all
}

#[cfg(test)]
mod tests;
