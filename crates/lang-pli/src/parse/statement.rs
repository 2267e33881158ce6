//! Statements. A word is a keyword only where it begins a statement that is no assignment.

use super::{Parser, name_of};
use crate::lexer::{Kind, Token};
use crate::problem::Problem;
use crate::syntax::{Name, RawCount, RawExpr, RawHead, RawKind, RawStatement, RawTests};
use crate::tree::AssertionKind;
use effigy_base::text::Hint;
use effigy_syntax::{Parse, Reported, TokenParser};

/// What begins a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    If,
    Do,
    Go,
    GoTo,
    Call,
    Return,
    Read,
    Write,
    Get,
    Put,
    Assertion(AssertionKind),
    Declare,
    End,
    Then,
    Else,
    Procedure,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("IF", Keyword::If),
    ("DO", Keyword::Do),
    ("GO", Keyword::Go),
    ("GOTO", Keyword::GoTo),
    ("CALL", Keyword::Call),
    ("RETURN", Keyword::Return),
    ("READ", Keyword::Read),
    ("WRITE", Keyword::Write),
    ("GET", Keyword::Get),
    ("PUT", Keyword::Put),
    ("ASSUME", Keyword::Assertion(AssertionKind::Assume)),
    ("PROVE", Keyword::Assertion(AssertionKind::Prove)),
    ("ASSERT", Keyword::Assertion(AssertionKind::Assert)),
    ("DCL", Keyword::Declare),
    ("DECLARE", Keyword::Declare),
    ("END", Keyword::End),
    ("THEN", Keyword::Then),
    ("ELSE", Keyword::Else),
    ("PROC", Keyword::Procedure),
    ("PROCEDURE", Keyword::Procedure),
];

fn keyword(token: Token<'_>) -> Option<Keyword> {
    KEYWORDS.iter().find(|(word, _)| token.is(word)).map(|(_, keyword)| *keyword)
}

fn near_keyword(token: Token<'_>) -> Hint {
    let word = token.text.to_ascii_uppercase();
    Hint::nearest(&word, KEYWORDS.iter().map(|(word, _)| *word))
}

/// Whether an operand can end with this token.
fn ends_operand(token: Token<'_>) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number | Kind::Symbol | Kind::RightParen)
}

impl Parser<'_, '_> {
    /// The labels in front of a statement.
    pub(super) fn labels(&mut self) -> Vec<Name> {
        let mut labels = Vec::new();
        while self.cursor.at_kind(Kind::Word) && self.cursor.look(1).kind == Kind::Colon {
            labels.push(name_of(self.cursor.advance()));
            self.cursor.advance();
        }
        labels
    }

    /// A statement; an empty one when it cannot be read, which is reported.
    pub(super) fn statement(&mut self) -> RawStatement {
        self.listing_number();
        let (from, start) = (self.cursor.at(), self.cursor.peek().span);
        let number = self.numbering.begin(start.start.line);
        let labels = self.labels();
        let kind = match self.unlabelled(&labels) {
            Ok(kind) => kind,
            Err(_) => self.skip_statement(from),
        };
        RawStatement { number, labels, span: start.to(self.cursor.last_span()), kind }
    }

    /// The keyword that the next token is, unless it begins an assignment.
    fn keyword(&self) -> Option<Keyword> {
        let found = keyword(self.cursor.peek())?;
        if self.cursor.look(1).kind.assigns() {
            return None;
        }
        if self.cursor.look(1).kind == Kind::LeftParen && self.behind_paren().kind.assigns() {
            let is_if = found == Keyword::If && self.has_then();
            return is_if.then_some(found);
        }
        Some(found)
    }

