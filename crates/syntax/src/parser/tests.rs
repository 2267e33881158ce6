use super::{Parse, Reported, TokenParser};
use crate::cursor::Cursor;
use crate::lex::{comment, lex};
use crate::token::{Kind, Token};
use effigy_base::text::Span;
use logos::Logos;
use std::borrow::Cow;

#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \n]+")]
enum Sort {
    End,
    #[token("/*", comment)]
    Bad,
    #[regex("[a-z]+")]
    Word,
    #[regex(r"[(),]")]
    Symbol,
}

impl Kind for Sort {
    const END: Self = Sort::End;

    fn is_reported(self) -> bool {
        self == Sort::Bad
    }
}

/// Words and lists of them in parentheses.
struct Lists<'t> {
    cursor: Cursor<'t, Sort>,
    problems: Vec<(u32, u32, String)>,
}

impl<'t> TokenParser<'t> for Lists<'t> {
    type Kind = Sort;
    type Problem = String;
    const MAX_NESTING: usize = 3;

    fn cursor(&self) -> &Cursor<'t, Sort> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Sort> {
        &mut self.cursor
    }

    fn report(&mut self, span: Span, problem: String) {
        self.problems.push((span.start.line, span.start.column, problem));
    }

    fn unexpected(&self, expected: Cow<'static, str>, found: Token<'t, Sort>) -> String {
        format!("expected {expected}, found {}", found.describe())
    }

    fn too_deep(&mut self) -> String {
        "too deep".to_owned()
    }
}

impl Lists<'_> {
    /// The words of an item, with brackets around those of a list.
    fn item(&mut self) -> Parse<String> {
        if self.eat("(") {
            let list = self.nested(|p| p.list(")", Self::item))?;
            return Ok(format!("[{}]", list.join(" ")));
        }
        Ok(self.expect_kind(Sort::Word, "an item")?.text.to_owned())
    }
}

/// The item of a text, or its problems.
fn read(text: &str) -> Result<String, Vec<(u32, u32, String)>> {
    let mut problems = Vec::new();
    let tokens = lex(text, Sort::Bad, |span, bad| {
        problems.push((span.start.line, span.start.column, format!("bad {bad}")));
    });
    let mut parser = Lists { cursor: Cursor::new(tokens), problems };
    let item = parser.item();
    let end = item.and_then(|item| parser.expect_kind(Sort::End, "the end").map(|_| item));
    end.map_err(|Reported| parser.problems)
}

fn problem(text: &str) -> (u32, u32, String) {
    let mut problems = read(text).expect_err(text);
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems.remove(0)
}

#[test]
fn lists_are_empty_or_have_commas() {
    assert_eq!(read("()").as_deref(), Ok("[]"));
    assert_eq!(read("(a, (b, c), /* d */ e)").as_deref(), Ok("[a [b c] e]"));
}

#[test]
fn problems_say_what_was_expected_and_found_and_where() {
    assert_eq!(problem("(a\n b"), (2, 2, "expected `,` or `)`, found `b`".to_owned()));
    assert_eq!(problem("(a,)"), (1, 4, "expected an item, found `)`".to_owned()));
    assert_eq!(problem("(a"), (1, 3, "expected `,` or `)`, found the end of the text".to_owned()));
}

#[test]
fn text_that_is_no_token_is_reported_once() {
    assert_eq!(problem("(a, ?)"), (1, 5, "bad ?".to_owned()));
    assert_eq!(problem("(/* )"), (1, 2, "bad /* )".to_owned()));
}

#[test]
fn nesting_has_a_limit() {
    assert_eq!(read("(((a)))").as_deref(), Ok("[[[a]]]"));
    assert_eq!(problem("((((a))))"), (1, 5, "too deep".to_owned()));
}
