//! Expressions.
//!
//! A quantified formula or a `let` may be the last operand of any operator, and reaches as far to the right as it can.

use super::{MAX_OPERATORS, Parser};
use crate::lexer::{self, Kind};
use crate::problem::Problem;
use crate::syntax::{BinaryOp, Constant, Expr, ExprKind, ListOp, Many, Quantifier, UnaryOp};
use effigy_base::text::Span;
use effigy_syntax::{Parse, TokenParser};

/// `some e`, `one e` and `lone e` as multiplicities, which is what they are in declarations and behind `in`.
pub(super) fn multiplicity(expr: Expr) -> Expr {
    let op = match expr.kind {
        ExprKind::Unary(UnaryOp::Some, _) => UnaryOp::SomeOf,
        ExprKind::Unary(UnaryOp::Lone, _) => UnaryOp::LoneOf,
        ExprKind::Unary(UnaryOp::One, _) => UnaryOp::OneOf,
        _ => return expr,
    };
    let ExprKind::Unary(_, operand) = expr.kind else { return expr };
    Expr { kind: ExprKind::Unary(op, operand), span: expr.span }
}

/// The levels of operators with two operands, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    Iff,
    Implies,
    And,
    Not,
    Compare,
    Shift,
    Sum,
    Product,
    Count,
    Override,
    Intersect,
    Arrow,
    Domain,
    Range,
    Postfix,
}

impl Level {
    fn tighter(self) -> Level {
        use Level as L;
        match self {
            L::Or => L::Iff,
            L::Iff => L::Implies,
            L::Implies => L::And,
            L::And => L::Not,
            L::Not => L::Compare,
            L::Compare => L::Shift,
            L::Shift => L::Sum,
            L::Sum => L::Product,
            L::Product => L::Count,
            L::Count => L::Override,
            L::Override => L::Intersect,
            L::Intersect => L::Arrow,
            L::Arrow => L::Domain,
            L::Domain => L::Range,
            L::Range | L::Postfix => L::Postfix,
        }
    }
}

/// An operator with two operands, as it is read.
#[derive(Clone, Copy)]
enum Infix {
    List(ListOp),
    Implies,
    Binary(BinaryOp),
}

fn unary(op: UnaryOp, start: Span, operand: Expr) -> Expr {
    let span = start.to(operand.span);
    Expr { kind: ExprKind::Unary(op, Box::new(operand)), span }
}

