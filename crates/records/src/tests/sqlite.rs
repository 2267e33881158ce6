//! SQLite's own answers.

use crate::database::Database;
use crate::schema::Schema;
use crate::value::{TableId, Type, Value};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A value as SQL writes it; truth values are numbers, as applications of today store them.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "NULL".into(),
        Value::Bool(b) => u8::from(*b).to_string(),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        other => other.json().to_string(),
    }
}

/// A value as the program prints it.
pub(super) fn printed(value: &Value) -> String {
    match value {
        Value::Null => "<null>".into(),
        Value::Bool(b) => u8::from(*b).to_string(),
        Value::Text(text) => text.to_string(),
        other => other.json().to_string(),
    }
}

/// The statements that make a database.
pub(super) fn script(schema: &Schema, database: &Database) -> String {
    let mut script = String::new();
    for (index, table) in schema.tables.iter().enumerate() {
        let key = table.key.as_deref().unwrap_or("rowid");
        let columns = table.columns.iter().map(|c| format!(", {} {}", c.name, sql_type(c.ty)));
        let _ = writeln!(script, "DROP TABLE IF EXISTS {};", table.name);
        let columns: String = columns.collect();
        let _ =
            writeln!(script, "CREATE TABLE {} ({key} INTEGER PRIMARY KEY{columns});", table.name);
        for (key, row) in database.rows(TableId(index as u32)) {
            let values: Vec<String> = row.iter().map(literal).collect();
            let _ = writeln!(
                script,
                "INSERT INTO {} VALUES ({key}, {});",
                table.name,
                values.join(", ")
            );
        }
    }
    script
}

fn sql_type(ty: Type) -> &'static str {
    if ty == Type::Text { "TEXT" } else { "INTEGER" }
}

/// The rows of queries, each behind its script, printed; none where the program is not there.
pub(super) fn answers(cases: &[(String, String)]) -> Option<Vec<Vec<String>>> {
    let program = effigy_testkit::tool("sqlite3")?;
    let mut child = Command::new(program)
        .args(["-batch", "-bail", ":memory:"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = ".mode list\n.nullvalue <null>\n".to_owned();
    for (script, query) in cases {
        input.push_str(script);
        let _ = writeln!(input, "SELECT '===';\n{query};");
    }
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        match answers.last_mut() {
            _ if line == "===" => answers.push(Vec::new()),
            Some(answer) => answer.push(line.to_owned()),
            None => panic!("a line before the first query: {line}"),
        }
    }
    Some(answers)
}
