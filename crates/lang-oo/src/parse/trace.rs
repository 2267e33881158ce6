//! Traces: one step a line, or several with `;` between them.

use super::{Parse, Parser};
use crate::lexer::{Kind, Token};
use crate::syntax::{RawKind, RawStatement};
use effigy_base::text::Span;

/// The text with comments `# ...` made blank, so that places stay right.
pub(super) fn without_comments(text: &str) -> String {
    let lines = text.split('\n').map(|line| match line.split_once('#') {
        Some((step, comment)) => format!("{step}{}", " ".repeat(comment.len() + 1)),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl Parser<'_, '_> {
    /// The steps of a trace; tests are assumptions.
    pub(super) fn trace(&mut self) -> Vec<RawStatement> {
        self.end_lines();
        let mut steps = Vec::new();
        loop {
            while self.eat(Kind::LineEnd) {}
            if self.at_kind(Kind::End) {
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
        for token in std::mem::take(&mut self.tokens) {
            if let Some(last) = self.tokens.last()
                && token.first_in_line
                && token.kind != Kind::End
            {
                let span = Span { start: last.span.end, end: last.span.end };
                let (kind, text) = (Kind::LineEnd, "");
                self.tokens.push(Token { kind, text, span, first_in_line: true });
            }
            self.tokens.push(token);
        }
    }

    fn step(&mut self) -> Parse<RawStatement> {
        let (start, number) = self.begin();
        let kind = if self.at_declaration() {
            let (ty, name) = (self.data_type()?, self.name("a name")?);
            RawKind::Declare { ghost: false, ty, name, value: None }
        } else {
            let left = self.expression()?;
            if self.eat(Kind::Becomes) {
                RawKind::Assign(left, self.right_side()?)
            } else {
                RawKind::Assume(left)
            }
        };
        let span = start.to(self.last_span());
        if !self.eat(Kind::Semicolon) && !self.at_line_end() {
            return self.expected("an operator, `;` or the end of the line");
        }
        Ok(RawStatement { number, span, kind })
    }

    /// Skips the rest of the line.
    fn next_line(&mut self) {
        while !self.at_line_end() {
            self.advance();
        }
    }

    fn at_line_end(&self) -> bool {
        matches!(self.peek().kind, Kind::LineEnd | Kind::End)
    }
}
