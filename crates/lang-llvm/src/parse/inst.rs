//! Instructions: which word is which, and arithmetic.

use super::Parse;
use super::block::Step;
use super::constant::{FLAGS, starts_constant};
use super::local::BodyParser;
use crate::ast::{BinaryOp, CastOp, Clause, Constant, Flags, InstKind, Type, Value};
use crate::lexer::Kind;

/// The type of a lane of a vector, or the type itself.
pub(super) fn lane(ty: &Type) -> &Type {
    match ty {
        Type::Vector(_, element) => element,
        _ => ty,
    }
}

/// `element`, or a vector of it with as many lanes as `like` has.
pub(super) fn shaped(like: &Type, element: Type) -> Type {
    match like {
        Type::Vector(lanes, _) => Type::Vector(*lanes, element.into()),
        _ => element,
    }
}

fn lanes(ty: &Type) -> Option<u32> {
    match ty {
        Type::Vector(lanes, _) => Some(*lanes),
        _ => None,
    }
}

/// Whether an instruction starts with this word (so that it is no attribute of the one before).
pub(super) fn starts_instruction(word: &str) -> bool {
    starts_constant(word)
        || matches!(
            word,
            "ret"
                | "br"
                | "switch"
                | "indirectbr"
                | "invoke"
                | "resume"
                | "unreachable"
                | "callbr"
                | "catchswitch"
                | "catchret"
                | "cleanupret"
                | "alloca"
                | "load"
                | "store"
                | "fence"
                | "cmpxchg"
                | "atomicrmw"
                | "va_arg"
                | "call"
                | "tail"
                | "musttail"
                | "notail"
                | "freeze"
                | "phi"
                | "landingpad"
                | "catchpad"
                | "cleanuppad"
        )
}