impl Parser<'_> {
    /// An expression of any kind.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        self.operand(Level::Or)
    }

    /// Formulas in braces, one behind the other.
    pub(super) fn block(&mut self) -> Parse<Expr> {
        let start = self.expect_word("{", "`{`")?.span;
        let mut formulas = Vec::new();
        while !self.at("}") {
            formulas.push(self.expression()?);
        }
        let span = start.to(self.cursor.advance().span);
        if formulas.len() == 1
            && let Some(only) = formulas.pop()
        {
            return Ok(only);
        }
        let kind = match formulas.len() {
            0 => ExprKind::Constant(Constant::True),
            _ => ExprKind::List(ListOp::And, formulas),
        };
        Ok(Expr { kind, span })
    }

    /// An operand of a level: an expression of operators of this level and tighter ones, or a quantified formula.
    fn operand(&mut self, level: Level) -> Parse<Expr> {
        let binds = self.binds();
        let expr = self.nested(|p| if binds { p.binding() } else { p.infix(level) });
        if binds {
            self.bound = self.cursor.at();
        }
        expr
    }

    /// Operators of a level and of tighter ones.
    fn infix(&mut self, level: Level) -> Parse<Expr> {
        if level == Level::Postfix {
            return self.postfix();
        }
        if let Some(expr) = self.prefix(level) {
            let first = expr?;
            return if level == Level::Compare { self.further(level, first) } else { Ok(first) };
        }
        let first = self.infix(level.tighter())?;
        self.further(level, first)
    }

    /// The operators of a level behind a first operand.
    fn further(&mut self, level: Level, first: Expr) -> Parse<Expr> {
        let mut left = first;
        let mut chain = 0;
        while let Some((infix, length)) = self.operator(level) {
            chain = self.longer(chain)?;
            for _ in 0..length {
                self.cursor.advance();
            }
            left = match infix {
                Infix::Implies => return self.implication(left),
                Infix::List(op) => {
                    let right = self.operand(level.tighter())?;
                    let span = left.span.to(right.span);
                    let list = match left.kind {
                        ExprKind::List(same, mut list) if same == op => {
                            list.push(right);
                            list
                        }
                        kind => vec![Expr { kind, span: left.span }, right],
                    };
                    Expr { kind: ExprKind::List(op, list), span }
                }
                Infix::Binary(op) => {
                    // Arrows group to the right, all others to the left.
                    let next = if level == Level::Arrow { level } else { level.tighter() };
                    let right = self.operand(next)?;
                    let is_in = matches!(op, BinaryOp::In | BinaryOp::NotIn);
                    let right = if is_in { multiplicity(right) } else { right };
                    let span = left.span.to(right.span);
                    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
                }
            };
        }
        Ok(left)
    }

    /// The length of a chain of operators with one more, if that is allowed.
    fn longer(&mut self, chain: usize) -> Parse<usize> {
        if chain < MAX_OPERATORS {
            return Ok(chain + 1);
        }
        let span = self.cursor.peek().span;
        self.fail(span, Problem::Nesting(MAX_OPERATORS))
    }

    /// Behind `=>`: groups to the right, and an `else` belongs to the nearest one.
    fn implication(&mut self, condition: Expr) -> Parse<Expr> {
        let then = self.operand(Level::Implies)?;
        let start = condition.span;
        let condition = Box::new(condition);
        let otherwise = self.cursor.peek();
        if otherwise.is("else") && self.bound == self.cursor.at() {
            let message = "what is bound by a quantifier or `let` before `else` needs parentheses";
            return self.fail(otherwise.span, Problem::Syntax(message.to_owned()));
        }
        if !self.eat("else") {
            let span = start.to(then.span);
            let kind = ExprKind::Binary(BinaryOp::Implies, condition, Box::new(then));
            return Ok(Expr { kind, span });
        }
        let otherwise = self.operand(Level::Implies)?;
        let span = start.to(otherwise.span);
        let kind = ExprKind::IfElse(condition, Box::new(then), Box::new(otherwise));
        Ok(Expr { kind, span })
    }

    /// The operator of this level that comes next, and of how many tokens it is.
    fn operator(&self, level: Level) -> Option<(Infix, usize)> {
        use BinaryOp as B;
        let token = self.cursor.peek();
        if token.kind != Kind::Key {
            return None;
        }
        let one = |op| Some((Infix::Binary(op), 1));
        match (level, token.text) {
            (Level::Or, "or") => Some((Infix::List(ListOp::Or), 1)),
            (Level::And, "and") => Some((Infix::List(ListOp::And), 1)),
            (Level::Iff, "iff") => one(B::Iff),
            (Level::Implies, "implies") => Some((Infix::Implies, 1)),
            (Level::Compare, "not") => {
                let next = self.cursor.look(1);
                comparison(next.text, true)
                    .filter(|_| next.kind == Kind::Key)
                    .map(|op| (Infix::Binary(op), 2))
            }
            (Level::Compare, text) => comparison(text, false).map(|op| (Infix::Binary(op), 1)),
            (Level::Shift, "<<") => one(B::ShiftLeft),
            (Level::Shift, ">>") => one(B::ShiftRight),
            (Level::Shift, ">>>") => one(B::ShiftRightUnsigned),
            (Level::Sum, "+") => one(B::Plus),
            (Level::Sum, "-") => one(B::Minus),
            (Level::Sum | Level::Product, "fun") => self.arithmetic(level),
            (Level::Override, "++") => one(B::Override),
            (Level::Intersect, "&") => one(B::Intersect),
            (Level::Arrow, _) => self.arrow(),
            (Level::Domain, "<:") => one(B::Domain),
            (Level::Range, ":>") => one(B::Range),
            _ => None,
        }
    }

    /// `fun/add` and its like.
    fn arithmetic(&self, level: Level) -> Option<(Infix, usize)> {
        use BinaryOp as B;
        let (slash, name) = (self.cursor.look(1), self.cursor.look(2));
        if !slash.is("/") || name.kind != Kind::Name {
            return None;
        }
        let op = match (level, name.text) {
            (Level::Sum, "add") => B::Add,
            (Level::Sum, "sub") => B::Sub,
            (Level::Product, "mul") => B::Mul,
            (Level::Product, "div") => B::Div,
            (Level::Product, "rem") => B::Rem,
            _ => return None,
        };
        Some((Infix::Binary(op), 3))
    }

    /// An arrow with its multiplicities.
    fn arrow(&self) -> Option<(Infix, usize)> {
        let many = |text: &str| match text {
            "some" => Some(Many::Some),
            "lone" => Some(Many::Lone),
            "one" => Some(Many::One),
            "set" => Some(Many::Any),
            _ => None,
        };
        let left = many(self.cursor.peek().text);
        let at = usize::from(left.is_some());
        if !self.look_is(at, "->") {
            return None;
        }
        let next = self.cursor.look(at + 1);
        let right = many(next.text).filter(|_| next.kind == Kind::Key);
        let length = at + 1 + usize::from(right.is_some());
        let op = BinaryOp::Arrow(left.unwrap_or(Many::Any), right.unwrap_or(Many::Any));
        Some((Infix::Binary(op), length))
    }

    /// An operator in front, of this level.
    fn prefix(&mut self, level: Level) -> Option<Parse<Expr>> {
        let token = self.cursor.peek();
        if token.kind != Kind::Key {
            return None;
        }
        let op = match (level, token.text) {
            (Level::Not, "not") => UnaryOp::Not,
            (Level::Compare, "no") => UnaryOp::No,
            (Level::Compare, "some") => UnaryOp::Some,
            (Level::Compare, "lone") => UnaryOp::Lone,
            (Level::Compare, "one") => UnaryOp::One,
            (Level::Compare, "set") => UnaryOp::SetOf,
            (Level::Compare, "seq") if !self.look_is(1, "/") => return Some(self.sequence()),
            (Level::Count, "#") => UnaryOp::Cardinality,
            (Level::Count, "int" | "sum") if !self.look_is(1, "[") => UnaryOp::ToInt,
            _ => return None,
        };
        self.cursor.advance();
        // What stands behind `no` and its like binds more tightly; behind the others may be one of the same kind.
        let inner = if level == Level::Compare { Level::Shift } else { level };
        let operand = self.operand(inner);
        Some(operand.map(|operand| {
            let expr = unary(op, token.span, operand);
            if op == UnaryOp::ToInt { unary(UnaryOp::ToAtom, token.span, expr) } else { expr }
        }))
    }

    fn sequence(&mut self) -> Parse<Expr> {
        let start = self.cursor.advance().span;
        self.module.sequences = true;
        let elements = self.operand(Level::Shift)?;
        let span = start.to(elements.span);
        let indices = Expr { kind: ExprKind::Name("seq/Int".to_owned()), span: start };
        let kind = ExprKind::Binary(BinaryOp::Sequence, Box::new(indices), Box::new(elements));
        Ok(Expr { kind, span })
    }

    /// Joins and calls.
    fn postfix(&mut self) -> Parse<Expr> {
        let mut left = self.bracket_head()?;
        let mut chain = 0;
        loop {
            chain = self.longer(chain)?;
            if self.eat(".") {
                let token = self.cursor.peek();
                left = if token.is("int") || token.is("sum") {
                    let span = left.span.to(self.cursor.advance().span);
                    let sum = Expr { kind: ExprKind::Unary(UnaryOp::ToInt, Box::new(left)), span };
                    Expr { kind: ExprKind::Unary(UnaryOp::ToAtom, Box::new(sum)), span }
                } else if let Some(op) = self.list_operator() {
                    let span = left.span.to(self.cursor.last_span());
                    Expr { kind: ExprKind::List(op, vec![left]), span }
                } else {
                    let right = if self.binds() { self.operand(Level::Or)? } else { self.tight()? };
                    join(left, right)
                };
            } else if self.at("[") {
                let (arguments, end) = self.arguments()?;
                for argument in arguments {
                    let span = left.span.to(end);
                    left = match left.kind {
                        ExprKind::List(op @ (ListOp::Disjoint | ListOp::TotalOrder), mut list) => {
                            list.push(argument);
                            Expr { kind: ExprKind::List(op, list), span }
                        }
                        kind => {
                            let right = Expr { kind, span: left.span };
                            let kind = ExprKind::Join(Box::new(argument), Box::new(right));
                            Expr { kind, span }
                        }
                    };
                }
            } else {
                return Ok(left);
            }
        }
    }

    /// `disj` or `pred/totalOrder`.
    fn list_operator(&mut self) -> Option<ListOp> {
        if self.eat("disj") {
            return Some(ListOp::Disjoint);
        }
        let total = self.at("pred") && self.look_is(1, "/") && {
            let name = self.cursor.look(2);
            name.kind == Kind::Name && name.text == "totalOrder"
        };
        if !total {
            return None;
        }
        for _ in 0..3 {
            self.cursor.advance();
        }
        Some(ListOp::TotalOrder)
    }

    /// What arguments in brackets may stand behind.
    fn bracket_head(&mut self) -> Parse<Expr> {
        let token = self.cursor.peek();
        if let Some(op) = self.list_operator() {
            let span = token.span.to(self.cursor.last_span());
            if !self.at("[") {
                return self.expected("`[` and arguments");
            }
            return Ok(Expr { kind: ExprKind::List(op, Vec::new()), span });
        }
        if (token.is("int") || token.is("sum")) && self.look_is(1, "[") {
            self.cursor.advance();
            let (mut arguments, end) = self.arguments()?;
            let span = token.span.to(end);
            let (Some(argument), true) = (arguments.pop(), arguments.is_empty()) else {
                let message = format!("`{}` takes one argument", token.text);
                return self.fail(span, Problem::Syntax(message));
            };
            let sum = unary(UnaryOp::ToInt, token.span, argument);
            return Ok(Expr { span, ..unary(UnaryOp::ToAtom, token.span, sum) });
        }
        self.tight()
    }

    fn arguments(&mut self) -> Parse<(Vec<Expr>, Span)> {
        self.cursor.advance();
        let arguments = if self.at("]") { Vec::new() } else { self.some(Self::expression)? };
        let end = self.expect_word("]", "`,` or `]`")?.span;
        Ok((arguments, end))
    }

    /// `~`, `^` and `*`, and what binds more tightly than they do.
    fn tight(&mut self) -> Parse<Expr> {
        let token = self.cursor.peek();
        let op = match token.text {
            "~" => UnaryOp::Transpose,
            "^" => UnaryOp::Closure,
            "*" => UnaryOp::ReflexiveClosure,
            _ => return self.base(),
        };
        self.cursor.advance();
        let operand = self
            .nested_at(token.span, |p| if p.binds() { p.operand(Level::Or) } else { p.tight() });
        Ok(unary(op, token.span, operand?))
    }

    fn base(&mut self) -> Parse<Expr> {
        let token = self.cursor.peek();
        let span = token.span;
        match token.kind {
            Kind::Number => self.literal(1),
            Kind::Text => {
                self.cursor.advance();
                let text = token.text.trim_matches('"').to_owned();
                Ok(Expr { kind: ExprKind::Constant(Constant::Text(text)), span })
            }
            Kind::Name => self.named(),
            Kind::End => self.expected("an expression"),
            Kind::Key => match token.text {
                "-" if self.cursor.look(1).kind == Kind::Number => {
                    self.cursor.advance();
                    self.literal(-1)
                }
                "(" => {
                    self.cursor.advance();
                    let inner = self.expression()?;
                    let end = self.expect_word(")", "`)`")?.span;
                    Ok(Expr { kind: inner.kind, span: span.to(end) })
                }
                "{" => self.braces(),
                "@" => {
                    self.cursor.advance();
                    let name = self.name("a name")?;
                    let span = span.to(name.span);
                    Ok(Expr { kind: ExprKind::Name(format!("@{}", name.text)), span })
                }
                "iden" => {
                    self.cursor.advance();
                    Ok(Expr { kind: ExprKind::Constant(Constant::Iden), span })
                }
                "this" if !self.look_is(1, "/") => {
                    self.cursor.advance();
                    Ok(Expr { kind: ExprKind::Name("this".to_owned()), span })
                }
                "fun" if self.look_is(1, "/") => self.integer_constant(),
                "univ" | "none" | "Int" | "String" | "seq" | "this" => self.named(),
                _ => self.expected("an expression"),
            },
        }
    }

    fn named(&mut self) -> Parse<Expr> {
        let name = self.sig_name()?;
        Ok(Expr { kind: ExprKind::Name(name.text), span: name.span })
    }

    fn literal(&mut self, sign: i32) -> Parse<Expr> {
        let token = self.cursor.advance();
        let value = lexer::number(token.text).unwrap_or(0).wrapping_mul(sign);
        Ok(Expr { kind: ExprKind::Constant(Constant::Number(value)), span: token.span })
    }

    /// `fun/min`, `fun/max`, `fun/next`.
    fn integer_constant(&mut self) -> Parse<Expr> {
        let start = self.cursor.advance().span;
        self.cursor.advance();
        let name = self.simple_name("`min`, `max` or `next`")?;
        let constant = match name.text.as_str() {
            "min" => Constant::Min,
            "max" => Constant::Max,
            "next" => Constant::Next,
            _ => {
                let found = format!("`{}`", name.text);
                let expected = "`min`, `max` or `next`";
                return self
                    .fail(name.span, Problem::Expected { expected: expected.into(), found });
            }
        };
        Ok(Expr { kind: ExprKind::Constant(constant), span: start.to(name.span) })
    }

    /// A comprehension or formulas in braces.
    fn braces(&mut self) -> Parse<Expr> {
        if !self.declares() {
            return self.block();
        }
        let start = self.cursor.advance().span;
        let variables = self.variables()?;
        let body = if self.at("}") {
            Expr { kind: ExprKind::Constant(Constant::True), span: start }
        } else {
            self.body()?
        };
        let end = self.expect_word("}", "`}`")?.span;
        let kind = ExprKind::Quantified(Quantifier::Comprehension, variables, Box::new(body));
        Ok(Expr { kind, span: start.to(end) })
    }

    /// What stands behind declared variables: a bar and an expression, or a block.
    fn body(&mut self) -> Parse<Expr> {
        if self.eat("|") {
            return self.expression();
        }
        if self.at("{") { self.block() } else { self.expected("`|` or `{`") }
    }

    /// Whether a quantified formula, a sum or a `let` begins here. Behind a colon, `one a, b: ...` is a multiplicity and the
    /// next declaration.
    fn binds(&self) -> bool {
        let token = self.cursor.peek();
        let before = self.cursor.at().checked_sub(1).and_then(|at| self.cursor.tokens().get(at));
        if before.is_some_and(|before| before.is(":") || before.is("disj")) && !token.is("let") {
            return false;
        }
        token.kind == Kind::Key
            && match token.text {
                "let" => true,
                "all" | "no" | "some" | "lone" | "one" | "sum" => self.declares(),
                _ => false,
            }
    }

    fn binding(&mut self) -> Parse<Expr> {
        let token = self.cursor.advance();
        let quantifier = match token.text {
            "all" => Quantifier::All,
            "no" => Quantifier::No,
            "some" => Quantifier::Some,
            "lone" => Quantifier::Lone,
            "one" => Quantifier::One,
            "sum" => Quantifier::Sum,
            _ => return self.let_(token.span),
        };
        let variables = self.variables()?;
        let body = self.body()?;
        let span = token.span.to(body.span);
        let kind = ExprKind::Quantified(quantifier, variables, Box::new(body));
        Ok(Expr { kind, span })
    }

    /// Behind `let`: definitions with commas between them, and the body.
    fn let_(&mut self, start: Span) -> Parse<Expr> {
        let definitions = self.some(|p| {
            let name = p.new_name("the name of a variable")?;
            p.expect_word("=", "`=`")?;
            Ok((name, p.expression()?))
        })?;
        self.longer(definitions.len())?;
        let mut body = self.body()?;
        let span = start.to(body.span);
        for (name, value) in definitions.into_iter().rev() {
            let kind = ExprKind::Let(name, Box::new(value), Box::new(body));
            body = Expr { kind, span };
        }
        Ok(body)
    }
}

fn join(left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let kind = match right.kind {
        ExprKind::List(op @ (ListOp::Disjoint | ListOp::TotalOrder), mut list) => {
            list.push(left);
            ExprKind::List(op, list)
        }
        kind => {
            let right = Expr { kind, span: right.span };
            ExprKind::Join(Box::new(left), Box::new(right))
        }
    };
    Expr { kind, span }
}

fn comparison(text: &str, negated: bool) -> Option<BinaryOp> {
    use BinaryOp as B;
    Some(match (text, negated) {
        ("in", false) => B::In,
        ("in", true) => B::NotIn,
        ("=", false) => B::Equal,
        ("=", true) => B::NotEqual,
        ("<", false) => B::Less,
        ("<", true) => B::NotLess,
        ("<=", false) => B::LessEqual,
        ("<=", true) => B::NotLessEqual,
        (">", false) => B::Greater,
        (">", true) => B::NotGreater,
        (">=", false) => B::GreaterEqual,
        (">=", true) => B::NotGreaterEqual,
        _ => return None,
    })
}
