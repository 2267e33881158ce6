//! Statements.

use super::Parser;
use crate::lexer::{Kind, is_name};
use crate::syntax::{Block, Decreases, Expr, ExprKind, Infix, Measure, Stmt, StmtKind, While};
use effigy_syntax::{Parse, Reported, TokenParser};

/// The words that begin a statement.
const STARTS: &[&str] = &[
    "apply",
    "assert",
    "assume",
    "define",
    "exhale",
    "fold",
    "goto",
    "if",
    "inhale",
    "label",
    "package",
    "quasihavoc",
    "quasihavocall",
    "refute",
    "unfold",
    "var",
    "while",
];

/// The words of the language that begin an expression.
const WORDS: &[&str] = &[
    "true",
    "false",
    "null",
    "old",
    "result",
    "acc",
    "none",
    "write",
    "wildcard",
    "perm",
    "let",
    "forall",
    "exists",
    "unfolding",
    "applying",
    "asserting",
    "Seq",
    "Set",
    "Multiset",
    "Map",
    "range",
    "domain",
];

impl Parser<'_, '_> {
    pub(super) fn block(&mut self) -> Parse<Block> {
        let start = self.expect("{")?.span;
        let mut statements = Vec::new();
        loop {
            if self.eat("}") {
                return Ok(Block { statements, place: self.since(start) });
            }
            if self.cursor.at_kind(Kind::End) || self.at_member() {
                return self.expected("a statement or `}`");
            }
            let from = self.cursor.at();
            match self.nested(Self::statement) {
                Ok(statement) => statements.push(statement),
                Err(Reported) => self.next_statement(from)?,
            }
            self.eat(";");
        }
    }

    /// Skips to where the next statement of the block obviously begins, or to its end.
    fn next_statement(&mut self, from: usize) -> Parse<()> {
        let mut open = 0u32;
        loop {
            let token = self.cursor.peek();
            match token.text {
                _ if token.kind == Kind::End || self.at_member() => return Err(Reported),
                "{" => open += 1,
                "}" if open == 0 => return Ok(()),
                "}" => open -= 1,
                word => {
                    let begins = token.first_in_line && STARTS.contains(&word);
                    if open == 0 && begins && self.cursor.at() > from {
                        return Ok(());
                    }
                }
            }
            self.cursor.advance();
        }
    }

    pub(super) fn statement(&mut self) -> Parse<Stmt> {
        let start = self.cursor.peek().span;
        let annotations = self.annotations()?;
        let kind = self.statement_kind()?;
        Ok(Stmt { kind, place: self.since(start), annotations })
    }

    fn statement_kind(&mut self) -> Parse<StmtKind> {
        let token = self.cursor.peek();
        let of_expression = match token.text {
            "inhale" => StmtKind::Inhale,
            "exhale" => StmtKind::Exhale,
            "assume" => StmtKind::Assume,
            "assert" => StmtKind::Assert,
            "refute" => StmtKind::Refute,
            "{" => return Ok(StmtKind::Block(self.block()?)),
            _ => return self.other_statement(),
        };
        self.cursor.advance();
        Ok(of_expression(self.expression()?))
    }

    fn other_statement(&mut self) -> Parse<StmtKind> {
        let token = self.cursor.peek();
        if !STARTS.contains(&token.text) {
            return self.assignment();
        }
        if token.text == "define" && self.in_macro {
            return self.fail(token.span, "a macro cannot be defined in the body of another one");
        }
        self.cursor.advance();
        match token.text {
            "fold" => Ok(StmtKind::Fold(self.predicate_access()?)),
            "unfold" => Ok(StmtKind::Unfold(self.predicate_access()?)),
            "package" => {
                let wand = self.wand()?;
                let script = if self.at("{") { Some(self.block()?) } else { None };
                Ok(StmtKind::Package(wand, script))
            }
            "apply" => Ok(StmtKind::Apply(self.wand()?)),
            "if" => self.condition(),
            "while" => self.while_loop(),
            "var" => {
                let variables = self.some(Self::formal)?;
                let value = if self.eat(":=") { Some(self.expression()?) } else { None };
                Ok(StmtKind::Var(variables, value))
            }
            "goto" => Ok(StmtKind::Goto(self.name("the name of a label")?)),
            "label" => {
                let name = self.name("a name")?;
                let mut invariants = Vec::new();
                while self.eat("invariant") {
                    invariants.push(self.expression()?);
                    self.eat(";");
                }
                Ok(StmtKind::Label(name, invariants))
            }
            "define" => Ok(StmtKind::Define(self.define(token.span)?.into())),
            word => self.havoc(word == "quasihavocall"),
        }
    }

