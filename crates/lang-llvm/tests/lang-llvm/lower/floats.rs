//! Floating point.

use super::machine::Stop;
use super::{run, try_run};

fn double(text: &str, args: &[f64]) -> f64 {
    let args: Vec<u128> = args.iter().map(|a| u128::from(a.to_bits())).collect();
    f64::from_bits(run(text, &args)[0] as u64)
}

#[test]
fn float_operations() {
    let op = |op: &str, a: f64, b: f64| {
        let text = format!(
            "define double @f(double %a, double %b) {{\n  %r = {op} double %a, %b\n  ret double %r\n}}\n"
        );
        double(&text, &[a, b])
    };
    assert_eq!(op("fadd", 0.1, 0.2), 0.1 + 0.2);
    assert_eq!(op("fsub fast", 1.0, 0.9), 1.0 - 0.9);
    assert_eq!(op("fmul", 1e200, 1e200), f64::INFINITY);
    assert_eq!(op("fdiv", 1.0, 3.0), 1.0 / 3.0);
    assert_eq!(op("frem", -7.5, 2.0), -1.5);
    let negate = "define double @f(double %a) {\n  %r = fneg double %a\n  ret double %r\n}\n";
    assert_eq!(double(negate, &[0.0]).to_bits(), (-0.0f64).to_bits());
}

#[test]
fn float_comparisons() {
    let compare = |predicate: &str, a: f32, b: f32| {
        let text = format!(
            "define i1 @f(float %a, float %b) {{\n  %r = fcmp {predicate} float %a, %b\n  ret i1 %r\n}}\n"
        );
        run(&text, &[u128::from(a.to_bits()), u128::from(b.to_bits())])[0] == 1
    };
    for (a, b) in [(1.0f32, 2.0f32), (2.0, 1.0), (1.0, 1.0), (0.0, -0.0), (f32::NAN, 1.0)] {
        let unordered = a.is_nan() || b.is_nan();
        assert!(!compare("false", a, b) && compare("true", a, b));
        assert_eq!(compare("oeq", a, b), a == b);
        assert_eq!(compare("ogt", a, b), a > b);
        assert_eq!(compare("oge", a, b), a >= b);
        assert_eq!(compare("olt", a, b), a < b);
        assert_eq!(compare("ole", a, b), a <= b);
        assert_eq!(compare("one", a, b), a != b && !unordered);
        assert_eq!(compare("ord", a, b), !unordered);
        assert_eq!(compare("ueq", a, b), unordered || a == b);
        assert_eq!(compare("ugt", a, b), unordered || a > b);
        assert_eq!(compare("uge", a, b), unordered || a >= b);
        assert_eq!(compare("ult", a, b), unordered || a < b);
        assert_eq!(compare("ule", a, b), unordered || a <= b);
        assert_eq!(compare("une", a, b), a != b);
        assert_eq!(compare("uno", a, b), unordered);
    }
}

#[test]
fn float_conversions() {
    let convert = |op: &str, from: &str, to: &str, value: u128| {
        let text = format!(
            "define {to} @f({from} %a) {{\n  %r = {op} {from} %a to {to}\n  ret {to} %r\n}}\n"
        );
        run(&text, &[value])[0]
    };
    let d = |v: f64| u128::from(v.to_bits());
    let s = |v: f32| u128::from(v.to_bits());
    assert_eq!(convert("fptosi", "double", "i32", d(-3.9)), u128::from(-3i32 as u32));
    assert_eq!(convert("fptoui", "float", "i8", s(200.5)), 200);
    assert_eq!(convert("sitofp", "i16", "double", u128::from(-5i16 as u16)), d(-5.0));
    assert_eq!(convert("uitofp", "i16", "float", 65_531), s(65_531.0));
    assert_eq!(convert("uitofp", "i1", "double", 1), d(1.0));
    assert_eq!(convert("fptrunc", "double", "float", d(0.1)), s(0.1));
    assert_eq!(convert("fpext", "float", "double", s(0.1)), d(f64::from(0.1f32)));
}

#[test]
fn the_formats_without_arithmetic_of_the_processor() {
    // 0.5 + 0.25 and a comparison, in 80 and in 128 bits.
    for (name, half, quarter, sum) in [
        (
            "x86_fp80",
            0x3ffe_8000_0000_0000_0000,
            "0xK3FFD8000000000000000",
            0x3ffe_c000_0000_0000_0000,
        ),
        (
            "fp128",
            0x3ffe << 112,
            "0xL00000000000000003FFD000000000000",
            0x3ffe_8000_0000_0000_0000_0000_0000_0000,
        ),
    ] {
        let text = format!(
            "define {name} @f({name} %a) {{
  %less = fcmp olt {name} {quarter}, %a
  %sum = fadd {name} %a, {quarter}
  %r = select i1 %less, {name} %sum, {name} %a
  ret {name} %r
}}
"
        );
        assert_eq!(run(&text, &[half])[0], sum, "{name}");
    }
}

#[test]
fn unsupported_formats_stop_the_path_that_uses_them() {
    let text = "define i1 @f(i1 %c, ptr %p) {
  %v = load bfloat, ptr %p
  store bfloat %v, ptr %p
  br i1 %c, label %use, label %skip
use:
  %w = fadd bfloat %v, 0xR0000
  store bfloat %w, ptr %p
  br label %skip
skip:
  ret i1 %c
}
";
    assert_eq!(run(text, &[0, 4096]), [0]);
    let stop = Stop::Unsupported("bfloat arithmetic".to_owned());
    assert_eq!(try_run(text, &[1, 4096]), Err(stop));
}
