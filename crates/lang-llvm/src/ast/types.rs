//! Types.

use super::StructId;
use std::sync::Arc;

/// A type. Equality is structural; named structs are equal when they have one name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of this many bits, 1 to 2^23.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer into the address space (0 unless said).
    Ptr(u32),
    /// `[n x element]`.
    Array(u64, Arc<Type>),
    /// `<n x element>`; the element is an integer, a float or a pointer.
    Vector(u32, Arc<Type>),
    /// A literal struct.
    Struct(Arc<StructType>),
    /// A named struct; [`StructDef`] in the module.
    Named(StructId),
    /// A function's type; only behind calls and symbols.
    Function(Arc<FunctionType>),
    /// A block's address as an operand.
    Label,
    /// A token.
    Token,
    /// A metadata operand.
    Metadata,
    /// A type that is known but not supported, by its text: `x86_amx`, `<vscale x 4 x i32>`, `target("...")`.
    Unsupported(Arc<str>),
}

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// The 16-bit brain float.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// IEEE binary128.
    Quad,
    /// The 80-bit extended format of the x87.
    X87,
}

/// The fields of a struct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructType {
    /// Whether there is no padding.
    pub packed: bool,
    /// The types of the fields.
    pub fields: Box<[Type]>,
}

/// A named struct type of the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructDef {
    /// Its name without the `%`.
    pub name: Box<str>,
    /// Its fields; `None` when it is opaque.
    pub body: Option<Arc<StructType>>,
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Type,
    /// The types of its fixed parameters.
    pub params: Box<[Type]>,
    /// Whether more arguments may follow.
    pub variadic: bool,
}

impl FloatKind {
    /// The width of the format in bits: 16, 32, 64, 80 or 128.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }

    /// The keyword of the format.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Single => "float",
            FloatKind::Double => "double",
            FloatKind::X87 => "x86_fp80",
            FloatKind::Quad => "fp128",
        }
    }
}
