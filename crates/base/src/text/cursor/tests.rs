use super::{Cursor, Token};
use crate::text::{Position, Span};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Letter(char, u32);

impl Token for Letter {
    type Kind = char;
    const END: Self = Letter('.', 0);

    fn kind(&self) -> char {
        self.0
    }

    fn span(&self) -> Span {
        let at = Position { line: 1, column: self.1 };
        Span { start: at, end: at }
    }
}

fn cursor(text: &str) -> Cursor<Letter> {
    Cursor::new(text.chars().zip(1..).map(|(letter, at)| Letter(letter, at)).collect())
}

#[test]
fn it_takes_what_is_asked_for_and_nothing_else() {
    let mut cursor = cursor("ab.");
    assert!(!cursor.eat('b'));
    assert!(cursor.eat('a'));
    assert_eq!(cursor.last_span().start.column, 1);
    assert_eq!((cursor.look(0).0, cursor.look(1).0), ('b', '.'));
    assert_eq!(cursor.advance(), Letter('b', 2));
}

#[test]
fn it_stands_still_at_the_end() {
    let mut cursor = cursor("a.");
    for _ in 0..5 {
        cursor.advance();
    }
    assert_eq!(cursor.at(), 1);
    assert!(cursor.at_kind('.'));
    assert_eq!(cursor.look(7).0, '.');
}

#[test]
fn no_tokens_are_the_end() {
    let mut cursor = cursor("");
    assert_eq!(cursor.advance(), Letter::END);
    assert_eq!(cursor.last_span(), Span::default());
}

#[test]
fn it_goes_back() {
    let mut cursor = cursor("abc.");
    cursor.seek_end();
    assert!(cursor.at_kind('.'));
    cursor.seek(1);
    assert_eq!(cursor.peek(), Letter('b', 2));
}
