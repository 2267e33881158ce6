//! Conversations as data: `tests/requests/*.txt`. A line `> ` is a request; the line `< ` behind it has the members that its
//! answer must have, whatever else it has. Lines without either are for people.

use crate::protocol::Conversation;
use effigy_base::budget::CancelToken;
use serde_json::Value;

fn conversation(name: &str) {
    let path = format!("{}/tests/requests/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut conversation = Conversation::default();
    let hello = r#"{"request": "hello", "version": 1, "library": "tests"}"#;
    conversation.answer(hello, &CancelToken::new());
    let mut answered = 0;
    let mut request: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(line) = line.strip_prefix("> ") {
            request = Some((number + 1, conversation.answer(line, &CancelToken::new())));
        } else if let Some(expected) = line.strip_prefix("< ") {
            let (at, answer) = request.take().expect("a request before its answer");
            let answer: Value = serde_json::from_str(&answer).unwrap();
            let expected: Value = serde_json::from_str(expected).unwrap();
            let why = contains(&answer, &expected, "");
            assert!(why.is_empty(), "{name}.txt:{at}: {why}\nthe answer is {answer}");
            answered += 1;
        }
    }
    assert!(answered > 0 && request.is_none(), "{name}: every request has an expected answer");
}

/// What of the expectation the answer lacks. A text that begins with `~` has to occur in a text.
fn contains(answer: &Value, expected: &Value, at: &str) -> String {
    match (answer, expected) {
        (Value::Object(answer), Value::Object(expected)) => {
            let missing = expected.iter().map(|(name, value)| match answer.get(name) {
                Some(own) => contains(own, value, &format!("{at}.{name}")),
                None => format!("{at}.{name} is missing"),
            });
            missing.filter(|why| !why.is_empty()).collect::<Vec<_>>().join("; ")
        }
        (Value::Array(answer), Value::Array(expected)) if answer.len() == expected.len() => {
            let each = answer.iter().zip(expected).map(|(own, value)| contains(own, value, at));
            each.filter(|why| !why.is_empty()).collect::<Vec<_>>().join("; ")
        }
        (Value::String(answer), Value::String(expected))
            if expected.strip_prefix('~').is_some_and(|part| answer.contains(part)) =>
        {
            String::new()
        }
        (answer, expected) if answer == expected => String::new(),
        (answer, expected) => format!("{at} is {answer} and not {expected}"),
    }
}

#[test]
fn arithmetic() {
    conversation("arithmetic");
}

#[test]
fn choices() {
    conversation("choices");
}

#[test]
fn crm() {
    conversation("crm");
}

#[test]
fn expressions() {
    conversation("expressions");
}

#[test]
fn protocol() {
    conversation("protocol");
}

#[test]
fn refused() {
    conversation("refused");
}

#[test]
fn schema() {
    conversation("schema");
}

#[test]
fn sql() {
    conversation("sql");
}

#[test]
fn texts() {
    conversation("texts");
}

#[test]
fn verdicts() {
    conversation("verdicts");
}

#[test]
fn writes() {
    conversation("writes");
}

/// No file is forgotten.
#[test]
fn every_file_is_a_test() {
    let folder = format!("{}/tests/requests", env!("CARGO_MANIFEST_DIR"));
    let own = include_str!("data.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let test = format!("conversation(\"{}\");", name.trim_end_matches(".txt"));
        assert!(own.contains(&test), "{name} is no test");
    }
}

/// What the Python package sends in its own tests is understood.
#[test]
fn requests_of_the_python_package_are_understood() {
    let folder = format!("{}/../../python/effigy-rubicon/tests/golden", env!("CARGO_MANIFEST_DIR"));
    let read = |path: std::path::PathBuf| -> Value {
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    let mut conversation = Conversation::default();
    let hello = r#"{"request": "hello", "version": 1, "library": "tests"}"#;
    conversation.answer(hello, &CancelToken::new());
    let schema = read(format!("{folder}/schema.json").into());
    let answer = conversation.answer(&schema.to_string(), &CancelToken::new());
    assert_eq!(answer, r#"{"answer":"schema"}"#);
    let mut checks = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut request = read(path.clone());
        if request["request"] != "check" {
            continue;
        }
        request["scopes"] = serde_json::json!({"default": 2});
        let answer = conversation.answer(&request.to_string(), &CancelToken::new());
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let why = answer["why"].as_str().unwrap_or_default();
        let understood =
            answer["answer"] == "check" && !why.contains("SQL") && !why.contains("internal");
        assert!(understood, "{}: {answer}", path.display());
        checks += 1;
    }
    assert!(checks > 4, "{checks}");
}

/// Without memory nothing is said.
#[test]
fn a_limit_of_memory_leaves_questions_open() {
    let mut conversation = Conversation::default();
    let short = CancelToken::new().bounded(None, Some(1));
    let answers: Vec<Value> = [
        r#"{"request": "hello", "version": 1}"#,
        r#"{"request": "schema", "dialect": "sqlite", "tables": []}"#,
        r#"{"request": "feasible", "condition": []}"#,
        r#"{"request": "check", "name": "x", "paths": [{"obligations": [{"expression": {"bool": true}}], "ending": {"kind": "completed"}}]}"#,
    ]
    .iter()
    .map(|line| serde_json::from_str(&conversation.answer(line, &short)).unwrap())
    .collect();
    assert_eq!(answers[2]["feasible"], "unknown");
    assert_eq!(answers[3]["verdict"], "undecided");
    assert!(answers[3]["why"].as_str().unwrap().contains("limit of memory"), "{}", answers[3]);
}
