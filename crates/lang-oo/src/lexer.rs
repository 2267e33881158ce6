//! Tokens. All are made at once, so that the parser can look ahead as far as it likes.

use crate::problem::{Problem, Problems};
use effigy_syntax::comment;
use logos::Logos;

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

/// A token with its place.
pub(crate) type Token<'t> = effigy_syntax::Token<'t, Kind>;

impl effigy_syntax::Kind for Kind {
    const END: Self = Kind::End;

    fn is_reported(self) -> bool {
        self == Kind::Bad
    }

    fn describe(self, text: &str) -> String {
        match self {
            Kind::End => "the end of the text".to_owned(),
            Kind::LineEnd => "the end of the line".to_owned(),
            _ => format!("`{text}`"),
        }
    }
}

/// All tokens of a text; the last one is its end.
pub(crate) fn tokens<'t>(text: &'t str, problems: &mut Problems) -> Vec<Token<'t>> {
    effigy_syntax::lex(text, Kind::Bad, |span, text| problems.add(span, bad(text)))
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