    fn parenthesized(&mut self) -> Parse<Expr> {
        self.expect("(")?;
        let inner = self.expression()?;
        if !self.eat(")") {
            return self.expected("an operator or `)`");
        }
        Ok(inner)
    }

    /// What stands behind `if` or `elseif`.
    fn condition(&mut self) -> Parse<StmtKind> {
        let condition = self.parenthesized()?;
        let then = self.block()?;
        let next = self.cursor.peek().span;
        let otherwise = if self.eat("elseif") {
            let kind = self.nested(Self::condition)?;
            let place = self.since(next);
            let statements = vec![Stmt { kind, place, annotations: Vec::new() }];
            Some(Block { statements, place })
        } else if self.eat("else") {
            Some(self.block()?)
        } else {
            None
        };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn while_loop(&mut self) -> Parse<StmtKind> {
        let condition = self.parenthesized()?;
        let (mut invariants, mut decreases) = (Vec::new(), Vec::new());
        loop {
            if self.eat("invariant") {
                invariants.push(self.expression()?);
            } else if self.at("decreases") {
                decreases.push(self.decreases()?);
            } else {
                break;
            }
            self.eat(";");
        }
        if !self.at("{") {
            return self.expected("`invariant` or `{`");
        }
        let body = self.block()?;
        Ok(StmtKind::While(Box::new(While { condition, invariants, decreases, body })))
    }

    pub(super) fn decreases(&mut self) -> Parse<Decreases> {
        let start = self.expect("decreases")?.span;
        let kind = if self.eat("_") {
            Measure::Wildcard
        } else if self.eat("*") {
            return Ok(Decreases {
                kind: Measure::Star,
                condition: None,
                place: self.since(start),
            });
        } else if self.measure_begins() {
            Measure::Tuple(self.some(Self::expression)?)
        } else {
            Measure::Tuple(Vec::new())
        };
        let place = self.since(start);
        let condition = if self.eat("if") { Some(self.expression()?) } else { None };
        Ok(Decreases { kind, condition, place })
    }

    /// Whether the next token begins an expression; `decreases` may stand alone.
    fn measure_begins(&self) -> bool {
        let token = self.cursor.peek();
        match token.kind {
            Kind::Number => true,
            Kind::Symbol => matches!(token.text, "(" | "-" | "!" | "|" | "[" | "%"),
            Kind::Word => is_name(token) || WORDS.contains(&token.text),
            Kind::End | Kind::Bad | Kind::Text => false,
        }
    }

    fn havoc(&mut self, all: bool) -> Parse<StmtKind> {
        let mut variables = Vec::new();
        if all {
            variables = self.some(Self::formal)?;
            self.expect("::")?;
        }
        let whole = self.expression()?;
        Ok(match *whole.kind {
            ExprKind::Binary(Infix::Implies, condition, resource) => {
                StmtKind::Havoc(variables, Some(condition), resource)
            }
            _ => StmtKind::Havoc(variables, None, whole),
        })
    }

    /// `x, e.f := e`, or a call.
    fn assignment(&mut self) -> Parse<StmtKind> {
        let first = self.cursor.peek();
        let mut targets = self.some(Self::target)?;
        if self.eat(":=") {
            return Ok(StmtKind::Assign(targets, self.expression()?));
        }
        if let (1, Some(call)) = (targets.len(), targets.pop()) {
            match *call.kind {
                ExprKind::Call(..) => return Ok(StmtKind::Evaluate(call)),
                // A macro without parameters, if it does not look like another statement.
                ExprKind::Name(_)
                    if !self.at(":") && !self.at("=") && !self.looks_like_statement() =>
                {
                    return Ok(StmtKind::Evaluate(call));
                }
                ExprKind::Name(_) => {
                    let hint = self.near_word(first.text);
                    if !hint.is_empty() {
                        let message = format!("`{}` begins no statement{hint}", first.text);
                        return self.fail(self.cursor.peek().span, message);
                    }
                }
                _ => {}
            }
        }
        self.expected("`:=`")
    }

    /// Whether something stands on the line behind a name that no statement has there.
    fn looks_like_statement(&self) -> bool {
        let next = self.cursor.peek();
        !next.first_in_line && matches!(next.kind, Kind::Number | Kind::Text)
    }

    fn target(&mut self) -> Parse<Expr> {
        let token = self.cursor.peek();
        let begins = is_name(token) || token.text == "(" || token.text == "result";
        let begins = begins || matches!(token.text, "old" | "unfolding" | "Seq" | "Map" | "null");
        if !begins {
            return self.expected("a statement");
        }
        let target = self.suffixed(false)?;
        match *target.kind {
            ExprKind::Field(..) | ExprKind::Call(..) | ExprKind::Name(_) => Ok(target),
            _ => self.fail(target.place.span, "this cannot be assigned: a variable or a field can"),
        }
    }
}
