//! Procedures, and the groups of statements between a head and its END.

use super::{Numbering, Parser};
use crate::lexer::Kind;
use crate::problem::Problem;
use crate::syntax::{Name, RawEnd, RawProcedure, RawStatement};
use effigy_base::text::{Hint, Span};
use effigy_syntax::{Parse, TokenParser};

impl Parser<'_, '_> {
    /// All procedures of the text.
    pub(super) fn procedures(&mut self) -> Vec<RawProcedure> {
        let mut procedures = Vec::new();
        while !self.cursor.at_kind(Kind::End) {
            self.numbering = Numbering::default();
            if self.at_procedure() {
                procedures.push(self.procedure());
            } else {
                self.outside();
            }
        }
        if procedures.is_empty() && self.problems.is_empty() {
            self.problems.add(self.cursor.peek().span, Problem::NoProcedure);
        }
        procedures
    }

    /// Reports what stands outside of a procedure, and leaves it out.
    fn outside(&mut self) {
        let token = self.cursor.peek();
        if token.is("END") {
            self.problems.add(token.span, Problem::StrayEnd);
            while !matches!(self.cursor.advance().kind, Kind::Semicolon | Kind::End) {}
            return;
        }
        let is_head = token.is("PROC") || token.is("PROCEDURE");
        let problem = if is_head { Problem::UnnamedProcedure } else { Problem::OutsideProcedure };
        self.problems.add(token.span, problem);
        while !self.cursor.at_kind(Kind::End) && !self.at_procedure() {
            self.cursor.advance();
        }
    }

    /// Whether `NAME: PROCEDURE` comes next.
    pub(super) fn at_procedure(&self) -> bool {
        let mut ahead =
            usize::from(self.cursor.at_kind(Kind::Number) && self.cursor.peek().first_in_line);
        let first = ahead;
        ahead += self.label_tokens(ahead);
        let word = self.cursor.look(ahead);
        let is_head = word.is("PROC") || word.is("PROCEDURE");
        ahead > first && is_head && !self.cursor.look(ahead + 1).kind.assigns()
    }

    /// How many tokens, from the one `ahead`, are labels; more than a person writes are not counted.
    fn label_tokens(&self, ahead: usize) -> usize {
        const MOST: usize = 64;
        let is_label = |n: &usize| {
            let name = ahead + 2 * n;
            self.cursor.look(name).kind == Kind::Word
                && self.cursor.look(name + 1).kind == Kind::Colon
        };
        2 * (0..MOST).take_while(is_label).count()
    }

    fn procedure(&mut self) -> RawProcedure {
        self.listing_number();
        let start = self.cursor.peek().span;
        let number = self.numbering.begin(start.start.line);
        let mut names = self.labels().into_iter();
        let name = names.next().unwrap_or(Name { text: String::new(), span: start });
        for second in names {
            self.problems.add(second.span, Problem::SecondName);
        }
        let mut procedure = RawProcedure {
            name,
            number,
            span: start,
            parameters: Vec::new(),
            recursive: false,
            returns: false,
            body: Vec::new(),
            end: RawEnd { number, labels: Vec::new(), span: start },
            broken: Vec::new(),
        };
        let from = self.cursor.at();
        if self.procedure_head(&mut procedure).is_err() {
            self.skip_statement(from);
        }
        procedure.span = start.to(self.cursor.last_span());
        let opened = vec![procedure.name.text.clone()];
        (procedure.body, procedure.end) = self.body(start, "PROCEDURE", opened);
        procedure.broken = std::mem::take(&mut self.broken);
        procedure
    }

    /// `PROCEDURE (X, Y) RECURSIVE RETURNS(FIXED BINARY(31,0));`
    fn procedure_head(&mut self, procedure: &mut RawProcedure) -> Parse<()> {
        self.cursor.advance();
        if self.cursor.eat(Kind::LeftParen) {
            procedure.parameters = self.list(")", |p| p.name("a parameter"))?;
        }
        while self.cursor.at_kind(Kind::Word) && !self.cursor.peek().first_in_line
            || self.at_option()
        {
            let token = self.cursor.advance();
            if token.is("RECURSIVE") {
                procedure.recursive = true;
            } else if token.is("RETURNS") {
                procedure.returns = true;
                self.expect_kind(Kind::LeftParen, "`(`")?;
                self.type_attributes()?;
                self.expect_kind(Kind::RightParen, "`)`")?;
            } else {
                let word = token.text.to_ascii_uppercase();
                let hint = Hint::nearest(&word, ["RECURSIVE", "RETURNS"].into_iter());
                return self.fail(token.span, Problem::UnknownOption { word, hint });
            }
        }
        self.semicolon()
    }

    fn at_option(&self) -> bool {
        let token = self.cursor.peek();
        let returns = token.is("RETURNS") && self.cursor.look(1).kind == Kind::LeftParen;
        returns || token.is("RECURSIVE") && !self.cursor.look(1).kind.assigns()
    }

    /// Statements up to the END, which is read too. `what` was opened at `opening`, with these labels.
    pub(super) fn body(
        &mut self,
        opening: Span,
        what: &'static str,
        labels: Vec<String>,
    ) -> (Vec<RawStatement>, RawEnd) {
        let mut body = Vec::new();
        self.open.push(labels);
        let end = loop {
            if self.cursor.at_kind(Kind::End) || self.at_procedure() {
                if !self.gave_up {
                    self.problems.add(opening, Problem::MissingEnd(what));
                }
                break self.missing_end();
            }
            if self.at_end() {
                break self.end();
            }
            body.push(self.statement());
        };
        self.open.pop();
        (body, end)
    }

    fn missing_end(&self) -> RawEnd {
        RawEnd {
            number: self.numbering.last,
            labels: Vec::new(),
            span: self.cursor.last_span().behind(),
        }
    }

    /// Whether END comes next, perhaps with labels.
    pub(super) fn at_end(&self) -> bool {
        let mut ahead =
            usize::from(self.cursor.at_kind(Kind::Number) && self.cursor.peek().first_in_line);
        ahead += self.label_tokens(ahead);
        let next = self.cursor.look(ahead + 1).kind;
        self.cursor.look(ahead).is("END")
            && !self.cursor.look(ahead + 1).kind.assigns()
            && next != Kind::LeftParen
    }

    fn end(&mut self) -> RawEnd {
        let from = self.cursor.at();
        self.listing_number();
        let start = self.cursor.peek().span;
        let number = self.numbering.begin(start.start.line);
        let labels = self.labels();
        self.cursor.advance();
        if let Some(closed) = self.named_end() {
            let open = self.open.last().and_then(|labels| labels.first());
            let open = open.map_or(String::new(), |label| format!(", which is {label}"));
            let problem = Problem::WrongEnd { name: closed.text.clone(), open };
            self.problems.add(closed.span, problem);
            if self.open.iter().any(|labels| labels.contains(&closed.text)) {
                self.cursor.seek(from);
                return self.missing_end();
            }
        }
        if self.semicolon().is_err() {
            self.skip_statement(from);
        }
        RawEnd { number, labels, span: start.to(self.cursor.last_span()) }
    }

    /// The name behind END, when it is not that of the innermost open group.
    fn named_end(&mut self) -> Option<Name> {
        if !self.cursor.at_kind(Kind::Word) || self.cursor.peek().first_in_line {
            return None;
        }
        let name = super::name_of(self.cursor.advance());
        let matches = self.open.last().is_some_and(|labels| labels.contains(&name.text));
        (!matches).then_some(name)
    }
}
