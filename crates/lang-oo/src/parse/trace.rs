//! Traces: one step a line, or several with `;` between them.

use super::Parser;
use crate::lexer::{Kind, Token};
use crate::syntax::{Name, RawKind, RawStatement};
use effigy_syntax::{Cursor, Parse, TokenParser};

/// The first line of a trace whose accesses demand nothing.
pub const UNCHECKED: &str = "unchecked";

/// The text with comments `# ...` made blank, so that places stay right.
pub(super) fn without_comments(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let (step, comment) = line.split_at(comment(line).unwrap_or(line.len()));
        format!("{step}{}", " ".repeat(comment.len()))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether the first line is `unchecked`, which is made blank.
pub(super) fn take_unchecked(text: &mut String) -> bool {
    let start = text.len() - text.trim_start().len();
    let line = text.trim_start().lines().next().unwrap_or_default();
    let is_unchecked = line.trim() == UNCHECKED;
    if is_unchecked {
        text.replace_range(start..start + UNCHECKED.len(), &" ".repeat(UNCHECKED.len()));
    }
    is_unchecked
}

/// Where the comment of a line begins. `n#2` is a name.
fn comment(line: &str) -> Option<usize> {
    let numbered = |at: usize| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let behind = line.get(at + 1..).and_then(|text| text.chars().next());
        before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
            && behind.is_some_and(|c| c.is_ascii_digit())
    };
    line.match_indices('#').map(|(at, _)| at).find(|at| !numbered(*at))
}

impl Parser<'_, '_> {
    /// The steps of a trace; tests are assumptions.
    pub(super) fn trace(&mut self) -> Vec<RawStatement> {
        self.numbered = true;
        self.end_lines();
        let mut steps = Vec::new();
        loop {
            while self.cursor.eat(Kind::LineEnd) {}
            if self.cursor.at_kind(Kind::End) {
                return steps;
            }
            match self.step() {
                Ok(step) => steps.push(step),
                Err(_) => self.next_line(),
            }
        }
    }

    /// Puts an end behind each line, so that no step goes on in the next one.
    fn end_lines(&mut self) {
        let mut ended: Vec<Token<'_>> = Vec::with_capacity(self.cursor.tokens().len());
        for token in self.cursor.tokens() {
            if let Some(last) = ended.last()
                && token.first_in_line
                && token.kind != Kind::End
            {
                let span = last.span.behind();
                let (kind, text) = (Kind::LineEnd, "");
                ended.push(Token { kind, text, span, first_in_line: true });
            }
            ended.push(*token);
        }
        self.cursor = Cursor::new(ended);
    }

    fn step(&mut self) -> Parse<RawStatement> {
        let (start, number) = self.begin();
        let kind = if self.at_declaration() {
            let (ty, name) = (self.data_type()?, self.declared()?);
            RawKind::Declare { ghost: false, ty, name, value: None }
        } else {
            let left = self.expression()?;
            if self.cursor.eat(Kind::Becomes) {
                RawKind::Assign(left, self.right_side()?)
            } else {
                RawKind::Assume(left)
            }
        };
        let span = start.to(self.cursor.last_span());
        if !self.cursor.eat(Kind::Semicolon) && !self.at_line_end() {
            return self.expected("an operator, `;` or the end of the line");
        }
        Ok(RawStatement { number, span, kind })
    }

    /// A variable that is declared: `this`, too, is one.
    fn declared(&mut self) -> Parse<Name> {
        let token = self.cursor.peek();
        if token.kind == Kind::Name || token.kind == Kind::This {
            self.cursor.advance();
            return Ok(Name { text: token.text.to_owned(), span: token.span });
        }
        self.name("a name")
    }

    /// Skips the rest of the line.
    fn next_line(&mut self) {
        while !self.at_line_end() {
            self.cursor.advance();
        }
    }

    fn at_line_end(&self) -> bool {
        matches!(self.cursor.peek().kind, Kind::LineEnd | Kind::End)
    }
}
