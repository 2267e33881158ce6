//! The lowering to the Viper tree, as the text of the tree.

mod arrays;
mod contracts;
mod inference;
mod statements;

use effigy_base::text::Span;
use effigy_lang_oo::parse;
use effigy_lang_oo::viper::lower_to_viper;
use effigy_lang_viper::tree::Program;

/// The lowered program of a text without errors.
fn lowered(text: &str) -> Program {
    let (program, errors) = parse("test.oo", text.as_bytes());
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    lower_to_viper(&program, text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"))
}

/// The member whose first line begins so, as text.
fn member(text: &str, head: &str) -> String {
    let printed = effigy_lang_viper::print::print(&lowered(text));
    let mut lines = printed.lines().skip_while(|line| !line.starts_with(head));
    let first = lines.next().unwrap_or_else(|| panic!("no `{head}` in\n{printed}"));
    let rest = lines.take_while(|line| line.starts_with([' ', '{', '}']));
    std::iter::once(first).chain(rest).map(|line| format!("{line}\n")).collect()
}

/// The statements of the method `m`.
fn body(text: &str) -> Vec<String> {
    let printed = member(text, "method m(");
    let lines = printed.lines().skip_while(|line| *line != "{").skip(1);
    lines.take_while(|line| *line != "}").map(|line| line.trim_start().to_owned()).collect()
}

/// What a proof does not take, as `line: message`.
fn refused(text: &str) -> Vec<String> {
    let (program, errors) = parse("test.oo", text.as_bytes());
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    let errors = lower_to_viper(&program, text).expect_err(text);
    errors.iter().map(|e| format!("{}: {}", e.line, e.message)).collect()
}

/// The text at a place.
fn at(text: &str, span: Span) -> String {
    let line = text.lines().nth(span.start.line as usize - 1).unwrap();
    line[span.start.column as usize - 1..span.end.column as usize - 1].to_owned()
}
