//! Expressions.
//!
//! From the loosest: `? :`, `<==>`, `==>`, `--*`, `||`, `&&`, `==`, these from right to left; relations in chains;
//! sums and products from left to right; prefix operators, and what is behind an operand: `.f`, `[i]`.

use super::Parser;
use crate::lexer::{Kind, is_name};
use crate::limits::{MAX_OPERATORS, MAX_SIZE};
use crate::syntax::{Collection, Expr, ExprKind, Infix, Name, Quantifier};
use crate::tree::UnaryOp;
use effigy_base::text::Span;
use effigy_syntax::{Parse, TokenParser};
use num_bigint::BigInt;

/// How tightly operators bind.
const IFF: u32 = 0;
const IMPLIES: u32 = 1;
const WAND: u32 = 2;
const OR: u32 = 3;
const AND: u32 = 4;
const EQUALITY: u32 = 5;
const RELATION: u32 = 6;
const SUM: u32 = 7;
const PRODUCT: u32 = 8;

impl Parser<'_, '_> {
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        self.nested(|p| p.conditional(false))
    }

    /// `after_paren`: whether a `(` stands directly before, so that a call may have a type behind it.
    fn conditional(&mut self, after_paren: bool) -> Parse<Expr> {
        let start = self.cursor.peek().span;
        let condition = self.operators(IFF, after_paren)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.expression()?;
        self.make(ExprKind::Conditional(condition, then, otherwise), start)
    }

    /// An expression with wands at its top at most: the operand of `package` and `apply`.
    pub(super) fn wand(&mut self) -> Parse<Expr> {
        self.nested(|p| p.operators(WAND, false))
    }

    fn infix(&self) -> Option<(Infix, u32)> {
        let token = self.cursor.peek();
        Some(match token.text {
            "<==>" => (Infix::Iff, IFF),
            "==>" => (Infix::Implies, IMPLIES),
            "--*" => (Infix::Wand, WAND),
            "|" if self.two_bars() => (Infix::Or, OR),
            "&&" => (Infix::And, AND),
            "==" => (Infix::Eq, EQUALITY),
            "!=" => (Infix::Ne, EQUALITY),
            "<" => (Infix::Lt, RELATION),
            "<=" => (Infix::Le, RELATION),
            ">" => (Infix::Gt, RELATION),
            ">=" => (Infix::Ge, RELATION),
            "in" => (Infix::In, RELATION),
            "+" => (Infix::Add, SUM),
            "-" => (Infix::Sub, SUM),
            "++" => (Infix::Append, SUM),
            "union" => (Infix::Union, SUM),
            "intersection" => (Infix::Intersection, SUM),
            "setminus" => (Infix::SetMinus, SUM),
            "subset" => (Infix::Subset, SUM),
            "*" => (Infix::Mul, PRODUCT),
            "/" => (Infix::Div, PRODUCT),
            "\\" => (Infix::IntDiv, PRODUCT),
            "%" => (Infix::Mod, PRODUCT),
            _ => return None,
        })
    }

    /// Whether `||` is next: two bars without a space.
    fn two_bars(&self) -> bool {
        let (first, second) = (self.cursor.peek(), self.cursor.look(1));
        second.text == "|" && first.span.end == second.span.start
    }

    /// Operators that bind at least as tightly as `loosest`, and their operands.
    fn operators(&mut self, loosest: u32, after_paren: bool) -> Parse<Expr> {
        let start = self.cursor.peek().span;
        let mut left = self.suffixed(after_paren)?;
        // The right operand of the last relation, which the next one of a chain compares again.
        let mut middle: Option<Expr> = None;
        while let Some((operator, level)) = self.infix() {
            if level < loosest {
                break;
            }
            self.cursor.advance();
            if operator == Infix::Or {
                self.cursor.advance();
            }
            if level == RELATION {
                let right = self.operators(SUM, false)?;
                left = self.relation(left, middle.take(), operator, &right)?;
                middle = Some(right);
                continue;
            }
            let from_left = level >= SUM;
            let right = match operator {
                Infix::Wand => self.expression()?,
                _ if from_left => self.operators(level + 1, false)?,
                _ => self.nested(|p| p.operators(level, false))?,
            };
            let start = if from_left { left.place.span } else { start };
            left = self.make(ExprKind::Binary(operator, left, right), start)?;
        }
        Ok(left)
    }

    /// `a < b`, or `a < b && b < c` for the second part of a chain.
    fn relation(
        &mut self,
        left: Expr,
        middle: Option<Expr>,
        operator: Infix,
        right: &Expr,
    ) -> Parse<Expr> {
        let start = left.place.span;
        let Some(middle) = middle else {
            return self.make(ExprKind::Binary(operator, left, right.clone()), start);
        };
        let again = middle.place.span;
        let second = self.make(ExprKind::Binary(operator, middle, right.clone()), again)?;
        self.make(ExprKind::Binary(Infix::And, left, second), start)
    }

    /// Makes an expression that ends where the last token ends, unless it is too large to walk over.
    fn make(&mut self, kind: ExprKind, start: Span) -> Parse<Expr> {
        let expression = Expr::new(kind, self.since(start));
        if expression.height > MAX_OPERATORS {
            let message =
                format!("an expression of more than {MAX_OPERATORS} operators above each other");
            return self.fail(expression.place.span, message);
        }
        if expression.size > MAX_SIZE {
            let message = "this expression is too large: its comparisons repeat operands too often";
            return self.fail(expression.place.span, message);
        }
        Ok(expression)
    }

    /// An operand with the fields and indices behind it.
    pub(super) fn suffixed(&mut self, after_paren: bool) -> Parse<Expr> {
        let mut inner = if self.eat("(") {
            let inner = self.nested(|p| p.conditional(true))?;
            self.closed(")")?;
            inner
        } else {
            self.operand(after_paren)?
        };
        loop {
            let start = inner.place.span;
            let kind = if self.at(".") && self.cursor.look(1).kind == Kind::Word {
                self.cursor.advance();
                ExprKind::Field(inner, self.name("the name of a field")?)
            } else if self.eat("[") {
                self.nested(|p| p.index(inner))?
            } else {
                return Ok(inner);
            };
            inner = self.make(kind, start)?;
        }
    }

    fn closed(&mut self, end: &str) -> Parse<()> {
        if self.eat(end) { Ok(()) } else { self.expected(format!("an operator or `{end}`")) }
    }

    /// What stands in brackets behind an operand.
    fn index(&mut self, base: Expr) -> Parse<ExprKind> {
        if self.eat("..") {
            let end = self.expression()?;
            self.closed("]")?;
            return Ok(ExprKind::Slice(base, None, Some(end)));
        }
        let index = self.expression()?;
        let kind = if self.eat(":=") {
            let value = self.expression()?;
            // Several updates of one pair of brackets, one behind the other.
            let start = base.place.span;
            let mut updated = self.make(ExprKind::Update(base, index, value), start)?;
            while self.eat(",") {
                let index = self.expression()?;
                self.expect(":=")?;
                let value = self.expression()?;
                updated = self.make(ExprKind::Update(updated, index, value), start)?;
            }
            *updated.kind
        } else if self.eat("..") {
            let end = if self.at("]") { None } else { Some(self.expression()?) };
            ExprKind::Slice(base, Some(index), end)
        } else {
            ExprKind::Index(base, index)
        };
        self.closed("]")?;
        Ok(kind)
    }

    fn operand(&mut self, after_paren: bool) -> Parse<Expr> {
        let token = self.cursor.peek();
        let kind = match token.kind {
            Kind::Number => {
                self.cursor.advance();
                ExprKind::Int(token.text.parse::<BigInt>().unwrap_or_default())
            }
            Kind::Word if is_name(token) => self.name_or_call(after_paren)?,
            Kind::Word => self.word()?,
            Kind::Symbol => self.symbol()?,
            _ => return self.expected("an expression"),
        };
        self.make(kind, token.span)
    }

    fn name_or_call(&mut self, after_paren: bool) -> Parse<ExprKind> {
        let name = self.name("a name")?;
        let paren = self.cursor.peek();
        if !self.at("(") || paren.first_in_line {
            return Ok(ExprKind::Name(name));
        }
        let arguments = self.arguments()?;
        let ty = if after_paren && self.eat(":") { Some(self.type_expr()?) } else { None };
        Ok(ExprKind::Call(name, arguments, ty))
    }

    fn arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect("(")?;
        self.list(")", Self::expression)
    }

    fn symbol(&mut self) -> Parse<ExprKind> {
        let token = self.cursor.peek();
        match token.text {
            "-" | "!" => {
                self.cursor.advance();
                let operator = if token.text == "-" { UnaryOp::Negate } else { UnaryOp::Not };
                Ok(ExprKind::Unary(operator, self.nested(|p| p.suffixed(false))?))
            }
            "|" => {
                self.cursor.advance();
                let inner = self.expression()?;
                self.closed("|")?;
                Ok(ExprKind::Unary(UnaryOp::Cardinality, inner))
            }
            "[" => {
                self.cursor.advance();
                let first = self.expression()?;
                let pair = self.eat(",");
                if !pair && !self.eat("..") {
                    return self.expected("`,` or `..`");
                }
                let second = self.expression()?;
                self.closed(if pair { "]" } else { ")" })?;
                let make = if pair { ExprKind::InhaleExhale } else { ExprKind::Range };
                Ok(make(first, second))
            }
            "@" => {
                let annotation = self.annotation()?;
                let inner = self.nested(|p| p.annotated())?;
                Ok(ExprKind::Annotated(annotation, inner))
            }
            "%" => {
                self.cursor.advance();
                let name = self.name("the name of a predicate")?;
                Ok(ExprKind::Instance(name, self.arguments()?))
            }
            _ => self.expected("an expression"),
        }
    }

    /// What an annotation is for: an operand without what stands behind it.
    fn annotated(&mut self) -> Parse<Expr> {
        if !self.eat("(") {
            return self.operand(false);
        }
        let inner = self.nested(|p| p.conditional(true))?;
        self.closed(")")?;
        Ok(inner)
    }

    /// An operand that begins with a word of the language.
    fn word(&mut self) -> Parse<ExprKind> {
        let token = self.cursor.peek();
        let constant = match token.text {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "null" => ExprKind::Null,
            "none" => ExprKind::NoPerm,
            "write" => ExprKind::FullPerm,
            "wildcard" => ExprKind::Wildcard,
            "epsilon" => ExprKind::Epsilon,
            "result" => ExprKind::Result,
            _ => return self.keyword(),
        };
        self.cursor.advance();
        Ok(constant)
    }

    fn keyword(&mut self) -> Parse<ExprKind> {
        let token = self.cursor.peek();
        match token.text {
            "old" => self.old(),
            "acc" => self.acc(),
            "perm" => {
                self.cursor.advance();
                self.expect("(")?;
                let resource = self.resource()?;
                self.closed(")")?;
                Ok(ExprKind::Perm(resource))
            }
            "let" => self.let_in(),
            "forall" | "exists" => self.quantifier(),
            "forperm" => self.for_perm(),
            "unfolding" | "applying" | "asserting" => self.ghost(),
            "Seq" | "Set" | "Multiset" => self.collection(),
            "Map" => self.map(),
            "range" | "domain" => {
                self.cursor.advance();
                let operator = if token.text == "range" { UnaryOp::Range } else { UnaryOp::Domain };
                self.expect("(")?;
                let inner = self.expression()?;
                self.closed(")")?;
                Ok(ExprKind::Unary(operator, inner))
            }
            "new" => self.new_object(),
            _ => self.expected("an expression"),
        }
    }

    fn new_object(&mut self) -> Parse<ExprKind> {
        self.cursor.advance();
        self.expect("(")?;
        if self.eat("*") {
            self.expect(")")?;
            return Ok(ExprKind::New(None));
        }
        let fields = self.list(")", |p| p.name("the name of a field"))?;
        Ok(ExprKind::New(Some(fields)))
    }

    fn old(&mut self) -> Parse<ExprKind> {
        self.cursor.advance();
        let mut label = None;
        if self.eat("[") {
            let token = self.cursor.peek();
            label = Some(if self.eat("lhs") {
                Name { text: "lhs".into(), place: self.place(token.span) }
            } else {
                self.name("the name of a label")?
            });
            self.expect("]")?;
        }
        self.expect("(")?;
        let inner = self.expression()?;
        self.closed(")")?;
        Ok(ExprKind::Old(label, inner))
    }

    fn acc(&mut self) -> Parse<ExprKind> {
        self.cursor.advance();
        self.expect("(")?;
        let location = self.location()?;
        let amount = if self.eat(",") { Some(self.expression()?) } else { None };
        self.closed(")")?;
        Ok(ExprKind::Acc(location, amount))
    }

    /// `e.f` or `P(e)`.
    fn location(&mut self) -> Parse<Expr> {
        let start = self.cursor.peek().span;
        let location = self.nested(|p| p.suffixed(false))?;
        if matches!(*location.kind, ExprKind::Field(..) | ExprKind::Call(..)) {
            return Ok(location);
        }
        self.fail(start, "permissions are to a field `e.f` or to a predicate `P(e)`")
    }

    /// A location or a magic wand.
    fn resource(&mut self) -> Parse<Expr> {
        let start = self.cursor.peek().span;
        let resource = self.expression()?;
        let kind = &*resource.kind;
        if matches!(
            kind,
            ExprKind::Field(..) | ExprKind::Call(..) | ExprKind::Binary(Infix::Wand, ..)
        ) {
            return Ok(resource);
        }
        self.fail(start, "this is a field `e.f`, a predicate `P(e)` or a wand `A --* B`")
    }

    fn let_in(&mut self) -> Parse<ExprKind> {
        self.cursor.advance();
        let name = self.name("a name")?;
        self.expect("==")?;
        self.expect("(")?;
        let value = self.expression()?;
        self.closed(")")?;
        self.expect("in")?;
        Ok(ExprKind::Let(name, value, self.expression()?))
    }

    fn quantifier(&mut self) -> Parse<ExprKind> {
        let exists = self.cursor.advance().text == "exists";
        let variables = self.some(Self::formal)?;
        self.expect("::")?;
        let mut triggers = Vec::new();
        while self.eat("{") {
            triggers.push(self.list("}", Self::expression)?);
        }
        let body = self.expression()?;
        Ok(ExprKind::Quantifier(Quantifier { exists, variables, triggers, body }))
    }

    fn for_perm(&mut self) -> Parse<ExprKind> {
        self.cursor.advance();
        let variables = self.some(Self::formal)?;
        self.expect("[")?;
        let resource = self.resource()?;
        self.closed("]")?;
        self.expect("::")?;
        Ok(ExprKind::ForPerm(variables, resource, self.expression()?))
    }

    /// `acc(P(e), p)` or `P(e)`, as `fold`, `unfold` and `unfolding` need it.
    pub(super) fn predicate_access(&mut self) -> Parse<Expr> {
        let token = self.cursor.peek();
        let kind = if token.text == "acc" { self.acc()? } else { self.name_or_call(false)? };
        if matches!(kind, ExprKind::Name(_)) {
            return self.expected("`(`");
        }
        self.make(kind, token.span)
    }

    fn ghost(&mut self) -> Parse<ExprKind> {
        let word = self.cursor.advance().text;
        let operand = if word == "unfolding" {
            self.predicate_access()?
        } else {
            self.expect("(")?;
            let operand = if word == "applying" { self.wand()? } else { self.expression()? };
            self.closed(")")?;
            operand
        };
        self.expect("in")?;
        let body = self.expression()?;
        Ok(match word {
            "unfolding" => ExprKind::Unfolding(operand, body),
            "applying" => ExprKind::Applying(operand, body),
            _ => ExprKind::Asserting(operand, body),
        })
    }

    fn collection(&mut self) -> Parse<ExprKind> {
        let collection = match self.cursor.advance().text {
            "Seq" => Collection::Seq,
            "Set" => Collection::Set,
            _ => Collection::Multiset,
        };
        let mut ty = None;
        if self.eat("[") {
            ty = Some(self.type_expr()?);
            self.expect("]")?;
        }
        let open = self.cursor.peek().span;
        let elements = self.arguments()?;
        if ty.is_some() && !elements.is_empty() {
            return self.fail(open, "only an empty collection has its type in brackets");
        }
        Ok(ExprKind::Collection(collection, ty, elements))
    }

    fn map(&mut self) -> Parse<ExprKind> {
        self.cursor.advance();
        let mut types = None;
        if self.eat("[") {
            let key = self.type_expr()?;
            self.expect(",")?;
            types = Some((key, self.type_expr()?));
            self.expect("]")?;
        }
        let open = self.cursor.peek().span;
        self.expect("(")?;
        let pairs = self.list(")", |p| {
            let key = p.expression()?;
            p.expect(":=")?;
            Ok((key, p.expression()?))
        })?;
        if types.is_some() && !pairs.is_empty() {
            return self.fail(open, "only an empty map has its types in brackets");
        }
        Ok(ExprKind::Map(types, pairs))
    }
}
