//! Tokens. All are made at once, so that the parser can look ahead as far as it likes.

use effigy_base::text::Span;
use effigy_syntax::comment;
use logos::Logos;

/// What a token is. Words and symbols are distinguished by their text.
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

/// A token with its place.
pub(crate) type Token<'t> = effigy_syntax::Token<'t, Kind>;

impl effigy_syntax::Kind for Kind {
    const END: Self = Kind::End;

    fn is_reported(self) -> bool {
        self == Kind::Bad
    }
}

/// Whether a token is a word that can be a name.
pub(crate) fn is_name(token: Token<'_>) -> bool {
    token.kind == Kind::Word && RESERVED.binary_search(&token.text).is_err()
}

/// All tokens of a text; the last one is its end. Text that is no token is shown to `bad`.
pub(crate) fn tokens<'t>(text: &'t str, mut bad: impl FnMut(Span, String)) -> Vec<Token<'t>> {
    effigy_syntax::lex(text, Kind::Bad, |span, text| bad(span, unknown(text)))
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
