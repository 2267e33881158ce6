//! Sizes, alignments and offsets of types.

use crate::ast::{FloatKind, StructDef, StructId, StructType, Type};
use effigy_base::id::{Id, IdVec};
use std::sync::Arc;

/// How deep types may nest through named structs.
const MAX_DEPTH: u32 = 200;

/// Why a type has no size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// The type is opaque or is none that memory holds.
    #[error("the type has no size")]
    Unsized,
    /// The type is not supported.
    #[error("the type is not supported")]
    Unsupported,
    /// The type contains itself or nests too deep.
    #[error("the type contains itself or nests too deep")]
    TooDeep,
    /// The size does not fit 63 bits.
    #[error("the type is too large")]
    TooLarge,
}

/// What of the target's data layout matters: x86-64 unless the module says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct DataLayout {
    /// The alignment of i64 in bytes.
    i64_align: u64,
    /// The alignment of integers above 64 bits in bytes.
    i128_align: u64,
    /// The size of a pointer in bytes.
    pointer_size: u64,
}

/// Size and alignment of a type in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SizeAlign {
    size: u64,
    align: u64,
}

/// The named structs of a module with the sizes of all types.
#[derive(Clone, Debug)]
pub struct TypeTable {
    structs: IdVec<StructId, StructDef>,
    sizes: Vec<Result<SizeAlign, LayoutError>>,
    layout: DataLayout,
}

impl Default for TypeTable {
    fn default() -> Self {
        Self::new(IdVec::new(), "")
    }
}

impl DataLayout {
    fn parse(text: &str) -> Self {
        let mut layout = DataLayout { i64_align: 8, i128_align: 8, pointer_size: 8 };
        for part in text.split('-') {
            let mut fields = part.split(':');
            let key = fields.next().unwrap_or("");
            let mut bytes = || {
                let bits: Option<u64> = fields.next().and_then(|f| f.parse().ok());
                bits.map(|b| b / 8).filter(|b| b.is_power_of_two() && *b <= 64)
            };
            match key {
                "i64" => layout.i64_align = bytes().unwrap_or(layout.i64_align),
                "i128" => layout.i128_align = bytes().unwrap_or(layout.i128_align),
                "p" | "p0" => layout.pointer_size = bytes().unwrap_or(layout.pointer_size),
                _ => {}
            }
        }
        layout
    }

    fn int(self, bits: u32) -> SizeAlign {
        let bytes = u64::from(bits.div_ceil(8));
        let align = match bytes {
            0..=4 => bytes.next_power_of_two(),
            5..=8 => self.i64_align,
            _ => self.i128_align,
        };
        SizeAlign { size: bytes.next_multiple_of(align), align }
    }

    fn pointer(self, space: u32) -> SizeAlign {
        // x86-64: 270 and 271 are 32-bit pointers.
        let size = if matches!(space, 270 | 271) { 4 } else { self.pointer_size };
        SizeAlign { size, align: size }
    }
}

fn float(kind: FloatKind) -> SizeAlign {
    let size = match kind {
        FloatKind::Half | FloatKind::BFloat => 2,
        FloatKind::Single => 4,
        FloatKind::Double => 8,
        FloatKind::X87 | FloatKind::Quad => 16,
    };
    SizeAlign { size, align: size }
}

fn checked(size: Option<u64>) -> Result<u64, LayoutError> {
    size.filter(|s| i64::try_from(*s).is_ok()).ok_or(LayoutError::TooLarge)
}

fn round_up(size: u64, align: u64) -> Result<u64, LayoutError> {
    checked(size.checked_next_multiple_of(align))
}

impl TypeTable {
    /// The table of `structs` under the data layout string of a module (may be empty).
    pub(crate) fn new(structs: IdVec<StructId, StructDef>, data_layout: &str) -> Self {
        let layout = DataLayout::parse(data_layout);
        let sizes = Vec::new();
        let mut table = Self { structs, sizes, layout };
        let mut found = vec![None; table.structs.len()];
        for id in table.structs.ids() {
            let _ = table.size_struct(id, &mut found, 0);
        }
        table.sizes = found.into_iter().map(|s| s.unwrap_or(Err(LayoutError::Unsized))).collect();
        table
    }

    /// All named structs.
    pub fn structs(&self) -> &IdVec<StructId, StructDef> {
        &self.structs
    }

