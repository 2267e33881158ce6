//! The intrinsics that are supported.

use super::Lane;
use super::{float, lanes, x86};
use crate::ast::Call;
use crate::lower::body::BodyLowering;
use crate::lower::poison::Least;
use crate::lower::types::Lower;
use effigy_base::op::{Op, RoundingMode};
use effigy_ir::function::Operand;

/// A way of its own.
type Special = fn(&mut BodyLowering<'_>, &Call) -> Lower<Vec<Operand>>;

/// What an intrinsic does.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// Nothing; a result is zero.
    Nothing,
    /// Gives its first argument.
    First,
    /// Works on integers lane by lane; takes at least so many arguments.
    Lanes(usize, Lane),
    /// Works on floats lane by lane; takes at least so many arguments.
    Floats(usize, Lane),
    /// Arithmetic with a flag that says whether it overflowed.
    Overflow(Op, Op),
    /// Joins the lanes of a vector.
    Reduce(Lane),
    /// Calls a function of the C library.
    External,
    /// Something else.
    Special(Special),
}

/// The meaning of `llvm.{base}`, where `base` has no types at its end.
pub(super) fn meaning(base: &str) -> Option<Meaning> {
    hint(base)
        .or_else(|| integer(base))
        .or_else(|| floating(base))
        .or_else(|| reduction(base))
        .or_else(|| special(base))
        .or_else(|| machine(base))
}

/// Hints to the optimiser.
fn hint(base: &str) -> Option<Meaning> {
    Some(match base {
        "experimental.noalias.scope.decl"
        | "donothing"
        | "prefetch"
        | "invariant.start"
        | "invariant.end"
        | "returnaddress"
        | "frameaddress"
        | "addressofreturnaddress"
        | "sponentry"
        | "is.constant"
        | "sideeffect"
        | "pseudoprobe"
        | "fake.use"
        | "var.annotation"
        | "clear_cache"
        | "dbg.label"
        | "dbg.value"
        | "dbg.declare"
        | "dbg.assign"
        | "codeview.annotation" => Meaning::Nothing,
        "expect"
        | "expect.with.probability"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "ssa.copy"
        | "annotation"
        | "ptr.annotation"
        | "threadlocal.address"
        | "arithmetic.fence"
        | "preserve.array.access.index" => Meaning::First,
        "allow.ubsan.check" | "allow.runtime.check" => Meaning::Special(|l, c| l.constant_true(c)),
        _ => return None,
    })
}

fn integer(base: &str) -> Option<Meaning> {
    Some(match base {
        "sadd.with.overflow" => Meaning::Overflow(Op::BvAdd, Op::BvSaddo),
        "uadd.with.overflow" => Meaning::Overflow(Op::BvAdd, Op::BvUaddo),
        "ssub.with.overflow" => Meaning::Overflow(Op::BvSub, Op::BvSsubo),
        "usub.with.overflow" => Meaning::Overflow(Op::BvSub, Op::BvUsubo),
        "smul.with.overflow" => Meaning::Overflow(Op::BvMul, Op::BvSmulo),
        "umul.with.overflow" => Meaning::Overflow(Op::BvMul, Op::BvUmulo),
        "sadd.sat" => Meaning::Lanes(2, lanes::sadd_sat),
        "uadd.sat" => Meaning::Lanes(2, lanes::uadd_sat),
        "ssub.sat" => Meaning::Lanes(2, lanes::ssub_sat),
        "usub.sat" => Meaning::Lanes(2, lanes::usub_sat),
        "sshl.sat" => Meaning::Lanes(2, lanes::sshl_sat),
        "ushl.sat" => Meaning::Lanes(2, lanes::ushl_sat),
        "smin" => Meaning::Lanes(2, lanes::smin),
        "smax" => Meaning::Lanes(2, lanes::smax),
        "umin" => Meaning::Lanes(2, lanes::umin),
        "umax" => Meaning::Lanes(2, lanes::umax),
        "abs" => Meaning::Lanes(1, |l, a, s| {
            let result = lanes::abs(l, a, s);
            l.counted(result, a, Least::Lowest)
        }),
        "scmp" => Meaning::Lanes(2, lanes::scmp),
        "ucmp" => Meaning::Lanes(2, lanes::ucmp),
        "ctpop" => Meaning::Lanes(1, |l, a, s| l.fold(Op::Popcount, a[..1].to_vec(), s)),
        "ctlz" => Meaning::Lanes(1, |l, a, s| {
            let result = l.fold(Op::LeadingZeros, a[..1].to_vec(), s);
            l.counted(result, a, Least::Zero)
        }),
        "cttz" => Meaning::Lanes(1, |l, a, s| {
            let result = l.fold(Op::TrailingZeros, a[..1].to_vec(), s);
            l.counted(result, a, Least::Zero)
        }),
        "bswap" => Meaning::Lanes(1, |l, a, s| l.fold(Op::ByteSwap, a[..1].to_vec(), s)),
        "bitreverse" => Meaning::Lanes(1, |l, a, s| l.fold(Op::BitReverse, a[..1].to_vec(), s)),
        "fshl" => Meaning::Lanes(3, lanes::fshl),
        "fshr" => Meaning::Lanes(3, lanes::fshr),
        _ => return None,
    })
}

