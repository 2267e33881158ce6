//! Instructions on the parts of aggregates and vectors.

use super::Parse;
use super::block::Step;
use super::local::BodyParser;
use crate::ast::{Constant, InstKind, Operand, Type, TypedConstant};
use crate::lexer::Kind;

impl BodyParser<'_> {
    /// An instruction on parts.
    pub fn part(&mut self) -> Parse<Step> {
        match self.p.bump().text {
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            _ => self.shuffle(),
        }
    }

    /// `, 0, 1`: the path and the type that it leads to.
    fn path(&mut self, ty: &Type) -> Parse<(Vec<u32>, Type)> {
        let types = self.p.context.types;
        let mut indices = Vec::new();
        let mut current = ty.clone();
        while self.p.eat_comma() {
            let at = self.p.token.start;
            let index = self.p.number32("an index")?;
            let member = match &current {
                Type::Vector(..) => None,
                aggregate => types.member(aggregate, u64::from(index)).cloned(),
            };
            let Some(member) = member else {
                return self
                    .p
                    .fail(at, format!("the type {} has no member {index}", types.show(&current)));
            };
            current = member;
            indices.push(index);
        }
        if indices.is_empty() {
            return self.p.expected("an index");
        }
        Ok((indices, current))
    }

    fn extract_value(&mut self) -> Parse<Step> {
        let aggregate = self.operand()?;
        let (indices, ty) = self.path(&aggregate.ty)?;
        Ok(Step::Inst(InstKind::ExtractValue { aggregate, indices }, ty))
    }

    fn insert_value(&mut self) -> Parse<Step> {
        let aggregate = self.operand()?;
        let at = self.p.token.start;
        let element = self.comma_operand()?;
        let (indices, ty) = self.path(&aggregate.ty)?;
        self.p.same_type(at, &ty, &element.ty)?;
        let ty = aggregate.ty.clone();
        Ok(Step::Inst(InstKind::InsertValue { aggregate, element, indices }, ty))
    }

    fn vector(&mut self) -> Parse<(Operand, u32, Type)> {
        let at = self.p.token.start;
        let vector = self.operand()?;
        match &vector.ty {
            Type::Vector(lanes, element) => {
                let (lanes, element) = (*lanes, Type::clone(element));
                Ok((vector, lanes, element))
            }
            ty => self.p.fail(
                at,
                format!(
                    "expected a vector of known length, found {}",
                    self.p.context.types.show(ty)
                ),
            ),
        }
    }

    fn index(&mut self) -> Parse<Operand> {
        self.p.expect_punct(b',')?;
        let at = self.p.token.start;
        let index = self.operand()?;
        self.check(at, matches!(index.ty, Type::Int(_)), &index.ty)?;
        Ok(index)
    }

    fn extract_element(&mut self) -> Parse<Step> {
        let (vector, _, ty) = self.vector()?;
        let index = self.index()?;
        Ok(Step::Inst(InstKind::ExtractElement { vector, index }, ty))
    }

    fn insert_element(&mut self) -> Parse<Step> {
        let (vector, _, lane) = self.vector()?;
        let at = self.p.token.start;
        let element = self.comma_operand()?;
        self.p.same_type(at, &lane, &element.ty)?;
        let index = self.index()?;
        let ty = vector.ty.clone();
        Ok(Step::Inst(InstKind::InsertElement { vector, element, index }, ty))
    }

    fn shuffle(&mut self) -> Parse<Step> {
        let (first, lanes, element) = self.vector()?;
        let at = self.p.token.start;
        let second = self.comma_operand()?;
        self.p.same_type(at, &first.ty, &second.ty)?;
        self.p.expect_punct(b',')?;
        let at = self.p.token.start;
        if self.p.token.kind == Kind::Local {
            return self.p.expected("a constant mask");
        }
        let mask = self.p.typed_constant()?;
        let Some(mask) = mask_lanes(&mask, lanes) else {
            return self.p.fail(at, "the mask is no vector of lanes of both vectors".to_owned());
        };
        let ty = Type::Vector(mask.len() as u32, element.into());
        Ok(Step::Inst(InstKind::ShuffleVector { first, second, mask }, ty))
    }
}

/// The lanes that a mask takes from two vectors of `lanes` lanes each.
fn mask_lanes(mask: &TypedConstant, lanes: u32) -> Option<Vec<Option<u32>>> {
    let Type::Vector(count, element) = &mask.ty else {
        return None;
    };
    if **element != Type::Int(32) {
        return None;
    }
    let one = |constant: &Constant| match constant {
        Constant::Int(lane) if *lane < u128::from(lanes) * 2 => Some(Some(*lane as u32)),
        Constant::Undef | Constant::Poison => Some(None),
        _ => None,
    };
    match &mask.value {
        Constant::Zero => Some(vec![Some(0); *count as usize]),
        Constant::Undef | Constant::Poison => Some(vec![None; *count as usize]),
        Constant::Splat(element) => Some(vec![one(&element.value)?; *count as usize]),
        Constant::Aggregate(elements) => elements.iter().map(|e| one(&e.value)).collect(),
        _ => None,
    }
}