    /// The fields of a struct type, literal or named; `None` when it is opaque or no struct.
    pub fn fields<'a>(&'a self, ty: &'a Type) -> Option<&'a Arc<StructType>> {
        match ty {
            Type::Struct(body) => Some(body),
            Type::Named(id) => self.structs.get(*id).and_then(|s| s.body.as_ref()),
            _ => None,
        }
    }

    /// The bytes from one element of an array of `ty` to the next.
    ///
    /// # Errors
    /// When the type has no size.
    pub fn size_of(&self, ty: &Type) -> Result<u64, LayoutError> {
        self.measure(ty, 0).map(|m| m.size)
    }

    /// The bytes that a store of `ty` writes.
    ///
    /// # Errors
    /// When the type has no size.
    pub fn store_size(&self, ty: &Type) -> Result<u64, LayoutError> {
        match ty {
            Type::Int(bits) => Ok(u64::from(bits.div_ceil(8))),
            Type::Float(FloatKind::X87) => Ok(10),
            Type::Vector(lanes, element) => Ok(self.vector_bits(*lanes, element)?.div_ceil(8)),
            _ => self.size_of(ty),
        }
    }

    /// The alignment of `ty` in bytes, a power of two.
    ///
    /// # Errors
    /// When the type has no size.
    pub fn align_of(&self, ty: &Type) -> Result<u64, LayoutError> {
        self.measure(ty, 0).map(|m| m.align)
    }

    /// Where field `index` of a struct starts, in bytes.
    ///
    /// # Errors
    /// When a field up to it has no size or there is no such field.
    pub fn field_offset(&self, body: &StructType, index: usize) -> Result<u64, LayoutError> {
        let mut offset = 0;
        for (i, field) in body.fields.iter().enumerate() {
            let field = self.measure(field, 0)?;
            if !body.packed {
                offset = round_up(offset, field.align)?;
            }
            if i == index {
                return Ok(offset);
            }
            offset = checked(offset.checked_add(field.size))?;
        }
        Err(LayoutError::Unsized)
    }

    /// Where each field of a struct starts, in bytes, in order.
    ///
    /// # Errors
    /// When a field has no size.
    pub fn field_offsets(&self, body: &StructType) -> Result<Vec<u64>, LayoutError> {
        let mut offsets = Vec::with_capacity(body.fields.len());
        let mut end = 0;
        for field in &body.fields {
            let field = self.measure(field, 0)?;
            let offset = if body.packed { end } else { round_up(end, field.align)? };
            offsets.push(offset);
            end = checked(offset.checked_add(field.size))?;
        }
        Ok(offsets)
    }

    /// The type that is reached from `ty` by an index; of a struct the field, else the element.
    pub fn member<'a>(&'a self, ty: &'a Type, index: u64) -> Option<&'a Type> {
        match ty {
            Type::Array(length, element) => (index < *length).then_some(element),
            Type::Vector(lanes, element) => (index < u64::from(*lanes)).then_some(element),
            _ => usize::try_from(index).ok().and_then(|i| self.fields(ty)?.fields.get(i)),
        }
    }

    /// The type as the assembly language writes it, cut when it is long.
    pub fn show(&self, ty: &Type) -> String {
        const LONGEST: usize = 60;
        let mut text = String::new();
        self.write(ty, &mut text, LONGEST);
        if text.len() > LONGEST {
            let cut = text
                .char_indices()
                .map(|(i, _)| i)
                .take_while(|i| *i <= LONGEST)
                .last()
                .unwrap_or(0);
            text.truncate(cut);
            text.push_str("...");
        }
        text
    }

    fn write(&self, ty: &Type, out: &mut String, longest: usize) {
        if out.len() > longest {
            return;
        }
        match ty {
            Type::Void => out.push_str("void"),
            Type::Int(bits) => out.push_str(&format!("i{bits}")),
            Type::Float(kind) => out.push_str(kind.name()),
            Type::Ptr(0) => out.push_str("ptr"),
            Type::Ptr(space) => out.push_str(&format!("ptr addrspace({space})")),
            Type::Array(length, element) => {
                out.push_str(&format!("[{length} x "));
                self.write(element, out, longest);
                out.push(']');
            }
            Type::Vector(lanes, element) => {
                out.push_str(&format!("<{lanes} x "));
                self.write(element, out, longest);
                out.push('>');
            }
            Type::Struct(body) => {
                out.push_str(if body.packed { "<{ " } else { "{ " });
                self.write_list(&body.fields, out, longest);
                out.push_str(if body.packed { " }>" } else { " }" });
            }
            Type::Named(id) => {
                out.push('%');
                out.push_str(self.structs.get(*id).map_or("?", |s| &s.name));
            }
            Type::Function(function) => {
                self.write(&function.result, out, longest);
                out.push_str(" (");
                self.write_list(&function.params, out, longest);
                out.push_str(if function.variadic { ", ...)" } else { ")" });
            }
            Type::Label => out.push_str("label"),
            Type::Token => out.push_str("token"),
            Type::Metadata => out.push_str("metadata"),
            Type::Unsupported(text) => out.push_str(text),
        }
    }

