//! Random queries on random rows: SQLite, the evaluator and the translation say the same.

use super::queries::{Kind, Queries, SCHEMA};
use super::sqlite;
use crate::database::Database;
use crate::error::RecordsError;
use crate::evaluate::{Fault, Interpretation, Item};
use crate::expression::{Expression, Query, Rows};
use crate::request::{self, Path};
use crate::schema::{ColumnRef, Schema};
use crate::solve::{Solved, solve};
use crate::translate::Model;
use crate::value::Value;
use effigy_base::budget::CancelToken;
use effigy_testkit::{Rng, batch, cases, part};
use serde_json::{Value as Json, json};
use std::rc::Rc;

/// One query with rows, and what is to be said of it.
struct Case {
    sql: String,
    database: Database,
    rows: Vec<Vec<Value>>,
}

fn schema() -> Schema {
    Schema::read(&serde_json::from_str(SCHEMA).unwrap()).unwrap()
}

/// Two rows and one that is gone: the translation of a query grows with the square of the rows that it joins.
fn request(expression: &Json, writes: &[Json]) -> Json {
    let scopes = json!({"default": 2, "int": 4});
    json!({"request": "feasible", "condition": [expression], "writes": writes, "scopes": scopes})
}

/// All columns of all rows, in order.
fn answer(interpretation: &Interpretation<'_>, query: &Query) -> Result<Vec<Vec<Value>>, Fault> {
    let plain = Query { rows: Rows::Other, ..query.clone() };
    let database = &interpretation.versions[query.at];
    let spread = |item: Item| match item {
        Item::Scalar(value) => vec![value],
        Item::Record(table, key) => {
            let columns = interpretation.schema.get(table).columns.len();
            let all = std::iter::once(ColumnRef::Key).chain((0..columns).map(ColumnRef::Column));
            all.map(|c| key.map_or(Value::Null, |key| database.value(table, key, c))).collect()
        }
    };
    let rows = interpretation.rows(&plain)?;
    Ok(rows.into_iter().map(|row| row.into_iter().flat_map(spread).collect()).collect())
}

/// The query of the one condition of a path.
fn query_of(path: &Path) -> Rc<Query> {
    match &path.condition[0].expression {
        Expression::Some(query) => Rc::clone(query),
        other => panic!("{other:?}"),
    }
}