fn floating(base: &str) -> Option<Meaning> {
    use RoundingMode::{NearestAway, NearestEven, TowardNegative, TowardPositive, TowardZero};
    Some(match base {
        "fabs" => Meaning::Floats(1, |l, a, s| l.fold(Op::FpAbs, a[..1].to_vec(), s)),
        "sqrt" => Meaning::Floats(1, |l, a, s| l.fold(Op::FpSqrt, a[..1].to_vec(), s)),
        "fma" => Meaning::Floats(3, |l, a, s| l.fold(Op::FpFma, a.to_vec(), s)),
        "fmuladd" => Meaning::Floats(3, float::multiply_add),
        "floor" => Meaning::Floats(1, |l, a, s| float::round(l, a, s, TowardNegative)),
        "ceil" => Meaning::Floats(1, |l, a, s| float::round(l, a, s, TowardPositive)),
        "trunc" => Meaning::Floats(1, |l, a, s| float::round(l, a, s, TowardZero)),
        "rint" | "nearbyint" | "roundeven" => {
            Meaning::Floats(1, |l, a, s| float::round(l, a, s, NearestEven))
        }
        "round" => Meaning::Floats(1, |l, a, s| float::round(l, a, s, NearestAway)),
        "lrint" | "llrint" => Meaning::Floats(1, |l, a, s| float::to_integer(l, a, s, NearestEven)),
        "lround" | "llround" => {
            Meaning::Floats(1, |l, a, s| float::to_integer(l, a, s, NearestAway))
        }
        "copysign" => Meaning::Floats(2, float::copysign),
        "minnum" | "minimumnum" => Meaning::Floats(2, |l, a, s| l.fold(Op::FpMin, a.to_vec(), s)),
        "maxnum" | "maximumnum" => Meaning::Floats(2, |l, a, s| l.fold(Op::FpMax, a.to_vec(), s)),
        "minimum" => Meaning::Floats(2, float::minimum),
        "maximum" => Meaning::Floats(2, float::maximum),
        "canonicalize" => Meaning::First,
        "fptosi.sat" => Meaning::Floats(1, float::to_signed),
        "fptoui.sat" => Meaning::Floats(1, float::to_unsigned),
        "is.fpclass" => Meaning::Floats(2, float::class),
        "powi" => Meaning::Special(|l, c| l.integer_power(c)),
        "pow" | "exp" | "exp2" | "exp10" | "log" | "log2" | "log10" | "sin" | "cos" | "tan"
        | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "ldexp" => {
            Meaning::External
        }
        _ => return None,
    })
}

fn reduction(base: &str) -> Option<Meaning> {
    Some(Meaning::Reduce(match base.strip_prefix("vector.reduce.")? {
        "add" => |l, a, s| l.fold(Op::BvAdd, a.to_vec(), s),
        "mul" => |l, a, s| l.fold(Op::BvMul, a.to_vec(), s),
        "and" => |l, a, s| l.fold(Op::BvAnd, a.to_vec(), s),
        "or" => |l, a, s| l.fold(Op::BvOr, a.to_vec(), s),
        "xor" => |l, a, s| l.fold(Op::BvXor, a.to_vec(), s),
        "smin" => lanes::smin,
        "smax" => lanes::smax,
        "umin" => lanes::umin,
        "umax" => lanes::umax,
        "fadd" => |l, a, s| l.fold(Op::FpAdd, a.to_vec(), s),
        "fmul" => |l, a, s| l.fold(Op::FpMul, a.to_vec(), s),
        "fmin" => |l, a, s| l.fold(Op::FpMin, a.to_vec(), s),
        "fmax" => |l, a, s| l.fold(Op::FpMax, a.to_vec(), s),
        "fminimum" => float::minimum,
        "fmaximum" => float::maximum,
        _ => return None,
    }))
}

fn special(base: &str) -> Option<Meaning> {
    Some(Meaning::Special(match base {
        "memcpy" | "memcpy.inline" => |l, c| l.copy_memory(c, true),
        "memmove" => |l, c| l.copy_memory(c, false),
        "lifetime.start" => |l, c| l.mark_life(c, true),
        "lifetime.end" => |l, c| l.mark_life(c, false),
        "stacksave" => |l, _| l.mark_stack(),
        "stackrestore" => |l, c| l.restore_stack(c),
        "assume" => |l, c| l.assume(c),
        "memset" | "memset.inline" => |l, c| l.fill_memory(c),
        "va_start" => |l, c| l.start_variadic(c),
        "va_copy" => |l, c| l.copy_variadic(c),
        "va_end" => |l, c| l.end_variadic(c),
        "masked.load" => |l, c| l.masked_load(c),
        "masked.store" => |l, c| l.masked_store(c),
        "masked.gather" => |l, c| l.masked_gather(c),
        "masked.scatter" => |l, c| l.masked_scatter(c),
        "load.relative" => |l, c| l.load_relative(c),
        "trap" | "debugtrap" => |l, c| l.trap(c),
        "ubsantrap" => |l, c| l.sanitizer_trap(c),
        "objectsize" => |l, c| l.object_size(c),
        "ptrmask" => |l, c| l.masked_pointer(c),
        "vector.extract" => |l, c| l.subvector(c),
        _ => return None,
    }))
}

/// Intrinsics of x86-64 that compilers or the standard libraries use.
fn machine(base: &str) -> Option<Meaning> {
    Some(match base.strip_prefix("x86.")? {
        "sse2.pause" => Meaning::Special(|l, c| l.pause(c)),
        "sse2.lfence" | "sse2.mfence" | "sse.sfence" => Meaning::Nothing,
        "sse2.pmovmskb.128" | "sse.movmsk.ps" | "sse2.movmsk.pd" => {
            Meaning::Special(x86::sign_mask)
        }
        "sse2.psad.bw" => Meaning::Special(x86::absolute_differences),
        "ssse3.pshuf.b.128" => Meaning::Special(x86::shuffle_bytes),
        "addcarry.32" | "addcarry.64" => Meaning::Special(x86::add_carry),
        "subborrow.32" | "subborrow.64" => Meaning::Special(x86::subtract_borrow),
        _ => return None,
    })
}
