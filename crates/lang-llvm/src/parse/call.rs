//! Calls.

use super::Parse;
use super::attribute::Attribute;
use super::block::Step;
use super::inst::starts_instruction;
use super::local::BodyParser;
use super::record::MdOperand;
use crate::ast::{
    Arg, Call, Callee, Constant, FunctionType, InlineAsm, InstKind, Operand, Symbol, Type, Value,
};
use crate::lexer::{Kind, unescape};

impl BodyParser<'_> {
    /// `[tail] call ...`.
    pub fn call_step(&mut self) -> Parse<Step> {
        let musttail = self.p.is_word("musttail");
        if !self.p.is_word("call") {
            self.p.bump();
        }
        self.p.expect_word("call")?;
        let (mut call, metadata) = self.call()?;
        call.musttail = musttail;
        if let Some(name) = self.debug_intrinsic(&call) {
            return Ok(match Self::debug_variable(name, metadata, self.p.context.text) {
                Some(variable) => Step::Inst(InstKind::DebugVariable(variable), Type::Void),
                None => Step::Nothing,
            });
        }
        let result = call.result.clone();
        Ok(Step::Inst(InstKind::Call(Box::new(call)), result))
    }

    /// The last part of the name of an `llvm.dbg.*` intrinsic that is called.
    fn debug_intrinsic(&self, call: &Call) -> Option<&str> {
        match &call.callee {
            Callee::Value(Value::Constant(Constant::Symbol(Symbol::Function(id)))) => {
                self.p.context.functions.get(*id)?.name.strip_prefix("llvm.dbg.")
            }
            _ => None,
        }
    }

    /// A call behind its keyword, with its metadata arguments.
    pub fn call(&mut self) -> Parse<(Call, Vec<MdOperand>)> {
        while !self.p.at_type() {
            if self.p.attribute()?.is_none() {
                return self.p.expected("the type that the call returns");
            }
        }
        let at = self.p.token.start;
        let (result, signature) = match self.p.ty()? {
            Type::Function(signature) => (signature.result.clone(), Some(signature)),
            ty => (ty, None),
        };
        if matches!(result, Type::Label | Type::Metadata | Type::Function(_)) {
            return self.p.fail(at, "a call cannot return this type".to_owned());
        }
        let callee = self.callee()?;
        let at = self.p.token.start;
        let (args, metadata) = self.args()?;
        if let Some(signature) = &signature {
            self.check_args(at, signature, &args)?;
        }
        let mut noreturn = self.callee_never_returns(&callee);
        while !self.p.token.first_in_line
            && !self.p.is_word("to")
            && !starts_instruction(self.p.token.text)
        {
            match self.p.attribute()? {
                Some(Attribute::Group(group)) => {
                    noreturn |= self.p.context.names.noreturn.contains(&group)
                }
                Some(Attribute::Word(word)) => noreturn |= word == "noreturn",
                Some(_) => {}
                None => break,
            }
        }
        let bundles = self.bundles()?;
        let call = Call { callee, result, signature, args, bundles, noreturn, musttail: false };
        Ok((call, metadata))
    }

    /// Operand bundles: `["align"(ptr %p, i64 16), ...]`.
    fn bundles(&mut self) -> Parse<Vec<(Box<str>, Vec<Arg>)>> {
        let mut bundles = Vec::new();
        if self.p.eat_punct(b'[') {
            loop {
                if self.p.token.kind != Kind::Str {
                    return self.p.expected("the tag of an operand bundle");
                }
                let tag = String::from_utf8_lossy(&unescape(self.p.bump().text)).into();
                let (args, _) = self.args()?;
                bundles.push((tag, args));
                if !self.p.eat_punct(b',') {
                    break;
                }
            }
            self.p.expect_punct(b']')?;
        }
        Ok(bundles)
    }

    fn callee_never_returns(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Value(Value::Constant(Constant::Symbol(Symbol::Function(id)))) => {
                self.p.context.functions.get(*id).is_some_and(|f| f.noreturn)
            }
            _ => false,
        }
    }

    fn callee(&mut self) -> Parse<Callee> {
        if self.p.eat_word("asm") {
            return self.inline_asm().map(Callee::Asm);
        }
        self.value(&Type::Ptr(0)).map(Callee::Value)
    }

    fn inline_asm(&mut self) -> Parse<InlineAsm> {
        let mut sideeffect = false;
        while self.p.token.kind == Kind::Word {
            sideeffect |= self.p.bump().text == "sideeffect";
        }
        let template = self.asm_text()?;
        self.p.expect_punct(b',')?;
        let constraints = self.asm_text()?;
        Ok(InlineAsm { template, constraints, sideeffect })
    }

    fn asm_text(&mut self) -> Parse<Box<str>> {
        if self.p.token.kind != Kind::Str {
            return self.p.expected("a string of inline assembly");
        }
        let token = self.p.bump();
        Ok(String::from_utf8_lossy(&unescape(token.text)).into())
    }

    fn args(&mut self) -> Parse<(Vec<Arg>, Vec<MdOperand>)> {
        self.p.expect_punct(b'(')?;
        let mut args = Vec::new();
        let mut metadata = Vec::new();
        if self.p.token.kind == Kind::Ellipsis {
            self.p.bump();
        }
        while !self.p.is_punct(b')') {
            if self.p.eat_word("metadata") {
                metadata.push(self.metadata_operand()?);
                let operand =
                    Operand { ty: Type::Metadata, value: Value::Constant(Constant::Undef) };
                args.push(Arg { operand, byval: None });
            } else {
                args.push(self.arg()?);
            }
            if !self.p.eat_punct(b',') {
                break;
            }
            // A forwarding thunk ends its arguments with `, ...`.
            if self.p.token.kind == Kind::Ellipsis {
                self.p.bump();
                break;
            }
        }
        self.p.expect_punct(b')')?;
        Ok((args, metadata))
    }

    fn arg(&mut self) -> Parse<Arg> {
        let ty = self.p.value_type()?;
        let mut byval = None;
        while let Some(attribute) = self.p.attribute()? {
            if let Attribute::ByVal(ty) = attribute {
                byval = Some(ty);
            }
        }
        let value = self.value(&ty)?;
        Ok(Arg { operand: Operand { ty, value }, byval })
    }

    fn check_args(&self, at: u32, signature: &FunctionType, args: &[Arg]) -> Parse<()> {
        let counts = args.len() == signature.params.len()
            || signature.variadic && args.len() > signature.params.len();
        if !counts {
            return self.p.fail(
                at,
                format!("expected {} arguments, found {}", signature.params.len(), args.len()),
            );
        }
        signature
            .params
            .iter()
            .zip(args)
            .try_for_each(|(param, arg)| self.p.same_type(at, param, &arg.operand.ty))
    }
}
