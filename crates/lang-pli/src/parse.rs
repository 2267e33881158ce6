//! The parser: tokens to a syntax tree, with recovery at `;` and END.

mod declaration;
mod expression;
mod procedure;
mod statement;
mod terminal;

use crate::check;
use crate::lexer::{Kind, Token, decode, tokens};
use crate::limits::MAX_NESTING;
use crate::problem::{Problem, Problems};
use crate::syntax::Name;
use crate::tree::Program;
use effigy_base::source::Diagnostic;
use effigy_base::text::Span;
use effigy_syntax::{Cursor, Parse, TokenParser};
use std::borrow::Cow;

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
    cursor: Cursor<'t, Kind>,
    numbering: Numbering,
    /// The labels of each open group, for END with a name.
    open: Vec<Vec<String>>,
    /// Words of statements that could not be read.
    broken: Vec<String>,
    problems: &'p mut Problems,
    /// Whether the rest of the text is not read, for a reason that was reported.
    gave_up: bool,
}

impl<'t> TokenParser<'t> for Parser<'t, '_> {
    type Kind = Kind;
    type Problem = Problem;
    const MAX_NESTING: usize = MAX_NESTING;

    fn cursor(&self) -> &Cursor<'t, Kind> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Kind> {
        &mut self.cursor
    }

    fn report(&mut self, span: Span, problem: Problem) {
        self.problems.add(span, problem);
    }

    fn unexpected(&self, expected: Cow<'static, str>, found: Token<'t>) -> Problem {
        Problem::Expected { expected, found: found.describe() }
    }

    fn too_deep(&mut self) -> Problem {
        Problem::TooDeep
    }
}

impl<'t, 'p> Parser<'t, 'p> {
    pub fn new(text: &'t str, problems: &'p mut Problems) -> Self {
        Self {
            cursor: Cursor::new(tokens(text, problems)),
            numbering: Numbering::default(),
            open: Vec::new(),
            broken: Vec::new(),
            problems,
            gave_up: false,
        }
    }

    fn name(&mut self, expected: &'static str) -> Parse<Name> {
        let token = self.expect_kind(Kind::Word, expected)?;
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
            let problem = Problem::Expected { expected: "`;`".into(), found: token.describe() };
            self.problems.add(self.cursor.last_span().behind(), problem);
            return Ok(());
        }
        self.expected("`;`")
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
        self.cursor.look(ahead).is(word) && !self.cursor.look(ahead + 1).kind.assigns()
    }
}

pub(crate) fn name_of(token: Token<'_>) -> Name {
    Name { text: token.text.to_ascii_uppercase(), span: token.span }
}
