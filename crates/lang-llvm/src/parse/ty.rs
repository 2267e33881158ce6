//! Types.

use super::{Parse, Parser};
use crate::ast::{FloatKind, FunctionType, StructType, Type};
use crate::lexer::{Kind, plain_name};
use std::sync::Arc;

/// The widest integer of LLVM.
const MAX_INT_BITS: u32 = 1 << 23;

/// The longest vector that is read.
const MAX_LANES: u64 = 1 << 16;

/// The type that a bare word names, if it names one.
fn word_type(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "ptr" => Type::Ptr(0),
        "half" => Type::Float(FloatKind::Half),
        "bfloat" => Type::Float(FloatKind::BFloat),
        "float" => Type::Float(FloatKind::Single),
        "double" => Type::Float(FloatKind::Double),
        "fp128" => Type::Float(FloatKind::Quad),
        "x86_fp80" => Type::Float(FloatKind::X87),
        "label" => Type::Label,
        "token" => Type::Token,
        "metadata" => Type::Metadata,
        "ppc_fp128" | "x86_mmx" | "x86_amx" => Type::Unsupported(word.into()),
        _ => Type::Int(int_bits(word)?),
    })
}

fn int_bits(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|bits| (1..=MAX_INT_BITS).contains(bits))
}

impl<'t> Parser<'t> {
    /// Whether a type starts at the cursor.
    pub(super) fn at_type(&self) -> bool {
        match self.token.kind {
            Kind::Local | Kind::Punct(b'[' | b'{' | b'<') => true,
            Kind::Word => self.token.text == "target" || word_type(self.token.text).is_some(),
            _ => false,
        }
    }

    /// A type, pointers to it and functions returning it.
    pub(super) fn ty(&mut self) -> Parse<Type> {
        self.nested(|p| {
            let mut ty = p.base_type()?;
            loop {
                if p.is_punct(b'*') {
                    p.bump();
                    ty = Type::Ptr(0);
                } else if p.is_word("addrspace") {
                    let space = p.address_space()?;
                    p.eat_punct(b'*');
                    ty = Type::Ptr(space);
                } else if p.is_punct(b'(') {
                    ty = p.function_type(ty)?;
                } else {
                    return Ok(ty);
                }
            }
        })
    }

    /// A type that values in registers and in memory have.
    pub(super) fn value_type(&mut self) -> Parse<Type> {
        let at = self.token.start;
        match self.ty()? {
            Type::Void | Type::Label | Type::Metadata | Type::Function(_) => {
                self.fail(at, "a value cannot have this type".to_owned())
            }
            ty => Ok(ty),
        }
    }

    fn base_type(&mut self) -> Parse<Type> {
        match self.token.kind {
            Kind::Word if self.token.text == "target" => self.target_type(),
            Kind::Word => {
                let Some(ty) = word_type(self.token.text) else {
                    return self.expected("a type");
                };
                self.bump();
                Ok(ty)
            }
            Kind::Local => self.named_type(),
            Kind::Punct(b'[') => {
                self.bump();
                let length = self.number("the length of an array")?;
                self.expect_word("x")?;
                let element = self.value_type()?;
                self.expect_punct(b']')?;
                Ok(Type::Array(length, Arc::new(element)))
            }
            Kind::Punct(b'{') => Ok(Type::Struct(Arc::new(self.struct_body()?))),
            Kind::Punct(b'<') if self.second().kind == Kind::Punct(b'{') => {
                Ok(Type::Struct(Arc::new(self.struct_body()?)))
            }
            Kind::Punct(b'<') => self.vector_type(),
            _ => self.expected("a type"),
        }
    }

    fn named_type(&mut self) -> Parse<Type> {
        let token = self.bump();
        match self.context.names.structs.get(plain_name(token.text).as_str()) {
            Some(id) => Ok(Type::Named(*id)),
            None => self.fail(
                token.start,
                format!("the type `%{}` is not defined", super::short(token.text)),
            ),
        }
    }

    /// `{ ... }` or `<{ ... }>`.
    pub(crate) fn struct_body(&mut self) -> Parse<StructType> {
        let packed = self.eat_punct(b'<');
        self.expect_punct(b'{')?;
        let mut fields = Vec::new();
        if !self.is_punct(b'}') {
            fields.push(self.value_type()?);
            while self.eat_punct(b',') {
                fields.push(self.value_type()?);
            }
        }
        self.expect_punct(b'}')?;
        if packed {
            self.expect_punct(b'>')?;
        }
        Ok(StructType { packed, fields: fields.into() })
    }

    fn vector_type(&mut self) -> Parse<Type> {
        let start = self.bump().start;
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let at = self.token.start;
        let lanes = self.number("the length of a vector")?;
        self.expect_word("x")?;
        let element_at = self.token.start;
        let element = self.value_type()?;
        self.expect_punct(b'>')?;
        if scalable {
            return Ok(self.unsupported_type(start));
        }
        if !matches!(element, Type::Int(_) | Type::Float(_) | Type::Ptr(_)) {
            return self.fail(element_at, "a vector has integers, floats or pointers".to_owned());
        }
        if lanes == 0 || lanes > MAX_LANES {
            return self.fail(at, format!("a vector has 1 to {MAX_LANES} elements"));
        }
        Ok(Type::Vector(lanes as u32, Arc::new(element)))
    }

    fn target_type(&mut self) -> Parse<Type> {
        let start = self.bump().start;
        if !self.is_punct(b'(') {
            return self.expected("`(`");
        }
        self.skip_brackets()?;
        Ok(self.unsupported_type(start))
    }

    fn unsupported_type(&self, start: u32) -> Type {
        Type::Unsupported(
            self.context.text.get(start as usize..self.last_end as usize).unwrap_or("type").into(),
        )
    }

    /// `addrspace(N)`.
    pub(super) fn address_space(&mut self) -> Parse<u32> {
        self.expect_word("addrspace")?;
        self.expect_punct(b'(')?;
        let space = match self.token.kind {
            Kind::Str => {
                self.bump();
                0
            }
            _ => self.number32("an address space")?,
        };
        self.expect_punct(b')')?;
        Ok(space)
    }

    fn function_type(&mut self, result: Type) -> Parse<Type> {
        self.expect_punct(b'(')?;
        let mut params = Vec::new();
        let mut variadic = false;
        while !self.is_punct(b')') {
            if self.token.kind == Kind::Ellipsis {
                self.bump();
                variadic = true;
                break;
            }
            params.push(self.ty()?);
            if !self.eat_punct(b',') {
                break;
            }
        }
        self.expect_punct(b')')?;
        Ok(Type::Function(Arc::new(FunctionType { result, params: params.into(), variadic })))
    }
}
