//! Floating-point operators on bit patterns, in SMT-LIB's theory of floating-point numbers.

use effigy_base::op::{Op, RoundingMode};

/// Whether the result is the bit pattern of a float, which needs a fresh bit-vector.
pub(super) fn makes_float(op: Op) -> bool {
    op.is_floating_point() && !matches!(op, Op::FpToSbv { .. } | Op::FpToUbv { .. })
}

/// The widths of exponent and significand (with its hidden bit; that of the x87 is in the pattern).
fn format_of(width: u32) -> (u32, u32) {
    match width {
        80 => (15, 64),
        16 => (5, 11),
        32 => (8, 24),
        64 => (11, 53),
        _ => (15, 113),
    }
}

fn to_fp(width: u32) -> String {
    let (exponent, significand) = format_of(width);
    format!("(_ to_fp {exponent} {significand})")
}

fn canonical_nan(width: u32) -> String {
    let (exponent, significand) = format_of(width);
    let integer_bit = if width == 80 { "1" } else { "" };
    format!(
        "#b0{}{integer_bit}1{}",
        "1".repeat(exponent as usize),
        "0".repeat(significand as usize - 2)
    )
}

/// The float that a pattern stands for.
fn from_bits(width: u32, bits: &str) -> String {
    let to_fp = to_fp(width);
    if width != 80 {
        return format!("({to_fp} {bits})");
    }
    // The integer bit is set where the exponent is not zero; one beside a zero exponent counts as an exponent of one.
    format!(
        "(let ((?s ((_ extract 79 79) {bits})) (?e ((_ extract 78 64) {bits})) (?i ((_ extract 63 63) {bits}))          (?f ((_ extract 62 0) {bits})))          (ite (= ?i #b1) ({to_fp} (concat ?s (ite (= ?e (_ bv0 15)) (_ bv1 15) ?e) ?f))          (ite (= ?e (_ bv0 15)) ({to_fp} (concat ?s ?e ?f)) (_ NaN 15 64))))"
    )
}

/// What ties the bit-vector `name` to the float `value`.
pub(super) fn tie(name: &str, width: u32, value: &str) -> String {
    let (float, nan) = (from_bits(width, name), canonical_nan(width));
    let same = match width {
        80 => format!(
            "(and (= {float} ?v) (= (= ((_ extract 63 63) {name}) #b1) (distinct ((_ extract 78 64) {name}) (_ bv0 15))))"
        ),
        _ => format!("(= {float} ?v)"),
    };
    format!("(let ((?v {value})) (ite (fp.isNaN ?v) (= {name} {nan}) {same}))")
}

fn rounding(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "RNE",
        RoundingMode::NearestAway => "RNA",
        RoundingMode::TowardZero => "RTZ",
        RoundingMode::TowardNegative => "RTN",
        RoundingMode::TowardPositive => "RTP",
    }
}

/// The operator over arguments of `width` bits: a float for those that make one, else a Bool or a bit-vector.
pub(super) fn application(op: Op, width: u32, args: &[String]) -> String {
    let floats: Vec<String> = args.iter().map(|arg| from_bits(width, arg)).collect();
    let (all, first) = (floats.join(" "), args.first().map_or("", String::as_str));
    match op {
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpSqrt | Op::FpFma => {
            format!("({} RNE {all})", op.name())
        }
        Op::FpRound(mode) => format!("(fp.roundToIntegral {} {all})", rounding(mode)),
        Op::FpToFp { width } => format!("({} RNE {all})", to_fp(width)),
        Op::FpFromSbv { width } => format!("({} RNE {first})", to_fp(width)),
        Op::FpFromUbv { width } => {
            let (exponent, significand) = format_of(width);
            format!("((_ to_fp_unsigned {exponent} {significand}) RNE {first})")
        }
        Op::FpToSbv { width: to } => to_signed(width, to, &all),
        Op::FpToUbv { width: to } => to_unsigned(width, to, &all),
        Op::FpFmod => fmod(width, &floats),
        _ => format!("({} {all})", op.name()),
    }
}

/// `2^exponent` as a float.
fn power(width: u32, exponent: u32) -> String {
    let (to_exponent, significand) = format_of(width);
    format!(
        "((_ to_fp_unsigned {to_exponent} {significand}) RNE #b1{})",
        "0".repeat(exponent as usize)
    )
}

fn to_signed(width: u32, to: u32, float: &str) -> String {
    let limit = power(width, to - 1);
    let (least, most) = (
        format!("#b1{}", "0".repeat(to as usize - 1)),
        format!("#b0{}", "1".repeat(to as usize - 1)),
    );
    format!(
        "(let ((?v {float}) (?l {limit})) (ite (fp.isNaN ?v) (_ bv0 {to}) (ite (fp.lt ?v (fp.neg ?l)) {least} \
         (ite (fp.geq ?v ?l) {most} ((_ fp.to_sbv {to}) RTZ ?v)))))"
    )
}

fn to_unsigned(width: u32, to: u32, float: &str) -> String {
    let (limit, zero) = (
        power(width, to),
        format!("((_ to_fp {} {}) RNE 0.0)", format_of(width).0, format_of(width).1),
    );
    let most = format!("#b{}", "1".repeat(to as usize));
    format!(
        "(let ((?v {float})) (ite (or (fp.isNaN ?v) (fp.lt ?v {zero})) (_ bv0 {to}) (ite (fp.geq ?v {limit}) {most} \
         ((_ fp.to_ubv {to}) RTZ ?v))))"
    )
}

/// The truncated remainder from the one to nearest: of the magnitudes, corrected where it is negative, with the sign
/// of the dividend. The correction is exact, since the truncated remainder is a float.
fn fmod(width: u32, floats: &[String]) -> String {
    let (x, y) =
        (floats.first().map_or("", String::as_str), floats.get(1).map_or("", String::as_str));
    let zero = format!("({} RNE 0.0)", to_fp(width));
    format!(
        "(let ((?x {x}) (?d (fp.abs {y}))) (let ((?r (fp.rem (fp.abs ?x) ?d))) \
         (let ((?m (fp.abs (ite (fp.lt ?r {zero}) (fp.add RNE ?r ?d) ?r)))) (ite (fp.isNegative ?x) (fp.neg ?m) ?m))))"
    )
}
