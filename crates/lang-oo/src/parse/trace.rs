//! Traces: one step a line, or several with `;` between them.

use super::{Parse, Parser};
use crate::lexer::{Kind, Token};
use crate::syntax::{RawKind, RawStatement};
use effigy_base::text::Cursor;

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
            let (ty, name) = (self.data_type()?, self.name("a name")?);
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
