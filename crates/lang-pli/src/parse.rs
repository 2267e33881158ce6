//! The parser: tokens to a syntax tree, with recovery at `;` and END.

mod declaration;
mod expression;
mod procedure;
mod statement;
mod terminal;

use crate::check;
use crate::lexer::{Kind, Token, decode, tokens};
use crate::problem::{Problem, Problems};
use crate::syntax::Name;
use crate::tree::Program;
use effigy_base::source::Diagnostic;
use effigy_base::text::{Cursor, Span};

/// How deep statements and expressions nest.
pub const MAX_NESTING: usize = 256;
/// How many operators one expression has above each other.
pub const MAX_OPERATORS: usize = 1000;

/// Reads a file of external procedures. `path` is what diagnostics name.
///
/// The program can be used when there are no errors; with errors, it lacks what was wrong.
pub fn parse(path: &str, text: &[u8]) -> (Program, Vec<Diagnostic>) {
    let mut problems = Problems::default();
    let text = decode(text, &mut problems);
    let mut parser = Parser::new(&text, &mut problems);
    let raw = parser.procedures();
    let procedures = check::procedures(&raw, &mut problems);
    (Program { path: path.to_owned(), procedures }, problems.into_diagnostics(path, &text))
}

/// An error that is already among the problems.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

/// What a part of the parser returns.
pub(crate) type Parse<T> = Result<T, Reported>;

/// Counts statements as a listing does: by the physical lines on which one begins.
#[derive(Default)]
struct Numbering {
    last: u32,
    line: u32,
    /// Whether a number was printed in the text: then the printed ones count.
    printed: bool,
}

impl Numbering {
    /// The number of a statement that begins on `line`.
    fn begin(&mut self, line: u32) -> u32 {
        if !self.printed && self.line != line {
            self.last += 1;
            self.line = line;
        }
        self.last
    }
}

/// The parser of one text.
pub(crate) struct Parser<'t, 'p> {
    cursor: Cursor<Token<'t>>,
    depth: usize,
    numbering: Numbering,
    /// The labels of each open group, for END with a name.
    open: Vec<Vec<String>>,
    /// Words of statements that could not be read.
    broken: Vec<String>,
    problems: &'p mut Problems,
    /// Whether the rest of the text is not read, for a reason that was reported.
    gave_up: bool,
}

impl<'t, 'p> Parser<'t, 'p> {
    pub fn new(text: &'t str, problems: &'p mut Problems) -> Self {
        Self {
            cursor: Cursor::new(tokens(text, problems)),
            depth: 0,
            numbering: Numbering::default(),
            open: Vec::new(),
            broken: Vec::new(),
            problems,
            gave_up: false,
        }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is = self.cursor.peek().is_word(word);
        if is {
            self.cursor.advance();
        }
        is
    }

    fn fail<T>(&mut self, span: Span, problem: Problem) -> Parse<T> {
        self.problems.add(span, problem);
        Err(Reported)
    }

    /// Reports that something else was expected at the next token.
    fn expected<T>(&mut self, expected: &'static str) -> Parse<T> {
        let token = self.cursor.peek();
        if token.kind == Kind::Bad {
            return Err(Reported);
        }
        self.fail(token.span, Problem::Expected { expected, found: token.describe() })
    }

    fn expect(&mut self, kind: Kind, expected: &'static str) -> Parse<Token<'t>> {
        if self.cursor.at_kind(kind) { Ok(self.cursor.advance()) } else { self.expected(expected) }
    }

    fn name(&mut self, expected: &'static str) -> Parse<Name> {
        let token = self.expect(Kind::Word, expected)?;
        Ok(name_of(token))
    }

    /// The end of a statement. A statement that obviously begins on the next line is left alone.
    fn semicolon(&mut self) -> Parse<()> {
        if self.cursor.eat(Kind::Semicolon) {
            return Ok(());
        }
        let token = self.cursor.peek();
        if token.kind == Kind::End
            || token.first_in_line && matches!(token.kind, Kind::Word | Kind::Number)
        {
            let problem = Problem::Expected { expected: "`;`", found: token.describe() };
            self.problems.add(self.cursor.last_span().behind(), problem);
            return Ok(());
        }
        self.expected("`;`")
    }

    /// Runs `inside` one level deeper.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            let span = self.cursor.peek().span;
            return self.fail(span, Problem::TooDeep);
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Reports that groups nest too deep, and leaves the rest of the text unread.
    fn give_up(&mut self) {
        self.problems.add(self.cursor.peek().span, Problem::TooDeep);
        self.gave_up = true;
        self.cursor.seek_end();
    }

    /// Takes a number that the listing prints in front of a statement or of its continuation.
    fn listing_number(&mut self) {
        let token = self.cursor.peek();
        if token.kind != Kind::Number || !token.first_in_line {
            return;
        }
        self.cursor.advance();
        match token.text.parse::<u32>() {
            Ok(n) if n >= self.numbering.last => {
                self.numbering = Numbering { last: n, line: token.span.start.line, printed: true };
            }
            _ => self.problems.add(token.span, Problem::ListingOrder(token.text.to_owned())),
        }
    }

    /// Whether the next token, behind a number of the listing, is this word and begins no assignment.
    fn at_keyword(&self, word: &str) -> bool {
        let ahead =
            usize::from(self.cursor.at_kind(Kind::Number) && self.cursor.peek().first_in_line);
        self.cursor.look(ahead).is_word(word) && !self.cursor.look(ahead + 1).assigns()
    }
}

pub(crate) fn name_of(token: Token<'_>) -> Name {
    Name { text: token.text.to_ascii_uppercase(), span: token.span }
}
