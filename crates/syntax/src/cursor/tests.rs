use super::Cursor;
use crate::token::{Kind, Token, Tokens};
use effigy_base::text::{Position, Span};

impl Kind for char {
    const END: Self = '.';
}

fn at(column: u32) -> Span {
    let at = Position { line: 1, column };
    Span { start: at, end: at }
}

/// A token for each letter, which is its kind; a text ends with a period.
fn cursor(text: &str) -> Cursor<'_, char> {
    let mut tokens = Tokens::default();
    let letters = text.strip_suffix('.').unwrap_or(text);
    for (letter, column) in letters.chars().zip(1..) {
        tokens.push(letter, "", at(column));
    }
    Cursor::new(tokens.ended(at(letters.len() as u32 + 1)))
}

fn is(token: Token<'_, char>, letter: char, column: u32) -> bool {
    (token.kind, token.span) == (letter, at(column))
}

#[test]
fn it_takes_what_is_asked_for_and_nothing_else() {
    let mut cursor = cursor("ab.");
    assert!(!cursor.eat('b'));
    assert!(cursor.eat('a'));
    assert_eq!(cursor.last_span().start.column, 1);
    assert_eq!((cursor.look(0).kind, cursor.look(1).kind), ('b', '.'));
    assert!(is(cursor.advance(), 'b', 2));
}

#[test]
fn it_stands_still_at_the_end() {
    let mut cursor = cursor("a.");
    for _ in 0..5 {
        cursor.advance();
    }
    assert_eq!(cursor.at(), 1);
    assert!(cursor.at_kind('.'));
    assert_eq!(cursor.look(7).kind, '.');
}

#[test]
fn no_tokens_are_the_end() {
    let mut cursor: Cursor<'_, char> = Cursor::new(Vec::new());
    assert_eq!(cursor.advance(), Token::END);
    assert_eq!(cursor.last_span(), Span::default());
}

#[test]
fn it_goes_back() {
    let mut cursor = cursor("abc.");
    cursor.seek_end();
    assert!(cursor.at_kind('.'));
    cursor.seek(1);
    assert!(is(cursor.peek(), 'b', 2));
}
