//! What the tests share.

use effigy_lang_viper::{Disk, Files, Parsed, Problem, parse};
use std::path::Path;

/// A program that must be right.
pub fn program(text: &str) -> Parsed {
    program_of(text, &Disk)
}

/// A program that must be right, with the files that it imports.
pub fn program_of(text: &str, files: &dyn Files) -> Parsed {
    match parse(Path::new("test.vpr"), text, files) {
        Ok(parsed) => parsed,
        Err(problems) => panic!("{text}\n{}", lines(&problems).join("\n")),
    }
}

/// The errors of a program that must be wrong, one a line: `line:column id: message`.
pub fn errors(text: &str) -> Vec<String> {
    match parse(Path::new("test.vpr"), text, &Disk) {
        Ok(_) => panic!("no error in\n{text}"),
        Err(problems) => lines(&problems),
    }
}

fn lines(problems: &[Problem]) -> Vec<String> {
    let line = |p: &Problem| {
        format!("{}:{} {}: {}", p.span.start.line, p.span.start.column, p.id, p.message)
    };
    problems.iter().map(line).collect()
}

/// The program as text, in one line for each line that is not empty, without spaces around.
pub fn printed(parsed: &Parsed) -> Vec<String> {
    let text = effigy_lang_viper::print::print(&parsed.program);
    text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect()
}