impl BodyParser<'_> {
    /// An instruction or a terminator, without its metadata.
    pub fn step(&mut self, returns: &Type) -> Parse<Step> {
        if self.p.token.kind != Kind::Word {
            return self.p.expected("an instruction");
        }
        let word = self.p.token.text;
        if let Some(op) = BinaryOp::from_name(word) {
            return self.binary(op);
        }
        if let Some(op) = CastOp::from_name(word) {
            return self.cast(op);
        }
        match word {
            "ret" | "br" | "switch" | "indirectbr" | "invoke" | "resume" | "unreachable"
            | "callbr" | "catchswitch" | "catchret" | "cleanupret" => self.terminator(returns),
            "alloca" | "load" | "store" | "fence" | "cmpxchg" | "atomicrmw" | "getelementptr"
            | "va_arg" => self.memory(),
            "extractvalue" | "insertvalue" | "extractelement" | "insertelement"
            | "shufflevector" => self.part(),
            "call" | "tail" | "musttail" | "notail" => self.call_step(),
            "icmp" | "fcmp" => self.comparison(),
            "fneg" => self.fneg(),
            "select" => self.select(),
            "freeze" => self.freeze(),
            "phi" => self.phi(),
            "landingpad" => self.landing_pad(),
            "catchpad" => self.pad("catchpad"),
            "cleanuppad" => self.pad("cleanuppad"),
            _ => self.p.expected("an instruction"),
        }
    }

    /// The flags behind the keyword.
    fn flags(&mut self) -> Flags {
        self.p.bump();
        self.flag_words()
    }

    /// Flags at the cursor.
    pub fn flag_words(&mut self) -> Flags {
        let mut flags = Flags::default();
        while self.p.token.kind == Kind::Word && FLAGS.contains(&self.p.token.text) {
            flags.add(self.p.bump().text);
        }
        flags
    }

    fn binary(&mut self, op: BinaryOp) -> Parse<Step> {
        let flags = self.flags();
        let at = self.p.token.start;
        let ty = self.p.value_type()?;
        let float = matches!(
            op,
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
        );
        self.check(at, if float { is_float(&ty) } else { is_int(&ty) }, &ty)?;
        let lhs = self.value(&ty)?;
        self.p.expect_punct(b',')?;
        let rhs = self.value(&ty)?;
        Ok(Step::Inst(InstKind::Binary { op, ty: ty.clone(), lhs, rhs, flags }, ty))
    }

    /// An error unless the instruction takes this type.
    pub fn check(&self, at: u32, fits: bool, ty: &Type) -> Parse<()> {
        if fits || matches!(lane(ty), Type::Unsupported(_)) {
            return Ok(());
        }
        self.p.fail(
            at,
            format!("this instruction does not take the type {}", self.p.context.types.show(ty)),
        )
    }

    fn fneg(&mut self) -> Parse<Step> {
        self.flags();
        let at = self.p.token.start;
        let value = self.operand()?;
        self.check(at, is_float(&value.ty), &value.ty)?;
        let ty = value.ty.clone();
        Ok(Step::Inst(InstKind::FNeg(value), ty))
    }

    fn comparison(&mut self) -> Parse<Step> {
        let int = self.p.is_word("icmp");
        let flags = self.flags();
        if int {
            let predicate = self.p.int_predicate()?;
            let at = self.p.token.start;
            let ty = self.p.value_type()?;
            self.check(at, is_int(&ty) || is_pointer(&ty), &ty)?;
            let lhs = self.value(&ty)?;
            self.p.expect_punct(b',')?;
            let rhs = self.value(&ty)?;
            let result = shaped(&ty, Type::Int(1));
            return Ok(Step::Inst(InstKind::ICmp { predicate, ty, lhs, rhs, flags }, result));
        }
        let predicate = self.p.float_predicate()?;
        let at = self.p.token.start;
        let ty = self.p.value_type()?;
        self.check(at, is_float(&ty), &ty)?;
        let lhs = self.value(&ty)?;
        self.p.expect_punct(b',')?;
        let rhs = self.value(&ty)?;
        let result = shaped(&ty, Type::Int(1));
        Ok(Step::Inst(InstKind::FCmp { predicate, ty, lhs, rhs }, result))
    }

    fn cast(&mut self, op: CastOp) -> Parse<Step> {
        let flags = self.flags();
        let at = self.p.token.start;
        let value = self.operand()?;
        self.p.expect_word("to")?;
        let to = self.p.value_type()?;
        self.check(at, cast_fits(op, &value.ty, &to, self.p.context.types), &value.ty)?;
        let cast = InstKind::Cast { op, value, to: to.clone(), flags, amount: false };
        Ok(Step::Inst(cast, to))
    }

    fn select(&mut self) -> Parse<Step> {
        self.flags();
        let at = self.p.token.start;
        let condition = self.operand()?;
        let then = self.comma_operand()?;
        let fits = match &condition.ty {
            Type::Int(1) => true,
            Type::Vector(n, element) => **element == Type::Int(1) && lanes(&then.ty) == Some(*n),
            _ => false,
        };
        self.check(at, fits, &condition.ty)?;
        let at = self.p.token.start;
        let otherwise = self.comma_operand()?;
        self.p.same_type(at, &then.ty, &otherwise.ty)?;
        let ty = then.ty.clone();
        Ok(Step::Inst(InstKind::Select { condition, then, otherwise }, ty))
    }

    fn freeze(&mut self) -> Parse<Step> {
        self.p.bump();
        let value = self.operand()?;
        let ty = value.ty.clone();
        Ok(Step::Inst(InstKind::Freeze(value), ty))
    }

    fn phi(&mut self) -> Parse<Step> {
        self.flags();
        let ty = self.p.value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.p.expect_punct(b'[')?;
            let value = self.value(&ty)?;
            self.p.expect_punct(b',')?;
            let from = self.label_name()?;
            self.p.expect_punct(b']')?;
            incoming.push((value, from));
            if !self.p.eat_comma() {
                break;
            }
        }
        Ok(Step::Inst(InstKind::Phi { ty: ty.clone(), incoming }, ty))
    }

    fn landing_pad(&mut self) -> Parse<Step> {
        self.p.bump();
        let ty = self.p.value_type()?;
        let mut clause = Clause::Cleanup;
        loop {
            if self.p.eat_word("cleanup") {
                continue;
            }
            // The first clause that lets nothing by decides; types, before or behind, are another language's.
            let found = if self.p.eat_word("catch") {
                match self.operand()?.value {
                    Value::Constant(Constant::Null) => Clause::All,
                    _ => Clause::Types,
                }
            } else if self.p.eat_word("filter") {
                match self.operand()?.ty {
                    Type::Array(0, _) => Clause::Nothing,
                    _ => Clause::Types,
                }
            } else {
                return Ok(Step::Inst(InstKind::LandingPad { ty: ty.clone(), clause }, ty));
            };
            if clause == Clause::Cleanup || found == Clause::Types {
                clause = found;
            }
        }
    }

    /// Passes over a funclet pad, which is not supported.
    fn pad(&mut self, word: &'static str) -> Parse<Step> {
        self.p.bump();
        while !self.p.token.first_in_line && self.p.token.kind != Kind::End {
            if self.p.is_punct(b'[') {
                self.p.skip_brackets()?;
            } else if self.p.is_punct(b',') {
                break;
            } else {
                self.p.bump();
            }
        }
        Ok(Step::Inst(InstKind::Unsupported(word), Type::Token))
    }
}

