//! Tokens. All are made at once, so that the parser can look ahead as far as it likes.

use effigy_base::text::{self, Position, Span};
use logos::{Lexer, Logos};

/// What a token is. Words and symbols are told apart by their text.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\x1a\u{feff}]+", skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// A character without meaning, already reported.
    #[token("/*", comment)]
    Bad,
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*")]
    Word,
    #[regex(r"[0-9]+")]
    Number,
    /// A text in quotes.
    #[regex("\"[^\"]*\"")]
    Text,
    /// A single `|` even in `||`, because `||s| - 1|` is an expression.
    #[regex(r"[(){}\[\];,.:=<>+\-*/\\%!|@?#]")]
    #[token("..")]
    #[token("::")]
    #[token(":=")]
    #[token("==")]
    #[token("!=")]
    #[token("<=")]
    #[token(">=")]
    #[token("++")]
    #[token("--*")]
    #[token("&&")]
    #[token("==>")]
    #[token("<==>")]
    Symbol,
}

/// The words that are no names.
pub(crate) const RESERVED: &[&str] = &[
    "Bool",
    "Int",
    "Map",
    "Multiset",
    "Perm",
    "Rational",
    "Ref",
    "Seq",
    "Set",
    "acc",
    "adt",
    "apply",
    "applying",
    "assert",
    "asserting",
    "assume",
    "axiom",
    "decreases",
    "define",
    "derives",
    "domain",
    "else",
    "elseif",
    "ensures",
    "epsilon",
    "exhale",
    "exists",
    "false",
    "field",
    "fold",
    "forall",
    "forperm",
    "function",
    "goto",
    "if",
    "import",
    "in",
    "inhale",
    "interpretation",
    "intersection",
    "invariant",
    "label",
    "let",
    "lhs",
    "method",
    "new",
    "none",
    "null",
    "old",
    "package",
    "perm",
    "predicate",
    "quasihavoc",
    "quasihavocall",
    "range",
    "refute",
    "requires",
    "result",
    "returns",
    "setminus",
    "subset",
    "true",
    "unfold",
    "unfolding",
    "union",
    "unique",
    "var",
    "while",
    "wildcard",
    "without",
    "write",
];

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
            _ => format!("`{}`", self.text),
        }
    }

    /// Whether it is a word that can be a name.
    pub fn is_name(&self) -> bool {
        self.kind == Kind::Word && RESERVED.binary_search(&self.text).is_err()
    }
}

/// All tokens of a text; the last one is its end. Text that is no token is shown to `bad`.
pub(crate) fn tokens<'t>(text: &'t str, mut bad: impl FnMut(Span, String)) -> Vec<Token<'t>> {
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
            bad(span, unknown(lexer.slice()));
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
fn unknown(text: &str) -> String {
    if text.starts_with("/*") {
        return "the comment that begins here has no closing `*/`".to_owned();
    }
    let found = text.chars().next().unwrap_or(' ');
    let advice = match found {
        '&' => "; the conjunction is `&&`",
        '"' => "; a text ends with `\"`",
        _ => "",
    };
    format!("`{found}` has no meaning in this language{advice}")
}
