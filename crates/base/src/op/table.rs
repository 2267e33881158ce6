//! The columns of the operator table: name, arity, parameters and sorts.

use super::{Op, RoundingMode};
use crate::sort::Sort;

macro_rules! table {
    ($($name:ident $(($mode:ident))? $({ $($param:ident),* })? = $text:literal / $arity:literal,)*) => {
        impl Op {
            /// The operator's name in the text forms, without its parameters: that of SMT-LIB ([`Op::name`]), except
            /// for integers and reals, whose names start with `int.` and `real.`; `fp.roundToIntegral` carries its rounding mode as a
            /// suffix (`.rne`).
            pub fn head(self) -> &'static str {
                match self {
                    $(Op::$name $((RoundingMode::$mode))? $({ $($param: _),* })? => $text,)*
                }
            }

            /// The number of arguments.
            #[inline]
            pub fn arity(self) -> usize {
                match self {
                    $(Op::$name $((RoundingMode::$mode))? $({ $($param: _),* })? => $arity,)*
                }
            }

            /// The static parameters in the order in which the text forms write them: `hi lo` of `extract`, the
            /// result's width of the others that have one.
            pub fn params(self) -> Vec<u32> {
                match self {
                    $(Op::$name $((RoundingMode::$mode))? $({ $($param),* })? => vec![$($($param),*)?],)*
                }
            }

            /// The operator with this head and these parameters; `None` when there is none. Inverse of
            /// [`Op::head`] and [`Op::params`].
            pub fn parse(head: &str, params: &[u32]) -> Option<Op> {
                match (head, params) {
                    $(($text, &[$($($param),*)?]) => Some(Op::$name $((RoundingMode::$mode))? $({ $($param),* })?),)*
                    _ => None,
                }
            }

            /// Every operator once, parameters 0.
            pub const ALL: &[Op] = &[$(Op::$name $((RoundingMode::$mode))? $({ $($param: 0),* })?,)*];
        }
    };
}

table! {
    Not = "not" / 1,
    And = "and" / 2,
    Or = "or" / 2,
    Xor = "xor" / 2,
    Eq = "=" / 2,
    Ite = "ite" / 3,
    BvNot = "bvnot" / 1,
    BvNeg = "bvneg" / 1,
    BvAdd = "bvadd" / 2,
    BvSub = "bvsub" / 2,
    BvMul = "bvmul" / 2,
    BvUdiv = "bvudiv" / 2,
    BvUrem = "bvurem" / 2,
    BvSdiv = "bvsdiv" / 2,
    BvSrem = "bvsrem" / 2,
    BvAnd = "bvand" / 2,
    BvOr = "bvor" / 2,
    BvXor = "bvxor" / 2,
    BvShl = "bvshl" / 2,
    BvLshr = "bvlshr" / 2,
    BvAshr = "bvashr" / 2,
    BvUlt = "bvult" / 2,
    BvUle = "bvule" / 2,
    BvSlt = "bvslt" / 2,
    BvSle = "bvsle" / 2,
    BvUaddo = "bvuaddo" / 2,
    BvSaddo = "bvsaddo" / 2,
    BvUsubo = "bvusubo" / 2,
    BvSsubo = "bvssubo" / 2,
    BvUmulo = "bvumulo" / 2,
    BvSmulo = "bvsmulo" / 2,
    Concat = "concat" / 2,
    Extract { hi, lo } = "extract" / 1,
    ZeroExtend { width } = "zero_extend" / 1,
    SignExtend { width } = "sign_extend" / 1,
    BoolToBv { width } = "bool_to_bv" / 1,
    Popcount = "popcount" / 1,
    LeadingZeros = "leading_zeros" / 1,
    TrailingZeros = "trailing_zeros" / 1,
    ByteSwap = "byte_swap" / 1,
    BitReverse = "bit_reverse" / 1,
    Select = "select" / 2,
    Store = "store" / 3,
    IntAdd = "int.add" / 2,
    IntSub = "int.sub" / 2,
    IntMul = "int.mul" / 2,
    IntDiv = "int.div" / 2,
    IntMod = "int.mod" / 2,
    IntQuot = "int.quot" / 2,
    IntAbs = "int.abs" / 1,
    IntPow = "int.pow" / 2,
    IntLt = "int.lt" / 2,
    IntLe = "int.le" / 2,
    Forall = "forall" / 4,
    RealAdd = "real.add" / 2,
    RealSub = "real.sub" / 2,
    RealMul = "real.mul" / 2,
    RealDiv = "real.div" / 2,
    RealLt = "real.lt" / 2,
    RealLe = "real.le" / 2,
    IntToReal = "to_real" / 1,
    FpAdd = "fp.add" / 2,
    FpSub = "fp.sub" / 2,
    FpMul = "fp.mul" / 2,
    FpDiv = "fp.div" / 2,
    FpFmod = "fp.fmod" / 2,
    FpSqrt = "fp.sqrt" / 1,
    FpFma = "fp.fma" / 3,
    FpNeg = "fp.neg" / 1,
    FpAbs = "fp.abs" / 1,
    FpMin = "fp.min" / 2,
    FpMax = "fp.max" / 2,
    FpEq = "fp.eq" / 2,
    FpLt = "fp.lt" / 2,
    FpLe = "fp.leq" / 2,
    FpIsNan = "fp.isNaN" / 1,
    FpRound(NearestEven) = "fp.roundToIntegral.rne" / 1,
    FpRound(NearestAway) = "fp.roundToIntegral.rna" / 1,
    FpRound(TowardZero) = "fp.roundToIntegral.rtz" / 1,
    FpRound(TowardNegative) = "fp.roundToIntegral.rtn" / 1,
    FpRound(TowardPositive) = "fp.roundToIntegral.rtp" / 1,
    FpToFp { width } = "to_fp" / 1,
    FpFromSbv { width } = "to_fp_signed" / 1,
    FpFromUbv { width } = "to_fp_unsigned" / 1,
    FpToSbv { width } = "fp.to_sbv" / 1,
    FpToUbv { width } = "fp.to_ubv" / 1,
}

