//! Traces: one step a line, or several with `;` between them.

use super::{Parse, Parser};
use crate::lexer::Kind;
use crate::syntax::{RawKind, RawStatement};

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
        let mut steps = Vec::new();
        while !self.at_kind(Kind::End) {
            match self.step() {
                Ok(step) => steps.push(step),
                Err(_) => self.next_line(),
            }
        }
        steps
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
        if !self.eat(Kind::Semicolon) && !self.peek().first_in_line {
            return self.expected("an operator, `;` or the end of the line");
        }
        Ok(RawStatement { number, span, kind })
    }

    /// Skips the rest of the line.
    fn next_line(&mut self) {
        loop {
            self.advance();
            if self.at_kind(Kind::End) || self.peek().first_in_line {
                return;
            }
        }
    }
}