    /// The token behind the parentheses that open behind the next token.
    fn behind_paren(&self) -> Token<'_> {
        let (mut open, mut ahead) = (0usize, 1);
        loop {
            let token = self.cursor.look(ahead);
            ahead += 1;
            match token.kind {
                Kind::LeftParen => open += 1,
                Kind::RightParen if open <= 1 => return self.cursor.look(ahead),
                Kind::RightParen => open -= 1,
                Kind::Semicolon | Kind::End => return token,
                _ => {}
            }
        }
    }

    /// Whether a THEN behind an operand comes before the statement's end.
    fn has_then(&self) -> bool {
        let behind = self.cursor.tokens().get(self.cursor.at() + 1..).unwrap_or(&[]);
        let statement = behind.iter().take_while(|t| t.kind != Kind::Semicolon);
        let pairs = statement.clone().zip(statement.skip(1));
        pairs.into_iter().any(|(operand, then)| ends_operand(*operand) && then.is("THEN"))
    }

    fn unlabelled(&mut self, labels: &[Name]) -> Parse<RawKind> {
        let token = self.cursor.peek();
        if self.cursor.eat(Kind::Semicolon) {
            return Ok(RawKind::Empty);
        }
        if token.kind != Kind::Word {
            return self.expected("a statement");
        }
        let Some(keyword) = self.keyword() else { return self.assignment() };
        self.cursor.advance();
        let kind = match keyword {
            Keyword::If => return self.conditional(),
            Keyword::Do => return self.group(token, labels),
            Keyword::Then => return self.fail(token.span, Problem::StrayBranch("THEN")),
            Keyword::Else => return self.fail(token.span, Problem::StrayBranch("ELSE")),
            Keyword::End => return self.fail(token.span, Problem::StrayEnd),
            Keyword::Procedure => return self.fail(token.span, Problem::UnnamedProcedure),
            Keyword::Go if !self.eat("TO") => return self.expected("TO"),
            Keyword::Go | Keyword::GoTo => RawKind::GoTo(self.name("a label")?),
            Keyword::Call => self.call()?,
            Keyword::Return => RawKind::Return(self.returned()?),
            Keyword::Read => RawKind::Read(self.arguments()?),
            Keyword::Write => RawKind::Write(self.arguments()?),
            Keyword::Get => RawKind::Read(self.edited_list()?),
            Keyword::Put => RawKind::Write(self.edited_list()?),
            Keyword::Assertion(_) if !self.cursor.at_kind(Kind::LeftParen) => {
                return self.expected("`(`");
            }
            Keyword::Assertion(kind) => RawKind::Assertion(kind, self.expression()?),
            Keyword::Declare => return self.declare(),
        };
        self.finish()?;
        Ok(kind)
    }

    /// The end of a statement: `;`, or nothing in front of ELSE, as in Figure 10.
    fn finish(&mut self) -> Parse<()> {
        if self.at_keyword("ELSE") { Ok(()) } else { self.semicolon() }
    }

    fn assignment(&mut self) -> Parse<RawKind> {
        let token = self.cursor.peek();
        let next = self.cursor.look(1);
        if !next.kind.assigns() && next.kind != Kind::LeftParen && next.kind != Kind::Bad {
            let word = token.text.to_ascii_uppercase();
            let hint = near_keyword(token);
            return self.fail(token.span, Problem::UnknownStatement { word, hint });
        }
        let target = self.reference()?;
        if !self.cursor.peek().kind.assigns() {
            let hint = near_keyword(token);
            if !hint.is_empty() {
                let word = token.text.to_ascii_uppercase();
                return self.fail(token.span, Problem::UnknownStatement { word, hint });
            }
            return self.expected("`=`");
        }
        self.cursor.advance();
        let value = self.expression()?;
        self.finish()?;
        Ok(RawKind::Assign(target, value))
    }

    fn call(&mut self) -> Parse<RawKind> {
        let name = self.name("a procedure")?;
        let arguments =
            if self.cursor.at_kind(Kind::LeftParen) { self.arguments()? } else { Vec::new() };
        Ok(RawKind::Call(name, arguments))
    }

    fn returned(&mut self) -> Parse<Option<RawExpr>> {
        if !self.cursor.at_kind(Kind::LeftParen) {
            return Ok(None);
        }
        self.expression().map(Some)
    }

    /// `LIST(...)`
    fn edited_list(&mut self) -> Parse<Vec<RawExpr>> {
        if !self.eat("LIST") {
            return self.expected("LIST");
        }
        self.arguments()
    }

    /// What stands behind IF.
    fn conditional(&mut self) -> Parse<RawKind> {
        let from = self.cursor.at();
        let condition = match self.expression() {
            Ok(condition) => condition,
            Err(reported) if !self.skip_to_then(from) => return Err(reported),
            broken => self.or_broken(broken),
        };
        if self.at_keyword("THEN") {
            self.listing_number();
        }
        if !self.eat("THEN") {
            return self.expected("an operator or THEN");
        }
        let then = Box::new(self.unit());
        let mut otherwise = None;
        if self.at_keyword("ELSE") {
            self.listing_number();
            self.cursor.advance();
            otherwise = Some(Box::new(self.unit()));
        }
        Ok(RawKind::If { condition, then, otherwise })
    }

    /// Goes to the THEN of a condition that could not be read; whether there is one.
    fn skip_to_then(&mut self, from: usize) -> bool {
        let rest = self.cursor.tokens().get(self.cursor.at()..).unwrap_or(&[]);
        let mut statement = rest.iter().take_while(|t| t.kind != Kind::Semicolon);
        let Some(skipped) = statement.position(|t| t.is("THEN")) else { return false };
        self.cursor.seek(self.cursor.at() + skipped);
        self.keep_words(from, self.cursor.at());
        true
    }

    /// The statement behind THEN or ELSE.
    fn unit(&mut self) -> RawStatement {
        if self.at_limit() {
            self.give_up();
            return self.no_statement();
        }
        if self.at_end() || self.cursor.at_kind(Kind::End) {
            let _: Parse<()> = self.expected("a statement");
            return self.no_statement();
        }
        let statement = self.deeper(Self::statement);
        if let RawKind::Declare(_) = statement.kind {
            self.problems.add(statement.span, Problem::ConditionalDeclaration);
        }
        statement
    }

    fn no_statement(&self) -> RawStatement {
        let (number, span) = (self.numbering.last, self.cursor.last_span().behind());
        RawStatement { number, labels: Vec::new(), span, kind: RawKind::Empty }
    }

    /// What stands behind DO.
    fn group(&mut self, opening: Token<'_>, labels: &[Name]) -> Parse<RawKind> {
        if self.at_limit() {
            self.give_up();
            return Ok(RawKind::Empty);
        }
        let from = self.cursor.at();
        let head = match self.head().and_then(|head| self.semicolon().map(|()| head)) {
            Ok(head) => head,
            Err(_) => {
                self.skip_plain(from);
                RawHead::Once
            }
        };
        let labels = labels.iter().map(|l| l.text.clone()).collect();
        let (body, end) = self.deeper(|p| p.body(opening.span, "DO", labels));
        Ok(RawKind::Do { head, body, end })
    }

    fn head(&mut self) -> Parse<RawHead> {
        if self.cursor.at_kind(Kind::Semicolon) {
            return Ok(RawHead::Once);
        }
        if !self.cursor.look(1).kind.assigns() {
            let mut tests = RawTests::default();
            while self.test(&mut tests)? {}
            if tests.before.is_none() && tests.after.is_none() {
                return self.expected("`;`, WHILE, UNTIL, or a variable and `=`");
            }
            return Ok(RawHead::Repeat(Box::new(tests)));
        }
        let variable = self.name("a variable")?;
        self.cursor.advance();
        let from = self.expression()?;
        let (mut to, mut by, mut tests) = (None, None, RawTests::default());
        loop {
            if self.cursor.at_kind(Kind::Comma) {
                let span = self.cursor.peek().span;
                return self.fail(span, Problem::SeveralSpecifications);
            } else if self.eat("TO") {
                self.once("TO", &mut to)?;
            } else if self.eat("BY") {
                self.once("BY", &mut by)?;
            } else if !self.test(&mut tests)? {
                let count = RawCount { variable, from, to, by, tests };
                return Ok(RawHead::Count(Box::new(count)));
            }
        }
    }

    /// WHILE or UNTIL with a condition; whether there is one.
    fn test(&mut self, tests: &mut RawTests) -> Parse<bool> {
        let (word, test) = match self.cursor.peek() {
            t if t.is("WHILE") => ("WHILE", &mut tests.before),
            t if t.is("UNTIL") => ("UNTIL", &mut tests.after),
            _ => return Ok(false),
        };
        self.cursor.advance();
        if !self.cursor.at_kind(Kind::LeftParen) {
            return self.expected("`(`");
        }
        self.once(word, test)?;
        Ok(true)
    }

    /// The expression behind a word that may stand once.
    fn once(&mut self, word: &'static str, part: &mut Option<RawExpr>) -> Parse<()> {
        let span = self.cursor.last_span();
        let value = self.expression()?;
        if part.replace(value).is_some() {
            return self.fail(span, Problem::TwiceInDo(word));
        }
        Ok(())
    }

    /// Remembers the words of tokens that are left out.
    fn keep_words(&mut self, from: usize, to: usize) {
        let skipped = self.cursor.tokens().get(from..to).unwrap_or(&[]);
        let words = skipped.iter().filter(|t| t.kind == Kind::Word);
        self.broken.extend(words.map(|t| t.text.to_ascii_uppercase()));
    }

    /// Leaves out the rest of the statement that began at `from`; stops behind its `;`, or in front of an END or a
    /// procedure on a line of its own.
    fn skip_plain(&mut self, from: usize) {
        while !self.cursor.at_kind(Kind::End) {
            let token = self.cursor.peek();
            if token.first_in_line
                && self.cursor.at() > from
                && (self.at_end() || self.at_procedure())
            {
                break;
            }
            self.cursor.advance();
            if token.kind == Kind::Semicolon {
                break;
            }
        }
        self.keep_words(from, self.cursor.at());
    }

    /// Leaves out a statement like [`Self::skip_plain`], but not the group that it may open: what is in it is read.
    pub(super) fn skip_statement(&mut self, from: usize) -> RawKind {
        self.skip_plain(from);
        let skipped = self.cursor.tokens().get(from..self.cursor.at()).unwrap_or(&[]);
        let opens = skipped.windows(3).rev().find(|w| {
            matches!(w, [branch, group, _] if (branch.is("THEN") || branch.is("ELSE"))
                && group.is("DO"))
        });
        let is_if = skipped.iter().any(|t| t.is("IF"));
        let Some(opening) = opens.and_then(|w| w.get(1)).copied() else {
            return if is_if && self.at_keyword("ELSE") {
                self.lone_else(self.no_statement())
            } else {
                RawKind::Empty
            };
        };
        if self.at_limit() {
            self.give_up();
            return RawKind::Empty;
        }
        let (body, end) = self.deeper(|p| p.body(opening.span, "DO", Vec::new()));
        let group = RawStatement {
            kind: RawKind::Do { head: RawHead::Once, body, end },
            ..self.no_statement()
        };
        if !self.at_keyword("ELSE") {
            return group.kind;
        }
        self.lone_else(group)
    }

    /// The ELSE of an IF that could not be read.
    fn lone_else(&mut self, then: RawStatement) -> RawKind {
        self.listing_number();
        self.cursor.advance();
        let condition = self.or_broken(Err(Reported));
        let otherwise = Some(Box::new(self.unit()));
        RawKind::If { condition, then: Box::new(then), otherwise }
    }
}
