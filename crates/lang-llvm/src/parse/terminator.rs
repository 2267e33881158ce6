//! Terminators.

use super::Parse;
use super::block::Step;
use super::local::BodyParser;
use crate::ast::{Constant, Invoke, TerminatorKind, Type};
use crate::lexer::Kind;
use rustc_hash::FxHashSet;

impl BodyParser<'_> {
    /// A terminator in a function that returns `returns`.
    pub fn terminator(&mut self, returns: &Type) -> Parse<Step> {
        let kind = match self.p.bump().text {
            "ret" => self.ret(returns)?,
            "br" => self.br()?,
            "switch" => self.switch()?,
            "indirectbr" => self.indirect_br()?,
            "invoke" => return self.invoke(),
            "resume" => TerminatorKind::Resume(self.operand()?),
            "unreachable" => TerminatorKind::Unreachable,
            "callbr" => {
                let ty = self.callbr_result()?;
                return Ok(Step::End(self.unsupported("callbr")?, ty));
            }
            "catchswitch" => return Ok(Step::End(self.unsupported("catchswitch")?, Type::Token)),
            "catchret" => self.unsupported("catchret")?,
            _ => self.unsupported("cleanupret")?,
        };
        Ok(Step::End(kind, Type::Void))
    }

    fn ret(&mut self, returns: &Type) -> Parse<TerminatorKind> {
        let at = self.p.token.start;
        let ty = self.p.ty()?;
        self.p.same_type(at, returns, &ty)?;
        if ty == Type::Void {
            return Ok(TerminatorKind::Ret(None));
        }
        let value = self.value(&ty)?;
        Ok(TerminatorKind::Ret(Some(crate::ast::Operand { ty, value })))
    }

    fn br(&mut self) -> Parse<TerminatorKind> {
        if self.p.is_word("label") {
            return self.label().map(TerminatorKind::Br);
        }
        let at = self.p.token.start;
        let ty = self.p.value_type()?;
        self.p.same_type(at, &Type::Int(1), &ty)?;
        let condition = self.value(&ty)?;
        self.p.expect_punct(b',')?;
        let then = self.label()?;
        self.p.expect_punct(b',')?;
        let otherwise = self.label()?;
        Ok(TerminatorKind::CondBr { condition, then, otherwise })
    }

    fn switch(&mut self) -> Parse<TerminatorKind> {
        let at = self.p.token.start;
        let value = self.operand()?;
        self.check(at, matches!(value.ty, Type::Int(_)), &value.ty)?;
        self.p.expect_punct(b',')?;
        let default = self.label()?;
        self.p.expect_punct(b'[')?;
        let mut cases = Vec::new();
        let mut seen = FxHashSet::default();
        while !self.p.is_punct(b']') {
            let at = self.p.token.start;
            let case = self.p.typed_constant()?;
            self.p.same_type(at, &value.ty, &case.ty)?;
            let fresh = match &case.value {
                Constant::Int(value) => seen.insert((*value, Vec::new())),
                Constant::WideInt(words) => seen.insert((0, words.to_vec())),
                _ => return self.p.fail(at, "a case is an integer".to_owned()),
            };
            if !fresh {
                return self.p.fail(at, "this case is there twice".to_owned());
            }
            self.p.expect_punct(b',')?;
            cases.push((case.value, self.label()?));
        }
        self.p.bump();
        Ok(TerminatorKind::Switch { value, default, cases })
    }

    fn indirect_br(&mut self) -> Parse<TerminatorKind> {
        let at = self.p.token.start;
        let address = self.operand()?;
        self.check(at, matches!(address.ty, Type::Ptr(_)), &address.ty)?;
        self.p.expect_punct(b',')?;
        self.p.expect_punct(b'[')?;
        let mut targets = Vec::new();
        while !self.p.is_punct(b']') {
            targets.push(self.label()?);
            if !self.p.eat_punct(b',') {
                break;
            }
        }
        self.p.expect_punct(b']')?;
        Ok(TerminatorKind::IndirectBr { address, targets })
    }

    fn invoke(&mut self) -> Parse<Step> {
        let (call, _) = self.call()?;
        self.p.expect_word("to")?;
        let normal = self.label()?;
        self.p.expect_word("unwind")?;
        let unwind = self.label()?;
        let ty = call.result.clone();
        let invoke = Invoke { result: None, call, normal, unwind };
        Ok(Step::End(TerminatorKind::Invoke(Box::new(invoke)), ty))
    }

    fn callbr_result(&mut self) -> Parse<Type> {
        while !self.p.at_type() {
            if self.p.attribute()?.is_none() {
                return self.p.expected("the type that the call returns");
            }
        }
        Ok(match self.p.ty()? {
            Type::Function(signature) => signature.result.clone(),
            ty => ty,
        })
    }

    /// Passes over a terminator that is not supported, up to the next block.
    fn unsupported(&mut self, word: &'static str) -> Parse<TerminatorKind> {
        while !matches!(self.p.token.kind, Kind::End | Kind::Label) {
            if matches!(self.p.token.kind, Kind::Punct(b'(' | b'[' | b'{')) {
                self.p.skip_brackets()?;
            } else {
                self.p.bump();
            }
        }
        Ok(TerminatorKind::Unsupported(word))
    }
}
