//! The operator table: one list of operators for terms, for the IR and for the concrete machine.
//!
//! Operators carry their SMT-LIB names. Floating-point operators (`fp.*`) take and give bit-vectors in an
//! IEEE 754 interchange format (16, 32, 64 or 128 bits wide), or in the x87's of 80 bits, whose significand has its integer bit, and
//! round to nearest, ties to even, where they round. A pattern of the x87 that is no number counts as NaN.

mod table;

pub(crate) use table::is_float;

/// An operator with its static parameters.
///
/// Comparisons give `Bool`. Unless said otherwise all bit-vector arguments have one width, which is also the
/// width of the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    // Core theory.
    /// Boolean negation.
    Not,
    /// Boolean conjunction of two.
    And,
    /// Boolean disjunction of two.
    Or,
    /// Boolean exclusive or of two.
    Xor,
    /// Equality of two terms of one sort.
    Eq,
    /// `ite(condition, then, else)`: the condition is a Bool, the others have one sort.
    Ite,
    // Fixed-size bit-vectors. Division by zero as in SMT-LIB: `bvudiv x 0` is all ones, `bvurem x 0` is `x`.
    /// Bitwise complement.
    BvNot,
    /// Two's complement negation.
    BvNeg,
    /// Addition modulo 2^w.
    BvAdd,
    /// Subtraction modulo 2^w.
    BvSub,
    /// Multiplication modulo 2^w.
    BvMul,
    /// Unsigned division.
    BvUdiv,
    /// Unsigned remainder.
    BvUrem,
    /// Signed division, truncating.
    BvSdiv,
    /// Signed remainder, the sign follows the dividend.
    BvSrem,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Shift left; zero when the amount is at least the width.
    BvShl,
    /// Logical shift right; zero when the amount is at least the width.
    BvLshr,
    /// Arithmetic shift right; the sign when the amount is at least the width.
    BvAshr,
    /// Unsigned less than.
    BvUlt,
    /// Unsigned less than or equal.
    BvUle,
    /// Signed less than.
    BvSlt,
    /// Signed less than or equal.
    BvSle,
    /// Unsigned addition overflows (SMT-LIB 2.7 `bvuaddo`).
    BvUaddo,
    /// Signed addition overflows.
    BvSaddo,
    /// Unsigned subtraction overflows.
    BvUsubo,
    /// Signed subtraction overflows.
    BvSsubo,
    /// Unsigned multiplication overflows.
    BvUmulo,
    /// Signed multiplication overflows.
    BvSmulo,
    /// Concatenation; the first argument gives the high bits.
    Concat,
    /// Bits `hi` down to `lo` of the argument; width `hi - lo + 1`.
    Extract {
        /// The highest bit taken.
        hi: u32,
        /// The lowest bit taken.
        lo: u32,
    },
    /// Zero extension to `width` bits in all (at least the argument's width).
    ZeroExtend {
        /// The width of the result.
        width: u32,
    },
    /// Sign extension to `width` bits in all (at least the argument's width).
    SignExtend {
        /// The width of the result.
        width: u32,
    },
    /// A Bool as a bit-vector of `width` bits: 1 or 0.
    BoolToBv {
        /// The width of the result.
        width: u32,
    },
    // Counting and permuting bits: definitions over the operators above, with a name because machines have them.
    /// Number of one bits.
    Popcount,
    /// Number of leading zero bits; the width for zero.
    LeadingZeros,
    /// Number of trailing zero bits; the width for zero.
    TrailingZeros,
    /// Reverses the order of the bytes; the width is a multiple of 8.
    ByteSwap,
    /// Reverses the order of the bits.
    BitReverse,
    // Arrays.
    /// `select(array, index)`.
    Select,
    /// `store(array, index, element)`.
    Store,
    // Integers, up to `Forall` (`is_integer`).
    /// Addition.
    IntAdd,
    /// Subtraction.
    IntSub,
    /// Multiplication.
    IntMul,
    /// SMT-LIB's Euclidean quotient: the remainder is never negative; `div x 0` is 0.
    IntDiv,
    /// SMT-LIB's Euclidean remainder, never negative for `y != 0`; `mod x 0` is `x`.
    IntMod,
    /// The quotient of C, truncated towards zero; `quot x 0` is 0.
    IntQuot,
    /// Absolute value.
    IntAbs,
    /// `pow(base, exponent)`; an exponent of at most zero gives 1.
    IntPow,
    /// Less than.
    IntLt,
    /// Less than or equal.
    IntLe,
    /// `forall(lo, hi, bound variable, body)`: the body holds for all values of the bound variable from `lo` to `hi`,
    /// both included.
    Forall,
    // Reals, up to `IntToReal` (`is_real`).
    /// Addition.
    RealAdd,
    /// Subtraction.
    RealSub,
    /// Multiplication.
    RealMul,
    /// Division; `x / 0` is some number that depends on `x` alone, and has no value.
    RealDiv,
    /// Less than.
    RealLt,
    /// Less than or equal.
    RealLe,
    /// An integer as a real.
    IntToReal,
    // Floating point on IEEE bit patterns, up to the end (`is_floating_point`).
    /// Addition.
    FpAdd,
    /// Subtraction.
    FpSub,
    /// Multiplication.
    FpMul,
    /// Division.
    FpDiv,
    /// The remainder of C's `fmod`: truncated quotient, sign of the dividend.
    FpFmod,
    /// Square root.
    FpSqrt,
    /// `fp.fma(x, y, z)`: x*y+z rounded once.
    FpFma,
    /// Negation: flips the sign bit.
    FpNeg,
    /// Absolute value: clears the sign bit.
    FpAbs,
    /// Minimum; a NaN argument gives the other one.
    FpMin,
    /// Maximum; a NaN argument gives the other one.
    FpMax,
    /// IEEE equality: NaN equals nothing, zeros are equal.
    FpEq,
    /// Less than; false with NaN.
    FpLt,
    /// Less than or equal; false with NaN.
    FpLe,
    /// Whether the argument is a NaN.
    FpIsNan,
    /// Rounds to an integral value.
    FpRound(
        /// Where ties and fractions go.
        RoundingMode,
    ),
    /// Converts between formats, `width` bits in the result (16, 32, 64, 80 or 128).
    FpToFp {
        /// The width of the result.
        width: u32,
    },
    /// A signed integer to a float of `width` bits.
    FpFromSbv {
        /// The width of the result.
        width: u32,
    },
    /// An unsigned integer to a float of `width` bits.
    FpFromUbv {
        /// The width of the result.
        width: u32,
    },
    /// A float to a signed integer of `width` bits, towards zero, saturating; NaN gives zero.
    FpToSbv {
        /// The width of the result.
        width: u32,
    },
    /// A float to an unsigned integer of `width` bits, towards zero, saturating; NaN gives zero.
    FpToUbv {
        /// The width of the result.
        width: u32,
    },
}

/// Where a rounding operator goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundingMode {
    /// To nearest, ties to even (`RNE`).
    NearestEven,
    /// To nearest, ties away from zero (`RNA`).
    NearestAway,
    /// Towards zero (`RTZ`).
    TowardZero,
    /// Towards negative infinity (`RTN`).
    TowardNegative,
    /// Towards positive infinity (`RTP`).
    TowardPositive,
}
