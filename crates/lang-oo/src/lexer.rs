//! Tokens. All are made at once, so that the parser can look ahead as far as it likes.

use crate::problem::{Problem, Problems};
use effigy_base::text::{self, Position, Span};
use logos::{Lexer, Logos};

/// What a token is.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\x1a\u{feff}]+", skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// The end of a line, where it ends a step: in traces.
    LineEnd,
    /// A character without meaning, already reported.
    #[token("/*", comment)]
    Bad,
    /// `n#2` is a variable of a trace.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*(#[0-9]+)?")]
    Name,
    #[regex(r"[0-9][A-Za-z0-9_]*")]
    Number,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("?")]
    Question,
    #[token(":")]
    Colon,
    #[token(":=")]
    Becomes,
    #[token("=")]
    Equals,
    #[token("==")]
    EqualsEquals,
    #[token("!=")]
    #[token("≠")]
    NotEquals,
    #[token("<")]
    Less,
    #[token("<=")]
    #[token("≤")]
    AtMost,
    #[token(">")]
    Greater,
    #[token(">=")]
    #[token("≥")]
    AtLeast,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("!")]
    #[token("¬")]
    Not,
    #[token("&&")]
    #[token("∧")]
    And,
    #[token("||")]
    #[token("∨")]
    Or,
    #[token("==>")]
    #[token("⇒")]
    Implies,
    #[token("++")]
    Increment,
    #[token("--")]
    Decrement,
    #[token("+=")]
    PlusEquals,
    #[token("-=")]
    MinusEquals,
    #[token("*=")]
    StarEquals,
    #[token("/=")]
    SlashEquals,
    #[token("%=")]
    PercentEquals,

    #[token("int")]
    Int,
    #[token("bool")]
    #[token("boolean")]
    Bool,
    #[token("void")]
    Void,
    #[token("class")]
    Class,
    #[token("new")]
    New,
    #[token("this")]
    This,
    #[token("null")]
    #[token("nil")]
    Null,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("for")]
    For,
    #[token("return")]
    Return,
    #[token("assert")]
    Assert,
    #[token("assume")]
    Assume,
    #[token("requires")]
    Requires,
    #[token("ensures")]
    Ensures,
    #[token("invariant")]
    Invariant,
    #[token("pure")]
    Pure,
    #[token("predicate")]
    Predicate,
    #[token("ghost")]
    Ghost,
    #[token("open")]
    Open,
    #[token("close")]
    Close,
    #[token("use")]
    Use,
    #[token("opening")]
    Opening,
    #[token("using")]
    Using,
    #[token("in")]
    In,
    #[token("old")]
    Old,
    #[token("acc")]
    Acc,
    #[token("untouched")]
    Untouched,
    /// A word of languages with sub-classes.
    #[token("extends")]
    #[token("implements")]
    #[token("interface")]
    #[token("abstract")]
    #[token("override")]
    #[token("super")]
    #[token("instanceof")]
    Inheritance,
    /// A word that Java has and this language has not.
    #[token("public")]
    #[token("private")]
    #[token("protected")]
    #[token("static")]
    #[token("final")]
    Modifier,
    #[token("break")]
    #[token("continue")]
    #[token("switch")]
    #[token("do")]
    #[token("try")]
    #[token("throw")]
    Foreign,
}

/// A comment with an end, behind its `/*`.
fn comment(lexer: &mut Lexer<'_, Kind>) -> logos::FilterResult<(), ()> {
    match lexer.remainder().find("*/") {
        Some(at) => {
            lexer.bump(at + 2);
            logos::FilterResult::Skip
        }
        None => {
            lexer.bump(lexer.remainder().len());
            logos::FilterResult::Error(())
        }
    }
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub span: Span,
    pub first_in_line: bool,
}

impl text::Token for Token<'_> {
    type Kind = Kind;
    const END: Self = Token { kind: Kind::End, text: "", span: Span::EMPTY, first_in_line: true };

    fn kind(&self) -> Kind {
        self.kind
    }

    fn span(&self) -> Span {
        self.span
    }
}

impl Token<'_> {
    /// The token as messages name it.
    pub fn describe(&self) -> String {
        match self.kind {
            Kind::End => "the end of the text".to_owned(),
            Kind::LineEnd => "the end of the line".to_owned(),
            _ => format!("`{}`", self.text),
        }
    }
}

/// All tokens of a text; the last one is its end.
pub(crate) fn tokens<'t>(text: &'t str, problems: &mut Problems) -> Vec<Token<'t>> {
    let mut lexer = Kind::lexer(text);
    let (mut place, mut read) = (Position { line: 1, column: 1 }, 0);
    let mut tokens: Vec<Token<'t>> = Vec::new();
    let mut line = 0;
    while let Some(kind) = lexer.next() {
        let range = lexer.span();
        let start = place.behind(text.get(read..range.start).unwrap_or(""));
        let end = start.behind(lexer.slice());
        (place, read) = (end, range.end);
        let span = Span { start, end };
        if kind.is_err() {
            problems.add(span, bad(lexer.slice()));
        }
        let (kind, first_in_line) = (kind.unwrap_or(Kind::Bad), start.line != line);
        line = start.line;
        tokens.push(Token { kind, text: lexer.slice(), span, first_in_line });
    }
    let end = place.behind(text.get(read..).unwrap_or(""));
    let span = Span { start: end, end };
    tokens.push(Token { kind: Kind::End, text: "", span, first_in_line: true });
    tokens
}

/// What is wrong with text that is no token.
pub(crate) fn bad(text: &str) -> Problem {
    if text.starts_with("/*") {
        return Problem::UnterminatedComment;
    }
    let found = text.chars().next().unwrap_or(' ');
    let advice = match found {
        '&' => "; the conjunction is `&&`",
        '|' => "; the disjunction is `||`",
        '"' | '\'' => "; there are no strings and no characters",
        '@' | '#' => "; there are no annotations, contracts are written as they are",
        _ => "",
    };
    Problem::BadCharacter { found, advice }
}