/// Does something with the model of a condition.
fn with_model<T>(
    schema: &Schema,
    (expression, writes): (&Json, &[Json]),
    work: impl FnOnce(Model<'_>, &Path) -> T,
) -> Result<T, RecordsError> {
    let check = request::feasible(schema, &request(expression, writes))?;
    let path = check.paths[0].clone()?;
    Ok(work(Model::new(schema, &check, &path)?, &path))
}

/// Whether a condition can hold of these rows, by the translation; none where it knows other texts than the rows have, because
/// constants of the condition took their place.
fn possible(schema: &Schema, stated: (&Json, &[Json]), database: &Database) -> Option<bool> {
    let found = with_model(schema, stated, |mut model, path| {
        model.pin(database).ok()?;
        let formula = model.formula(&path.condition[0].expression).unwrap();
        model.problem.constrain("condition", formula).unwrap();
        model.state_no_overflow().unwrap();
        Some(solve(&model.problem, &CancelToken::new()).unwrap())
    });
    match found.unwrap()? {
        Solved::Some { .. } => Some(true),
        Solved::None { .. } => Some(false),
        Solved::Unknown(why) => panic!("{why}"),
    }
}

fn evaluated(
    schema: &Schema,
    stated: (&Json, &[Json]),
    database: &Database,
) -> Result<bool, Fault> {
    let found = with_model(schema, stated, |model, path| {
        let mut interpretation = Interpretation::new(schema, database.clone());
        let (ranges, integers) = model.considered();
        interpretation.ranges = ranges;
        interpretation.integers = Some(integers.into_iter().collect());
        interpretation.write(path, model.new_keys())?;
        interpretation.holds(&path.condition[0].expression)
    });
    found.unwrap()
}

/// A condition and its negation: the evaluator's answer is the one that is possible. Where the translation leaves an
/// overflow out that the evaluator does not come to, neither is.
fn agree(schema: &Schema, case: &Case, expression: &Json, writes: &[Json]) -> usize {
    let negated = json!({"op": "not", "args": [expression]});
    let Some(holds) = possible(schema, (expression, writes), &case.database) else { return 0 };
    let Some(fails) = possible(schema, (&negated, writes), &case.database) else { return 0 };
    let expected = evaluated(schema, (expression, writes), &case.database);
    let overflows = !holds && !fails;
    let agreed = match expected {
        Ok(expected) => {
            (holds, fails) == (expected, !expected) || (overflows && has_arithmetic(&case.sql))
        }
        Err(Fault::Overflow) => overflows,
        Err(Fault::Internal(why)) => panic!("{why}"),
    };
    assert!(
        agreed,
        "{expected:?} by the evaluator, possible: {holds}, its negation: {fails}\n{}\n{expression}\n{writes:?}\n{}",
        case.sql,
        sqlite::script(schema, &case.database)
    );
    1
}

fn has_arithmetic(sql: &str) -> bool {
    sql.contains(['+', '-', '*', '/', '%']) || sql.contains("COUNT")
}

/// A query with rows that its domains allow; none where the query is refused.
fn case(schema: &Schema, seed: u64) -> Option<(Case, Kind)> {
    let mut queries = Queries::new(seed);
    let (sql, kind) = queries.query();
    let some = json!({"some": {"sql": sql}});
    let made = with_model(schema, (&some, &[]), |model, path| {
        let database = model.random(&mut queries.rng);
        let interpretation = Interpretation::new(schema, database.clone());
        let rows = answer(&interpretation, &query_of(path))
            .unwrap_or_else(|fault| panic!("{sql}: {fault:?}"));
        Case { sql: sql.clone(), database, rows }
    });
    match made {
        Ok(case) => Some((case, kind)),
        Err(RecordsError::Unsupported(_)) => None,
        Err(error) => panic!("{sql}: {error}"),
    }
}

#[test]
fn the_evaluator_answers_queries_as_sqlite_does() {
    let schema = schema();
    let several = batch(0..3000, |seeds| {
        let count = seeds.end - seeds.start;
        let cases: Vec<Case> =
            seeds.filter_map(|seed| case(&schema, seed)).map(|(case, _)| case).collect();
        let understood = cases.len() as u64;
        assert!(count < 3000 || understood > 2500, "{understood} of the queries were understood");
        let scripts: Vec<(String, String)> = cases
            .iter()
            .map(|case| (sqlite::script(&schema, &case.database), case.sql.clone()))
            .collect();
        let answers = sqlite::answers(&scripts)?;
        assert_eq!(answers.len(), cases.len());
        for (case, expected) in cases.iter().zip(answers) {
            let own: Vec<String> = case
                .rows
                .iter()
                .map(|row| row.iter().map(sqlite::printed).collect::<Vec<_>>().join("|"))
                .collect();
            assert_eq!(own, expected, "{}\n{}", case.sql, sqlite::script(&schema, &case.database));
        }
        Some(cases.iter().filter(|case| case.rows.len() > 1).count())
    });
    assert!(several.is_none_or(|several| several > 150), "{several:?}");
}

#[test]
fn the_translation_says_of_rows_what_the_evaluator_says() {
    let schema = schema();
    let mut agreed = 0;
    cases(0..part(300, 2), |seed| {
        let Some((case, kind)) = case(&schema, seed) else { return };
        let mut rng = Rng::new(seed);
        let query = json!({"sql": case.sql});
        let index = rng.below(3);
        let value = case.rows.get(index).and_then(|row| match kind {
            Kind::Records(_) => row.get(1),
            _ => row.first(),
        });
        let constant = match value {
            Some(Value::Int(n)) => json!({"int": n}),
            Some(Value::Text(text)) => json!({"text": text.as_ref()}),
            _ => json!({"null": true}),
        };
        let nth = match kind {
            Kind::Records(table) => {
                let name = if table == 'p' { "n" } else { "m" };
                json!({"column": [{"row": query, "index": index}, name]})
            }
            _ => json!({"value": query, "index": index}),
        };
        let count = case.rows.len() as i64 + rng.below(2) as i64;
        agreed += agree(&schema, &case, &json!({"some": query}), &[]);
        agree(
            &schema,
            &case,
            &json!({"op": "==", "args": [{"count": query}, {"int": count.min(7)}]}),
            &[],
        );
        agreed += agree(&schema, &case, &json!({"op": "==", "args": [nth, constant]}), &[]);
        let element = match kind {
            Kind::Records(table) => json!({"exists": {"name": "e", "table": table.to_string()},
                "body": {"op": "not", "args": [{"in": [{"var": "e"}, query]}]}}),
            _ => json!({"in": [constant, query]}),
        };
        agreed += agree(&schema, &case, &element, &[]);
    });
    assert!(agreed > part(700, 2) as usize, "{agreed}");
}

/// Writes of the rows of a random query, then a random query of what they leave.
#[test]
fn the_translation_of_writes_leaves_the_rows_that_the_evaluator_leaves() {
    let schema = schema();
    let mut agreed = 0;
    cases(0..part(200, 2), |seed| {
        let Some((case, Kind::Records(table))) = case(&schema, seed) else { return };
        let mut queries = Queries::new(seed + 10_000);
        let (after, _) = queries.query();
        // A query of all rows tells of each that was left or removed.
        let afters = [after, format!("SELECT {table}.* FROM {table}")];
        let number = if table == 'p' { "n" } else { "m" };
        let rows = json!({"sql": case.sql});
        let first = match queries.rng.below(3) {
            0 => json!({"delete": rows}),
            1 => json!({"update": rows, "values": {number: {"int": 1}}}),
            _ => json!({"update": rows, "values": {number: {"null": true}}}),
        };
        let second = match queries.rng.below(3) {
            0 => {
                json!({"insert": "p", "name": "new", "values": {"n": {"int": 1}, "f": {"bool": true}}})
            }
            1 => json!({"insert": "q", "name": "new", "values": {"s": {"text": "x"}}}),
            _ => json!({"delete": {"sql": "SELECT q.* FROM q WHERE m = 1"}}),
        };
        let writes = [first, second];
        let known = Case { sql: format!("{} + COUNT", case.sql), ..case };
        for (after, count) in afters.iter().flat_map(|after| [(after, 0), (after, 1), (after, 2)]) {
            let after = json!({"sql": after, "at": 2});
            let expression = json!({"op": "==", "args": [{"count": after}, {"int": count}]});
            let stated = with_model(&schema, (&expression, &writes), |_, _| ());
            if stated.is_ok() {
                agreed += agree(&schema, &known, &expression, &writes);
            }
        }
    });
    assert!(agreed > part(100, 2) as usize, "{agreed}");
}