fn is_int(ty: &Type) -> bool {
    matches!(lane(ty), Type::Int(_))
}

fn is_float(ty: &Type) -> bool {
    matches!(lane(ty), Type::Float(_))
}

fn is_pointer(ty: &Type) -> bool {
    matches!(lane(ty), Type::Ptr(_))
}

fn bits(ty: &Type) -> u32 {
    match ty {
        Type::Int(bits) => *bits,
        Type::Float(kind) => kind.bits(),
        _ => 0,
    }
}

fn cast_fits(op: CastOp, from: &Type, to: &Type, types: &crate::layout::TypeTable) -> bool {
    if matches!(lane(from), Type::Unsupported(_)) || matches!(lane(to), Type::Unsupported(_)) {
        return true;
    }
    let (source, target) = (lane(from), lane(to));
    let classes = match op {
        CastOp::Bitcast => {
            let scalar = |ty: &Type| is_int(ty) || is_float(ty) || is_pointer(ty);
            let size = |ty: &Type| match ty {
                Type::Vector(lanes, element) if !is_pointer(element) => {
                    Ok(u64::from(*lanes) * u64::from(bits(element)))
                }
                Type::Int(_) | Type::Float(_) => Ok(u64::from(bits(ty))),
                _ => types.size_of(ty).map(|n| n * 8),
            };
            return scalar(from)
                && scalar(to)
                && is_pointer(from) == is_pointer(to)
                && size(from) == size(to);
        }
        CastOp::Trunc => is_int(source) && is_int(target) && bits(source) > bits(target),
        CastOp::ZExt | CastOp::SExt => {
            is_int(source) && is_int(target) && bits(source) < bits(target)
        }
        CastOp::FPTrunc => is_float(source) && is_float(target) && bits(source) > bits(target),
        CastOp::FPExt => is_float(source) && is_float(target) && bits(source) < bits(target),
        CastOp::FPToUI | CastOp::FPToSI => is_float(source) && is_int(target),
        CastOp::UIToFP | CastOp::SIToFP => is_int(source) && is_float(target),
        CastOp::PtrToInt | CastOp::PtrToAddr => is_pointer(source) && is_int(target),
        CastOp::IntToPtr => is_int(source) && is_pointer(target),
        CastOp::AddrSpaceCast => is_pointer(source) && is_pointer(target),
    };
    classes && lanes(from) == lanes(to)
}