    fn write_list(&self, types: &[Type], out: &mut String, longest: usize) {
        for (i, ty) in types.iter().enumerate() {
            if out.len() > longest {
                return;
            }
            if i > 0 {
                out.push_str(", ");
            }
            self.write(ty, out, longest);
        }
    }

    fn vector_bits(&self, lanes: u32, element: &Type) -> Result<u64, LayoutError> {
        let bits = match element {
            Type::Int(bits) => u64::from(*bits),
            Type::Float(kind) => u64::from(kind.bits()),
            Type::Ptr(space) => self.layout.pointer(*space).size * 8,
            _ => return Err(LayoutError::Unsized),
        };
        Ok(bits * u64::from(lanes))
    }

    fn measure(&self, ty: &Type, depth: u32) -> Result<SizeAlign, LayoutError> {
        self.measure_with(ty, depth, &mut |id, _| {
            self.sizes.get(id.index()).copied().unwrap_or(Err(LayoutError::Unsized))
        })
    }

    fn measure_with(
        &self,
        ty: &Type,
        depth: u32,
        named: &mut dyn FnMut(StructId, u32) -> Result<SizeAlign, LayoutError>,
    ) -> Result<SizeAlign, LayoutError> {
        if depth > MAX_DEPTH {
            return Err(LayoutError::TooDeep);
        }
        match ty {
            Type::Int(bits) => Ok(self.layout.int(*bits)),
            Type::Float(kind) => Ok(float(*kind)),
            Type::Ptr(space) => Ok(self.layout.pointer(*space)),
            Type::Array(length, element) => {
                let element = self.measure_with(element, depth + 1, named)?;
                let size = checked(element.size.checked_mul(*length))?;
                Ok(SizeAlign { size, align: element.align })
            }
            Type::Vector(lanes, element) => {
                let size = self.vector_bits(*lanes, element)?.div_ceil(8);
                let align = size.next_power_of_two();
                Ok(SizeAlign { size: align, align })
            }
            Type::Struct(body) => {
                let mut total = SizeAlign { size: 0, align: 1 };
                for field in &body.fields {
                    let field = self.measure_with(field, depth + 1, named)?;
                    if !body.packed {
                        total.align = total.align.max(field.align);
                        total.size = round_up(total.size, field.align)?;
                    }
                    total.size = checked(total.size.checked_add(field.size))?;
                }
                total.size = round_up(total.size, total.align)?;
                Ok(total)
            }
            Type::Named(id) => named(*id, depth + 1),
            Type::Unsupported(_) => Err(LayoutError::Unsupported),
            Type::Void | Type::Function(_) | Type::Label | Type::Token | Type::Metadata => {
                Err(LayoutError::Unsized)
            }
        }
    }

    /// Measures a named struct once; one that is being measured contains itself.
    fn size_struct(
        &self,
        id: StructId,
        found: &mut Vec<Option<Result<SizeAlign, LayoutError>>>,
        depth: u32,
    ) -> Result<SizeAlign, LayoutError> {
        if let Some(Some(known)) = found.get(id.index()) {
            return *known;
        }
        if depth > MAX_DEPTH {
            return Err(LayoutError::TooDeep);
        }
        let Some(body) = self.structs.get(id).and_then(|s| s.body.clone()) else {
            return Err(LayoutError::Unsized);
        };
        if let Some(slot) = found.get_mut(id.index()) {
            *slot = Some(Err(LayoutError::TooDeep));
        }
        let ty = Type::Struct(body);
        let size = self
            .measure_with(&ty, depth, &mut |inner, depth| self.size_struct(inner, found, depth));
        if let Some(slot) = found.get_mut(id.index()) {
            *slot = Some(size);
        }
        size
    }
}
