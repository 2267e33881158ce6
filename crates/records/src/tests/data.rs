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
        (Value::String(answer), Value::String(expected))
            if expected.strip_prefix('~').is_some_and(|part| answer.contains(part)) =>
        {
            String::new()
        }
        (answer, expected) if answer == expected => String::new(),
        (answer, expected) => format!("{at} is {answer} and not {expected}"),
    }
}

macro_rules! conversations {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            conversation(stringify!($name));
        })*

        /// No file is forgotten.
        #[test]
        fn every_file_is_a_test() {
            let folder = format!("{}/tests/requests", env!("CARGO_MANIFEST_DIR"));
            for entry in std::fs::read_dir(folder).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let known = [$(stringify!($name)),*];
                assert!(known.iter().any(|k| name == format!("{k}.txt")), "{name} is no test");
            }
        }
    };
}

conversations![
    arithmetic,
    crm,
    expressions,
    protocol,
    refused,
    schema,
    sql,
    texts,
    verdicts,
    writes,
];
