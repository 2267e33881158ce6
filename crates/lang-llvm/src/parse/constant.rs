//! Constants and constant expressions.

use super::{Parse, Parser, short};
use crate::ast::{
    BinaryOp, CastOp, ConstExpr, Constant, FloatPredicate, IntPredicate, Symbol, Type,
    TypedConstant,
};
use crate::lexer::{Kind, plain_name, unescape};
use std::sync::Arc;

/// Whether a constant starts with this word (so that it is no attribute).
pub(super) fn starts_constant(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "splat"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "asm"
            | "getelementptr"
            | "icmp"
            | "fcmp"
            | "select"
            | "extractvalue"
            | "insertvalue"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "fneg"
    ) || word.starts_with("u0x")
        || word.starts_with("s0x")
        || CastOp::from_name(word).is_some()
        || BinaryOp::from_name(word).is_some()
}

/// The flags of instructions and constant expressions; they only narrow what is defined.
pub(super) const FLAGS: &[&str] = &[
    "nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "inbounds", "nusw", "fast", "nnan",
    "ninf", "nsz", "arcp", "contract", "afn", "reassoc",
];

impl Parser<'_> {
    /// A constant with its type in front.
    pub(super) fn typed_constant(&mut self) -> Parse<TypedConstant> {
        let ty = self.value_type()?;
        let value = self.constant(&ty)?;
        Ok(TypedConstant { ty, value })
    }

    /// A constant of type `ty`.
    pub(super) fn constant(&mut self, ty: &Type) -> Parse<Constant> {
        self.nested(|p| match p.token.kind {
            Kind::Number => p.number_constant(ty),
            Kind::Word if p.token.text.starts_with("u0x") || p.token.text.starts_with("s0x") => {
                p.number_constant(ty)
            }
            Kind::Word => p.word_constant(ty),
            Kind::Global => p.symbol_constant(ty),
            Kind::Bytes => p.bytes_constant(ty),
            Kind::Punct(b'[' | b'{' | b'<') => p.aggregate_constant(ty),
            _ => p.expected("a constant"),
        })
    }

    fn number_constant(&mut self, ty: &Type) -> Parse<Constant> {
        match ty {
            Type::Int(bits) => {
                let token = self.bump();
                self.int_constant(token, *bits)
            }
            Type::Float(kind) => {
                let token = self.bump();
                Ok(Constant::Float(self.float_constant(token, *kind)?))
            }
            _ => self.expected("a constant of another type than a number"),
        }
    }

    fn word_constant(&mut self, ty: &Type) -> Parse<Constant> {
        let simple = match self.token.text {
            "true" if *ty == Type::Int(1) => Constant::Int(1),
            "false" if *ty == Type::Int(1) => Constant::Int(0),
            "null" if matches!(ty, Type::Ptr(_)) => Constant::Null,
            "none" if *ty == Type::Token => Constant::NoToken,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "splat" => return self.splat_constant(ty),
            "blockaddress" => return self.block_address(),
            "dso_local_equivalent" | "no_cfi" => {
                self.bump();
                return self.symbol_constant(ty);
            }
            "getelementptr" => return self.element_pointer(),
            "icmp" | "fcmp" | "select" => return self.comparison_constant(ty),
            "ptrauth" | "extractvalue" | "insertvalue" | "extractelement" | "insertelement"
            | "shufflevector" | "fneg" => return self.unsupported_constant(),
            word => {
                if let Some(op) = CastOp::from_name(word) {
                    return self.cast_constant(op, ty);
                }
                if let Some(op) = BinaryOp::from_name(word) {
                    return self.binary_constant(op, ty);
                }
                return self.expected("a constant of this type");
            }
        };
        self.bump();
        Ok(simple)
    }

    /// The symbol that is named at the cursor.
    pub(super) fn symbol(&mut self) -> Parse<Symbol> {
        if self.token.kind != Kind::Global {
            return self.expected("a symbol `@...`");
        }
        let token = self.bump();
        match self.context.names.symbols.get(plain_name(token.text).as_str()) {
            Some(symbol) => Ok(*symbol),
            None => self.fail(token.start, format!("`@{}` is not defined", short(token.text))),
        }
    }

    fn symbol_constant(&mut self, ty: &Type) -> Parse<Constant> {
        match ty {
            Type::Ptr(_) => Ok(Constant::Symbol(self.symbol()?)),
            _ => self.expected("a constant of another type than an address"),
        }
    }

    fn bytes_constant(&mut self, ty: &Type) -> Parse<Constant> {
        let token = self.bump();
        let bytes = unescape(token.text);
        match ty {
            Type::Array(length, element)
                if **element == Type::Int(8) && *length == bytes.len() as u64 =>
            {
                Ok(Constant::Bytes(bytes.into()))
            }
            _ => self.fail(
                token.start,
                format!("a string of {} bytes does not have this type", bytes.len()),
            ),
        }
    }

    fn aggregate_constant(&mut self, ty: &Type) -> Parse<Constant> {
        let at = self.token.start;
        let packed = self.is_punct(b'<') && self.second().kind == Kind::Punct(b'{');
        let close = match self.token.kind {
            Kind::Punct(b'[') => b']',
            Kind::Punct(b'{') => b'}',
            _ if packed => b'}',
            _ => b'>',
        };
        self.bump();
        if packed {
            self.bump();
        }
        let mut elements = Vec::new();
        if !self.is_punct(close) {
            elements.push(self.typed_constant()?);
            while self.eat_punct(b',') {
                elements.push(self.typed_constant()?);
            }
        }
        self.expect_punct(close)?;
        if packed {
            self.expect_punct(b'>')?;
        }
        if !self.elements_fit(ty, &elements) {
            return self.fail(at, "these elements are not those of the type".to_owned());
        }
        Ok(Constant::Aggregate(elements.into()))
    }

    fn elements_fit(&self, ty: &Type, elements: &[TypedConstant]) -> bool {
        let same = |length: u64, element: &Type| {
            length == elements.len() as u64 && elements.iter().all(|e| e.ty == *element)
        };
        match ty {
            Type::Array(length, element) => same(*length, element),
            Type::Vector(lanes, element) => same(u64::from(*lanes), element),
            _ => self.context.types.fields(ty).is_some_and(|body| {
                body.fields.len() == elements.len()
                    && body.fields.iter().zip(elements).all(|(f, e)| *f == e.ty)
            }),
        }
    }

    fn splat_constant(&mut self, ty: &Type) -> Parse<Constant> {
        let at = self.bump().start;
        self.expect_punct(b'(')?;
        let element = self.typed_constant()?;
        self.expect_punct(b')')?;
        match ty {
            Type::Vector(_, lane) if **lane == element.ty => Ok(Constant::Splat(Arc::new(element))),
            Type::Unsupported(_) => Ok(Constant::Unsupported("a scalable splat".into())),
            _ => self.fail(at, "a splat needs a vector of its element".to_owned()),
        }
    }

    fn block_address(&mut self) -> Parse<Constant> {
        self.bump();
        self.expect_punct(b'(')?;
        let function = self.symbol()?;
        self.expect_punct(b',')?;
        if self.token.kind != Kind::Local {
            return self.expected("a label");
        }
        let label = plain_name(self.bump().text).into();
        self.expect_punct(b')')?;
        Ok(Constant::BlockAddress { function, label })
    }

    fn unsupported_constant(&mut self) -> Parse<Constant> {
        let word = self.bump().text;
        while self.token.kind == Kind::Word {
            self.bump();
        }
        self.skip_brackets()?;
        Ok(Constant::Unsupported(word.into()))
    }

    fn element_pointer(&mut self) -> Parse<Constant> {
        self.bump();
        loop {
            self.eat_words(FLAGS);
            if !self.eat_word("inrange") {
                break;
            }
            self.skip_brackets()?;
        }
        self.expect_punct(b'(')?;
        let source = self.value_type()?;
        self.expect_punct(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat_punct(b',') {
            self.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect_punct(b')')?;
        let indices = indices.into();
        Ok(Constant::Expr(Arc::new(ConstExpr::GetElementPtr { source, base, indices })))
    }

    fn cast_constant(&mut self, op: CastOp, ty: &Type) -> Parse<Constant> {
        self.bump();
        self.eat_words(FLAGS);
        self.expect_punct(b'(')?;
        let value = self.typed_constant()?;
        self.expect_word("to")?;
        let at = self.token.start;
        let to = self.value_type()?;
        self.expect_punct(b')')?;
        self.same_type(at, ty, &to)?;
        Ok(Constant::Expr(Arc::new(ConstExpr::Cast { op, value, to })))
    }

    fn binary_constant(&mut self, op: BinaryOp, ty: &Type) -> Parse<Constant> {
        self.bump();
        self.eat_words(FLAGS);
        let (lhs, rhs) = self.constant_pair()?;
        self.same_type(self.last_end, ty, &lhs.ty)?;
        Ok(Constant::Expr(Arc::new(ConstExpr::Binary { op, lhs, rhs })))
    }

    fn constant_pair(&mut self) -> Parse<(TypedConstant, TypedConstant)> {
        self.expect_punct(b'(')?;
        let lhs = self.typed_constant()?;
        self.expect_punct(b',')?;
        let at = self.token.start;
        let rhs = self.typed_constant()?;
        self.same_type(at, &lhs.ty, &rhs.ty)?;
        self.expect_punct(b')')?;
        Ok((lhs, rhs))
    }

    fn comparison_constant(&mut self, ty: &Type) -> Parse<Constant> {
        let expr = match self.bump().text {
            "icmp" => {
                self.eat_words(FLAGS);
                let predicate = self.int_predicate()?;
                let (lhs, rhs) = self.constant_pair()?;
                ConstExpr::ICmp { predicate, lhs, rhs }
            }
            "fcmp" => {
                self.eat_words(FLAGS);
                let predicate = self.float_predicate()?;
                let (lhs, rhs) = self.constant_pair()?;
                ConstExpr::FCmp { predicate, lhs, rhs }
            }
            _ => {
                self.expect_punct(b'(')?;
                let condition = self.typed_constant()?;
                self.expect_punct(b',')?;
                let then = self.typed_constant()?;
                self.expect_punct(b',')?;
                let at = self.token.start;
                let otherwise = self.typed_constant()?;
                self.same_type(at, ty, &then.ty)?;
                self.same_type(at, ty, &otherwise.ty)?;
                self.expect_punct(b')')?;
                ConstExpr::Select { condition, then, otherwise }
            }
        };
        Ok(Constant::Expr(Arc::new(expr)))
    }

    /// The predicate of an `icmp`.
    pub(super) fn int_predicate(&mut self) -> Parse<IntPredicate> {
        match IntPredicate::from_name(self.token.text) {
            Some(predicate) if self.token.kind == Kind::Word => {
                self.bump();
                Ok(predicate)
            }
            _ => self.expected("a predicate of `icmp`"),
        }
    }

    /// The predicate of an `fcmp`.
    pub(super) fn float_predicate(&mut self) -> Parse<FloatPredicate> {
        match FloatPredicate::from_name(self.token.text) {
            Some(predicate) if self.token.kind == Kind::Word => {
                self.bump();
                Ok(predicate)
            }
            _ => self.expected("a predicate of `fcmp`"),
        }
    }

    /// An error unless both types are the same.
    pub(super) fn same_type(&self, at: u32, expected: &Type, found: &Type) -> Parse<()> {
        if expected == found {
            return Ok(());
        }
        let types = self.context.types;
        self.fail(
            at,
            format!("expected the type {}, found {}", types.show(expected), types.show(found)),
        )
    }
}
