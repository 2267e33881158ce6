//! The initial contents of globals: bytes, addresses, ranges that are not initialised.

use super::context::{Context, Place};
use super::evaluate::{Scalar, evaluate};
use super::types::{Lower, Unsupported, fields, lanes, scalar_sort, size_of, unsupported};
use crate::ast::{Constant, Type, TypedConstant};
use effigy_ir::program::{Initializer, Relocation, Symbol as Target};

/// The largest global that is written out.
const MOST_BYTES: u64 = 1 << 30;

/// Writes the contents of one global.
pub(super) struct InitializerWriter<'m> {
    context: &'m Context,
    out: Initializer,
}

impl<'m> InitializerWriter<'m> {
    /// The contents that a constant of type `ty` describes.
    pub fn write(context: &'m Context, value: &Constant, ty: &Type) -> Lower<Initializer> {
        let size = size_of(context.types(), ty)?;
        if size > MOST_BYTES {
            return unsupported(format!("a global of {size} bytes"));
        }
        let bytes = vec![0; usize::try_from(size).unwrap_or(0)];
        let mut writer = Self { context, out: Initializer { bytes, ..Initializer::default() } };
        writer.constant(0, value, ty)?;
        writer.out.relocations.sort_by_key(|r| r.offset);
        writer.out.undef.sort_unstable();
        Ok(writer.out)
    }

    fn constant(&mut self, at: u64, value: &Constant, ty: &Type) -> Lower<()> {
        match value {
            Constant::Zero | Constant::Null => Ok(()),
            Constant::Bytes(data) => {
                self.bytes(at, data);
                Ok(())
            }
            Constant::Undef | Constant::Poison => {
                let end = at + size_of(self.context.types(), ty)?;
                self.undef(at, end);
                Ok(())
            }
            Constant::Aggregate(elements) => self.aggregate(at, elements, ty),
            Constant::Splat(element) => {
                let elements: Vec<TypedConstant> =
                    std::iter::repeat_n(TypedConstant::clone(element), lanes(ty).0).collect();
                self.aggregate(at, &elements, ty)
            }
            Constant::WideInt(words) => {
                for (i, word) in words.iter().enumerate() {
                    self.bytes(at + 8 * i as u64, &word.to_le_bytes());
                }
                Ok(())
            }
            Constant::BlockAddress { function, label } => {
                let number = self.context.block_address(*function, label)?;
                self.bytes(at, &number.to_le_bytes());
                Ok(())
            }
            _ => self.scalar(at, value, ty),
        }
    }

    fn undef(&mut self, start: u64, end: u64) {
        match self.out.undef.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ if start < end => self.out.undef.push((start, end)),
            _ => {}
        }
    }

    fn aggregate(&mut self, at: u64, elements: &[TypedConstant], ty: &Type) -> Lower<()> {
        let types = self.context.types();
        match ty {
            Type::Array(_, element) => {
                let size = size_of(types, element)?;
                for (i, element) in elements.iter().enumerate() {
                    self.constant(at + size * i as u64, &element.value, &element.ty)?;
                }
            }
            Type::Vector(_, element) => {
                let width = scalar_sort(element)?.and_then(|s| s.width()).unwrap_or(8);
                for (i, element) in elements.iter().enumerate() {
                    let bit = u64::from(width) * i as u64;
                    if width % 8 == 0 {
                        self.constant(at + bit / 8, &element.value, &element.ty)?;
                    } else {
                        self.lane(at, bit, width, element)?;
                    }
                }
            }
            _ => {
                let body = fields(types, ty)?.clone();
                for (i, element) in elements.iter().enumerate() {
                    let offset = types.field_offset(&body, i);
                    let offset = offset.map_err(|e| Unsupported(e.to_string()))?;
                    self.constant(at + offset, &element.value, &element.ty)?;
                }
            }
        }
        Ok(())
    }

    /// A lane of a vector whose lanes are not whole bytes.
    fn lane(&mut self, at: u64, bit: u64, width: u32, element: &TypedConstant) -> Lower<()> {
        let Scalar::Number(value) = evaluate(self.context.types(), element)? else {
            return unsupported("an address in a vector of bits");
        };
        for i in 0..u64::from(width) {
            let place = usize::try_from(at + (bit + i) / 8).unwrap_or(usize::MAX);
            if value >> i & 1 == 1
                && let Some(byte) = self.out.bytes.get_mut(place)
            {
                *byte |= 1 << ((bit + i) % 8);
            }
        }
        Ok(())
    }

    fn scalar(&mut self, at: u64, value: &Constant, ty: &Type) -> Lower<()> {
        let constant = TypedConstant { ty: ty.clone(), value: value.clone() };
        let width = scalar_sort(ty)?.and_then(|s| s.width()).unwrap_or(0);
        match evaluate(self.context.types(), &constant)? {
            Scalar::Number(n) => {
                let length = (width as usize).div_ceil(8);
                self.bytes(at, n.to_le_bytes().get(..length).unwrap_or(&[]));
            }
            Scalar::Undef => self.undef(at, at + u64::from(width.div_ceil(8))),
            Scalar::Address(symbol, offset) if self.context.is_absent(symbol) => {
                let length = (width as usize).div_ceil(8).min(8);
                self.bytes(at, offset.to_le_bytes().get(..length).unwrap_or(&[]));
            }
            Scalar::Address(symbol, offset) if width == 64 => {
                let (target, base) = match self.context.place(symbol)? {
                    Place::Function(f) => (Target::Function(f), 0),
                    Place::Global(g, base) => (Target::Global(g), base),
                };
                let addend = base.wrapping_add(offset);
                self.out.relocations.push(Relocation { offset: at, target, addend });
            }
            Scalar::Address(..) => return unsupported("a part of an address"),
        }
        Ok(())
    }

    fn bytes(&mut self, at: u64, data: &[u8]) {
        let start = usize::try_from(at).unwrap_or(usize::MAX);
        if let Some(target) = self.out.bytes.get_mut(start..) {
            for (to, from) in target.iter_mut().zip(data) {
                *to = *from;
            }
        }
    }
}
