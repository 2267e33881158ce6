//! The parser: tokens to a syntax tree, with recovery at `;` and braces.

mod declaration;
mod expression;
mod statement;
mod step;
mod trace;

pub use trace::UNCHECKED;

use crate::check;
use crate::lexer::{Kind, Token, bad, tokens};
use crate::limits::MAX_NESTING;
use crate::problem::{Problem, Problems};
use crate::syntax::Name;
use crate::tree::{Program, Trace};
use effigy_base::source::Diagnostic;
use effigy_base::text::{Span, decode};
use effigy_syntax::{Cursor, Parse, TokenParser};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Reads a file. `path` is what diagnostics name.
///
/// The program can be used when there are no errors; with errors, it lacks what was wrong.
pub fn parse(path: &str, text: &[u8]) -> (Program, Vec<Diagnostic>) {
    let mut problems = Problems::default();
    let text = decode(text, |span| problems.add(span, Problem::InvalidUtf8));
    let raw = Parser::new(&text, &mut problems).program();
    let program = check::program(path, &raw, &mut problems);
    (program, problems.into_diagnostics(path, &text))
}

/// Reads a trace, one step a line or several with `;` between them: `h := e`, `x := new C`, a test; also `T x;`, a variable that is symbolic at the
/// start, and `# ...`, a comment. The steps speak of these variables and of the globals of the program.
///
/// # Errors
/// What is wrong with the text; `path` is what the diagnostics name.
pub fn parse_trace(program: &Program, path: &str, text: &[u8]) -> Result<Trace, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    let text = decode(text, |span| problems.add(span, Problem::InvalidUtf8));
    let mut blanked = trace::without_comments(&text);
    let unchecked = trace::take_unchecked(&mut blanked);
    let raw = Parser::new(&blanked, &mut problems).trace();
    let trace = Trace { unchecked, ..check::trace(program, path, &raw, &mut problems) };
    match problems.is_empty() {
        true => Ok(trace),
        false => Err(problems.into_diagnostics(path, &text)),
    }
}

/// The parser of one text.
pub(crate) struct Parser<'t, 'p> {
    cursor: Cursor<'t, Kind>,
    /// The number of the last statement.
    number: u32,
    /// The names behind `class`, for telling casts from parentheses.
    classes: FxHashSet<&'t str>,
    /// Whether a procedure or a method is called `join`, which is then no word before parentheses.
    declares_join: bool,
    problems: &'p mut Problems,
    /// Whether the rest of the text is not read, for a reason that was reported.
    gave_up: bool,
    /// Whether names may have numbers, as in traces.
    numbered: bool,
    /// The steps of the statement that is read; `None` where there may be none.
    steps: Option<Vec<step::Step>>,
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
        match found.kind {
            Kind::Inheritance => Problem::Inheritance(found.text.to_owned()),
            Kind::Modifier => Problem::Modifier(found.text.to_owned()),
            Kind::Foreign => Problem::Foreign(found.text.to_owned()),
            _ => Problem::Expected { expected, found: found.describe() },
        }
    }

    fn too_deep(&mut self) -> Problem {
        self.cursor.seek_end();
        self.gave_up = true;
        Problem::TooDeep
    }
}

impl<'t, 'p> Parser<'t, 'p> {
    pub fn new(text: &'t str, problems: &'p mut Problems) -> Self {
        let tokens = tokens(text, problems);
        let pairs = tokens.windows(2).filter_map(|pair| match pair {
            [class, name] if class.kind == Kind::Class => Some(name.text),
            _ => None,
        });
        let classes = pairs.collect();
        let declares_join = tokens.windows(3).any(|three| {
            let types = [Kind::Name, Kind::Int, Kind::Bool, Kind::Void, Kind::RightBracket];
            matches!(three, [ty, name, paren] if types.contains(&ty.kind)
                && name.text == "join" && paren.kind == Kind::LeftParen)
        });
        Self {
            cursor: Cursor::new(tokens),
            number: 0,
            classes,
            declares_join,
            steps: None,
            problems,
            gave_up: false,
            numbered: false,
        }
    }

    fn name(&mut self, expected: &'static str) -> Parse<Name> {
        let word = self.cursor.peek();
        let is_word = word.text.starts_with(|c: char| c.is_ascii_alphabetic());
        let reserved = is_word
            && !matches!(
                word.kind,
                Kind::Name | Kind::Inheritance | Kind::Modifier | Kind::Foreign
            );
        if reserved {
            let problem = Problem::Reserved { expected, word: word.text.to_owned() };
            return self.fail(word.span, problem);
        }
        let token = self.expect_kind(Kind::Name, expected)?;
        if token.text.contains('#') && !self.numbered {
            return self.fail(token.span, bad("#"));
        }
        Ok(Name { text: token.text.to_owned(), span: token.span })
    }

    /// The `;` of a statement or declaration. One that obviously begins on the next line is left alone.
    fn semicolon(&mut self) -> Parse<()> {
        if self.cursor.eat(Kind::Semicolon) {
            return Ok(());
        }
        let token = self.cursor.peek();
        let next = matches!(token.kind, Kind::End | Kind::RightBrace)
            || token.first_in_line
                && !matches!(token.kind, Kind::Bad | Kind::LeftParen | Kind::RightParen);
        if !next {
            return self.expected("`;`");
        }
        let problem = Problem::Expected { expected: "`;`".into(), found: token.describe() };
        self.report(self.cursor.last_span().behind(), problem);
        Ok(())
    }

    /// Reports that a brace is never closed, unless the text was not read so far.
    fn unclosed(&mut self, open: Span) {
        if !self.gave_up {
            self.report(open, Problem::MissingBrace);
        }
    }

    /// Skips to where a statement or a member may begin: behind a `;`, before a brace, or at a word of its own line.
    fn recover(&mut self, from: usize) {
        loop {
            let token = self.cursor.peek();
            let begins = match token.kind {
                Kind::End | Kind::LeftBrace | Kind::RightBrace => true,
                Kind::Semicolon => {
                    self.cursor.advance();
                    return;
                }
                kind => {
                    let word = token.text.starts_with(|c: char| c.is_ascii_alphabetic());
                    token.first_in_line && word && kind != Kind::Bad && self.cursor.at() > from
                }
            };
            if begins {
                return;
            }
            self.cursor.advance();
        }
    }
}