/// Whether there is a floating-point format of this width.
pub(crate) fn is_float(width: u32) -> bool {
    matches!(width, 16 | 32 | 64 | 80 | 128)
}

impl Op {
    /// The operator's name in SMT-LIB. Those that SMT-LIB does not have are named alike.
    pub fn name(self) -> &'static str {
        match self {
            Op::IntAdd => "+",
            Op::IntSub => "-",
            Op::IntMul => "*",
            Op::IntDiv => "div",
            Op::IntMod => "mod",
            Op::IntQuot => "quot",
            Op::IntAbs => "abs",
            Op::IntPow => "pow",
            Op::IntLt => "<",
            Op::IntLe => "<=",
            Op::RealAdd => "+",
            Op::RealSub => "-",
            Op::RealMul => "*",
            Op::RealDiv => "/",
            Op::RealLt => "<",
            Op::RealLe => "<=",
            _ => self.head(),
        }
    }

    /// The sort of the operator's result on arguments of these sorts; `None` when it does not take them.
    pub fn result_sort(self, args: &[Sort]) -> Option<Sort> {
        if args.len() != self.arity() {
            return None;
        }
        match *args {
            [a] => self.unary_sort(a),
            [a, b] => self.binary_sort(a, b),
            [a, b, c] => self.ternary_sort(a, b, c),
            [Sort::Int, Sort::Int, Sort::Int, Sort::Bool] => Some(Sort::Bool),
            _ => None,
        }
    }

    fn unary_sort(self, a: Sort) -> Option<Sort> {
        let Sort::BitVec(w) = a else {
            return match self {
                Op::Not if a == Sort::Bool => Some(Sort::Bool),
                Op::BoolToBv { width } if a == Sort::Bool && width > 0 => Some(Sort::BitVec(width)),
                Op::IntAbs if a == Sort::Int => Some(Sort::Int),
                Op::IntToReal if a == Sort::Int => Some(Sort::Real),
                _ => None,
            };
        };
        match self {
            Op::BvNot
            | Op::BvNeg
            | Op::Popcount
            | Op::LeadingZeros
            | Op::TrailingZeros
            | Op::BitReverse => Some(a),
            Op::ByteSwap => w.is_multiple_of(8).then_some(a),
            Op::Extract { hi, lo } => (lo <= hi && hi < w).then(|| Sort::BitVec(hi - lo + 1)),
            Op::ZeroExtend { width } | Op::SignExtend { width } => {
                (width >= w).then_some(Sort::BitVec(width))
            }
            Op::FpSqrt | Op::FpNeg | Op::FpAbs | Op::FpRound(_) => is_float(w).then_some(a),
            Op::FpIsNan => is_float(w).then_some(Sort::Bool),
            Op::FpToFp { width } => (is_float(w) && is_float(width)).then_some(Sort::BitVec(width)),
            Op::FpFromSbv { width } | Op::FpFromUbv { width } => {
                is_float(width).then_some(Sort::BitVec(width))
            }
            Op::FpToSbv { width } | Op::FpToUbv { width } => {
                (is_float(w) && width > 0).then_some(Sort::BitVec(width))
            }
            _ => None,
        }
    }

    fn binary_sort(self, a: Sort, b: Sort) -> Option<Sort> {
        match (self, a, b) {
            (Op::And | Op::Or | Op::Xor, Sort::Bool, Sort::Bool) => Some(Sort::Bool),
            (Op::Eq, a, b) => (a == b).then_some(Sort::Bool),
            (Op::Concat, Sort::BitVec(high), Sort::BitVec(low)) => {
                high.checked_add(low).map(Sort::BitVec)
            }
            (Op::Select, Sort::Array { index, element }, at) => {
                (at == index.into()).then(|| element.into())
            }
            (_, Sort::Int, Sort::Int) => self.integer_sort(),
            (_, Sort::Real, Sort::Real) => self.real_sort(),
            (_, Sort::BitVec(w), Sort::BitVec(v)) if w == v => self.same_width_sort(w),
            _ => None,
        }
    }

    fn integer_sort(self) -> Option<Sort> {
        match self {
            Op::IntAdd | Op::IntSub | Op::IntMul | Op::IntDiv | Op::IntMod => Some(Sort::Int),
            Op::IntQuot | Op::IntPow => Some(Sort::Int),
            Op::IntLt | Op::IntLe => Some(Sort::Bool),
            _ => None,
        }
    }

    fn real_sort(self) -> Option<Sort> {
        match self {
            Op::RealAdd | Op::RealSub | Op::RealMul | Op::RealDiv => Some(Sort::Real),
            Op::RealLt | Op::RealLe => Some(Sort::Bool),
            _ => None,
        }
    }

    fn same_width_sort(self, w: u32) -> Option<Sort> {
        match self {
            Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvSdiv
            | Op::BvSrem => Some(Sort::BitVec(w)),
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr => {
                Some(Sort::BitVec(w))
            }
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => Some(Sort::Bool),
            Op::BvUaddo | Op::BvSaddo | Op::BvUsubo | Op::BvSsubo | Op::BvUmulo | Op::BvSmulo => {
                Some(Sort::Bool)
            }
            Op::FpEq | Op::FpLt | Op::FpLe => is_float(w).then_some(Sort::Bool),
            Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFmod | Op::FpMin | Op::FpMax => {
                is_float(w).then_some(Sort::BitVec(w))
            }
            _ => None,
        }
    }

    fn ternary_sort(self, a: Sort, b: Sort, c: Sort) -> Option<Sort> {
        match (self, a) {
            (Op::Ite, Sort::Bool) => (b == c).then_some(b),
            (Op::Store, Sort::Array { index, element }) => {
                (b == index.into() && c == element.into()).then_some(a)
            }
            (Op::FpFma, Sort::BitVec(w)) => (is_float(w) && a == b && a == c).then_some(a),
            _ => None,
        }
    }

    /// Whether the arguments may be swapped.
    #[inline]
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And
                | Op::Or
                | Op::Xor
                | Op::Eq
                | Op::BvAdd
                | Op::BvMul
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::IntAdd
                | Op::IntMul
                | Op::RealAdd
                | Op::RealMul
        )
    }

    /// Whether the operator is about integers: their arithmetic, their order and quantifiers over them.
    #[inline]
    pub fn is_integer(self) -> bool {
        self >= Op::IntAdd && self <= Op::Forall
    }

    /// Whether the operator is about reals.
    #[inline]
    pub fn is_real(self) -> bool {
        self >= Op::RealAdd && self <= Op::IntToReal
    }

    /// Whether the operator multiplies bit-vectors, divides them, or tells whether their product overflows.
    pub fn is_product(self) -> bool {
        matches!(
            self,
            Op::BvMul
                | Op::BvUmulo
                | Op::BvSmulo
                | Op::BvUdiv
                | Op::BvUrem
                | Op::BvSdiv
                | Op::BvSrem
        )
    }

    /// Whether the result is rounded to what the format has, other than to an integral value.
    pub fn rounds(self) -> bool {
        use Op::{FpAdd, FpDiv, FpFma, FpFromSbv, FpFromUbv, FpMul, FpSqrt, FpSub, FpToFp};
        matches!(self, FpAdd | FpSub | FpMul | FpDiv | FpSqrt | FpFma)
            || matches!(self, FpToFp { .. } | FpFromSbv { .. } | FpFromUbv { .. })
    }

    /// Whether the operator reads or makes floating-point numbers.
    #[inline]
    pub fn is_floating_point(self) -> bool {
        self >= Op::FpAdd
    }
}
