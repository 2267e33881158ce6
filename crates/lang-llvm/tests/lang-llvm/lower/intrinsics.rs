//! Intrinsics.

use super::machine::Stop;
use super::{int, run, try_run};

/// An intrinsic of two integers of one type.
fn two(name: &str, ty: &str, a: u128, b: u128) -> u128 {
    let full = format!("llvm.{name}.{ty}");
    let text = format!(
        "declare {ty} @{full}({ty}, {ty})
define {ty} @f({ty} %a, {ty} %b) {{
  %r = call {ty} @{full}({ty} %a, {ty} %b)
  ret {ty} %r
}}
"
    );
    run(&text, &[a, b])[0]
}

#[test]
fn saturating_arithmetic() {
    let i = |v: i128| int(8, v);
    assert_eq!(two("uadd.sat", "i8", 200, 100), 255);
    assert_eq!(two("uadd.sat", "i8", 100, 100), 200);
    assert_eq!(two("sadd.sat", "i8", 100, 100), 127);
    assert_eq!(two("sadd.sat", "i8", i(-100), i(-100)), i(-128));
    assert_eq!(two("sadd.sat", "i8", i(-100), 100), 0);
    assert_eq!(two("usub.sat", "i8", 5, 6), 0);
    assert_eq!(two("usub.sat", "i8", 6, 5), 1);
    assert_eq!(two("ssub.sat", "i8", i(-100), 100), i(-128));
    assert_eq!(two("ssub.sat", "i8", 100, i(-100)), 127);
    assert_eq!(two("ushl.sat", "i8", 3, 7), 255);
    assert_eq!(two("ushl.sat", "i8", 3, 6), 192);
    assert_eq!(two("sshl.sat", "i8", i(-3), 6), i(-128));
    assert_eq!(two("sshl.sat", "i8", 3, 5), 96);
    assert_eq!(two("sshl.sat", "i8", 3, 6), 127);
}

#[test]
fn minima_and_maxima() {
    let i = |v: i128| int(32, v);
    assert_eq!(two("smin", "i32", i(-1), 1), i(-1));
    assert_eq!(two("smax", "i32", i(-1), 1), 1);
    assert_eq!(two("umin", "i32", i(-1), 1), 1);
    assert_eq!(two("umax", "i32", i(-1), 1), i(-1));
    assert_eq!(two("umax", "i1", 0, 1), 1);
}

#[test]
fn overflow_flags() {
    let flagged = |name: &str, a: i128, b: i128| {
        let full = format!("llvm.{name}.with.overflow.i8");
        let text = format!(
            "declare {{ i8, i1 }} @{full}(i8, i8)
define {{ i8, i1 }} @f(i8 %a, i8 %b) {{
  %r = call {{ i8, i1 }} @{full}(i8 %a, i8 %b)
  ret {{ i8, i1 }} %r
}}
"
        );
        let result = run(&text, &[int(8, a), int(8, b)]);
        (result[0], result[1] == 1)
    };
    assert_eq!(flagged("uadd", 200, 100), (44, true));
    assert_eq!(flagged("sadd", 100, 27), (127, false));
    assert_eq!(flagged("sadd", 100, 28), (128, true));
    assert_eq!(flagged("usub", 1, 2), (255, true));
    assert_eq!(flagged("ssub", -128, 1), (127, true));
    assert_eq!(flagged("umul", 16, 16), (0, true));
    assert_eq!(flagged("smul", -16, 8), (128, false));
    assert_eq!(flagged("smul", 16, 8), (128, true));
}

#[test]
fn overflow_flags_of_vectors() {
    let text = "declare { <2 x i8>, <2 x i1> } @llvm.uadd.with.overflow.v2i8(<2 x i8>, <2 x i8>)
define { <2 x i8>, <2 x i1> } @f(<2 x i8> %a) {
  %r = call { <2 x i8>, <2 x i1> } @llvm.uadd.with.overflow.v2i8(<2 x i8> %a, <2 x i8> <i8 100, i8 1>)
  ret { <2 x i8>, <2 x i1> } %r
}
";
    assert_eq!(run(text, &[200, 200]), [44, 201, 1, 0]);
}

#[test]
fn bits_and_orders() {
    let one = |name: &str, ty: &str, more: &str, a: u128| {
        let types = if more.is_empty() { "" } else { ", i1" };
        let text = format!(
            "declare {ty} @llvm.{name}.{ty}({ty}{types})
define {ty} @f({ty} %a) {{
  %r = call {ty} @llvm.{name}.{ty}({ty} %a{more})
  ret {ty} %r
}}
"
        );
        run(&text, &[a])[0]
    };
    assert_eq!(one("ctpop", "i8", "", 0b1011), 3);
    assert_eq!(one("ctlz", "i16", ", i1 false", 1), 15);
    assert_eq!(one("cttz", "i16", ", i1 true", 8), 3);
    assert_eq!(one("cttz", "i16", ", i1 false", 0), 16);
    assert_eq!(one("bswap", "i32", "", 0x0102_0304), 0x0403_0201);
    assert_eq!(one("bitreverse", "i8", "", 0b1100_1000), 0b0001_0011);
    assert_eq!(one("abs", "i32", ", i1 false", int(32, -5)), 5);
    assert_eq!(one("abs", "i32", ", i1 false", 1 << 31), 1 << 31);
    let compare = |name: &str, a: u128, b: u128| {
        let text = format!(
            "declare i8 @llvm.{name}.i8.i32(i32, i32)
define i8 @f(i32 %a, i32 %b) {{
  %r = call i8 @llvm.{name}.i8.i32(i32 %a, i32 %b)
  ret i8 %r
}}
"
        );
        run(&text, &[a, b])[0]
    };
    assert_eq!(compare("ucmp", 1, int(32, -1)), 255);
    assert_eq!(compare("scmp", 1, int(32, -1)), 1);
    assert_eq!(compare("scmp", 7, 7), 0);
}

#[test]
fn funnel_shifts() {
    let shift = |name: &str, ty: &str, a: u128, b: u128, c: u128, constant: bool| {
        let amount = if constant { c.to_string() } else { "%c".to_owned() };
        let text = format!(
            "declare {ty} @llvm.{name}.{ty}({ty}, {ty}, {ty})
define {ty} @f({ty} %a, {ty} %b, {ty} %c) {{
  %r = call {ty} @llvm.{name}.{ty}({ty} %a, {ty} %b, {ty} {amount})
  ret {ty} %r
}}
"
        );
        run(&text, &[a, b, c])[0]
    };
    for constant in [false, true] {
        for c in 0..20 {
            let n = c as u32 % 8;
            let both = 0xa5u32 << 8 | 0x3c;
            let left = u128::from((both << n >> 8) as u8);
            let right = u128::from((both >> n) as u8);
            assert_eq!(shift("fshl", "i8", 0xa5, 0x3c, c, constant), left);
            assert_eq!(shift("fshr", "i8", 0xa5, 0x3c, c, constant), right);
        }
        assert_eq!(shift("fshl", "i3", 0b101, 0b011, 4, constant), 0b010);
    }
}

#[test]
fn reductions() {
    let reduce = |name: &str, ty: &str, lanes: &[u128]| {
        let full = format!("llvm.vector.reduce.{name}.v4{ty}");
        let text = format!(
            "declare {ty} @{full}(<4 x {ty}>)
define {ty} @f(<4 x {ty}> %v) {{
  %r = call {ty} @{full}(<4 x {ty}> %v)
  ret {ty} %r
}}
"
        );
        run(&text, lanes)[0]
    };
    let lanes = [3, 250, 7, 1];
    assert_eq!(reduce("add", "i8", &lanes), 5);
    assert_eq!(reduce("mul", "i8", &lanes), 3 * 250 * 7 % 256);
    assert_eq!(reduce("and", "i8", &lanes), 0);
    assert_eq!(reduce("or", "i8", &lanes), 255);
    assert_eq!(reduce("xor", "i8", &lanes), 3 ^ 250 ^ 7 ^ 1);
    assert_eq!(reduce("smin", "i8", &lanes), 250);
    assert_eq!(reduce("smax", "i8", &lanes), 7);
    assert_eq!(reduce("umin", "i8", &lanes), 1);
    assert_eq!(reduce("umax", "i8", &lanes), 250);
    assert_eq!(reduce("or", "i1", &[0, 0, 1, 0]), 1);
    let text = "declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>)
define double @f(double %s, <2 x double> %v) {
  %r = call double @llvm.vector.reduce.fadd.v2f64(double %s, <2 x double> %v)
  ret double %r
}
";
    let d = |v: f64| u128::from(v.to_bits());
    assert_eq!(run(text, &[d(0.5), d(1.0), d(2.0)]), [d(3.5)]);
}

#[test]
fn float_functions() {
    let call = |name: &str, args: &[f64]| {
        let types = vec!["double"; args.len()].join(", ");
        let names: Vec<String> = (0..args.len()).map(|i| format!("double %a{i}")).collect();
        let names = names.join(", ");
        let text = format!(
            "declare double @llvm.{name}.f64({types})
define double @f({names}) {{
  %r = call double @llvm.{name}.f64({names})
  ret double %r
}}
"
        );
        let bits: Vec<u128> = args.iter().map(|a| u128::from(a.to_bits())).collect();
        f64::from_bits(run(&text, &bits)[0] as u64)
    };
    assert_eq!(call("fabs", &[-2.5]), 2.5);
    assert_eq!(call("sqrt", &[2.0]), 2.0f64.sqrt());
    assert_eq!(call("fma", &[0.1, 10.0, -1.0]), 0.1f64.mul_add(10.0, -1.0));
    assert_eq!(call("fmuladd", &[0.1, 10.0, -1.0]), 0.1 * 10.0 - 1.0);
    for (name, expected) in [
        ("floor", -3.0),
        ("ceil", -2.0),
        ("trunc", -2.0),
        ("round", -3.0),
        ("rint", -2.0),
        ("nearbyint", -2.0),
        ("roundeven", -2.0),
    ] {
        assert_eq!(call(name, &[-2.5]), expected, "{name}");
    }
    assert_eq!(call("copysign", &[3.0, -0.0]), -3.0);
    assert_eq!(call("minnum", &[f64::NAN, 1.0]), 1.0);
    assert_eq!(call("maxnum", &[2.0, 1.0]), 2.0);
    assert!(call("minimum", &[f64::NAN, 1.0]).is_nan());
    assert!(call("maximum", &[1.0, f64::NAN]).is_nan());
    assert_eq!(call("minimum", &[0.0, -0.0]).to_bits(), (-0.0f64).to_bits());
    assert_eq!(call("maximum", &[-0.0, 0.0]).to_bits(), 0.0f64.to_bits());
    assert_eq!(call("maximum", &[-1.0, 3.0]), 3.0);
    assert_eq!(call("minimum", &[-1.0, 3.0]), -1.0);
}

#[test]
fn integer_powers() {
    let power = |n: i32, x: f64| {
        let text = format!(
            "declare double @llvm.powi.f64.i32(double, i32)
define double @f(double %x) {{
  %r = call double @llvm.powi.f64.i32(double %x, i32 {n})
  ret double %r
}}
"
        );
        f64::from_bits(run(&text, &[u128::from(x.to_bits())])[0] as u64)
    };
    assert_eq!(power(0, 3.0), 1.0);
    assert_eq!(power(5, 3.0), 243.0);
    assert_eq!(power(-2, 4.0), 1.0 / 16.0);
}

#[test]
fn saturating_float_conversions() {
    let text = "declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i8 @llvm.fptoui.sat.i8.f64(double)
define { i8, i8 } @f(double %x) {
  %a = call i8 @llvm.fptosi.sat.i8.f64(double %x)
  %b = call i8 @llvm.fptoui.sat.i8.f64(double %x)
  %r = insertvalue { i8, i8 } undef, i8 %a, 0
  %s = insertvalue { i8, i8 } %r, i8 %b, 1
  ret { i8, i8 } %s
}
";
    let d = |v: f64| u128::from(v.to_bits());
    assert_eq!(run(text, &[d(300.0)]), [127, 255]);
    assert_eq!(run(text, &[d(-300.0)]), [128, 0]);
    assert_eq!(run(text, &[d(f64::NAN)]), [0, 0]);
}

#[test]
fn float_classes() {
    let signaling = f64::from_bits(0x7ff0_0000_0000_0001);
    let values = [
        (signaling, 0),
        (f64::NAN, 1),
        (f64::NEG_INFINITY, 2),
        (-1.0, 3),
        (-1e-310, 4),
        (-0.0, 5),
        (0.0, 6),
        (1e-310, 7),
        (1.0, 8),
        (f64::INFINITY, 9),
    ];
    for bit in 0..10 {
        let text = format!(
            "declare i1 @llvm.is.fpclass.f64(double, i32)
define i1 @f(double %x) {{
  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 {})
  ret i1 %r
}}
",
            1 << bit
        );
        for (value, class) in values {
            let expected = u128::from(class == bit);
            assert_eq!(run(&text, &[u128::from(value.to_bits())]), [expected], "{value} {bit}");
        }
    }
}

#[test]
fn hints_do_nothing() {
    let text = "declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare i32 @llvm.expect.i32(i32, i32)
declare i1 @llvm.is.constant.i32(i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @llvm.stacksave()
declare void @llvm.x86.sse2.pause()
@t = thread_local global i64 5
define i64 @f(i32 %x, ptr %p) {
  call void @llvm.assume(i1 false) [ \"align\"(ptr %p, i64 8) ]
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  call void @llvm.x86.sse2.pause()
  %s = call ptr @llvm.stacksave()
  %a = call i32 @llvm.expect.i32(i32 %x, i32 1)
  %b = call i1 @llvm.is.constant.i32(i32 %x)
  %c = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %d = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  %e = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %v = load i64, ptr %e
  %a64 = zext i32 %a to i64
  %b64 = zext i1 %b to i64
  %d64 = ptrtoint ptr %d to i64
  %r1 = add i64 %a64, %b64
  %r2 = add i64 %r1, %c
  %r3 = add i64 %r2, %d64
  %r4 = add i64 %r3, %v
  ret i64 %r4
}
";
    assert_eq!(run(text, &[7, 0x1234]), [7 - 1 + 0x1230 + 5]);
}

#[test]
fn machine_intrinsics() {
    let mask = "declare i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8>)
define i32 @f(<16 x i8> %v) {
  %r = call i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8> %v)
  ret i32 %r
}
";
    let mut lanes = [0; 16];
    (lanes[0], lanes[9]) = (0x80, 0xff);
    assert_eq!(run(mask, &lanes), [0x201]);
    let carry = "declare { i8, i64 } @llvm.x86.addcarry.64(i8, i64, i64)
declare { i8, i64 } @llvm.x86.subborrow.64(i8, i64, i64)
define { i8, i64 } @f(i8 %c, i64 %a, i64 %b) {
  %r = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c, i64 %a, i64 %b)
  ret { i8, i64 } %r
}
define { i8, i64 } @g(i8 %c, i64 %a, i64 %b) {
  %r = call { i8, i64 } @llvm.x86.subborrow.64(i8 %c, i64 %a, i64 %b)
  ret { i8, i64 } %r
}
";
    let most = u128::from(u64::MAX);
    assert_eq!(run(carry, &[1, most, 0]), [1, 0]);
    assert_eq!(run(carry, &[0, most, 0]), [0, most]);
    assert_eq!(run(&carry.replace("@f", "@h").replace("@g", "@f"), &[1, 5, 5]), [1, most]);
    let sums = "declare <2 x i64> @llvm.x86.sse2.psad.bw(<16 x i8>, <16 x i8>)
define <2 x i64> @f(<16 x i8> %v) {
  %r = call <2 x i64> @llvm.x86.sse2.psad.bw(<16 x i8> %v, <16 x i8> splat (i8 10))
  ret <2 x i64> %r
}
";
    let lanes: Vec<u128> = (0..16).collect();
    assert_eq!(run(sums, &lanes), [10 + 9 + 8 + 7 + 6 + 5 + 4 + 3, 2 + 1 + 1 + 2 + 3 + 4 + 5]);
    let shuffle = "declare <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8>, <16 x i8>)
define i8 @f(<16 x i8> %v, i8 %i) {
  %k = insertelement <16 x i8> zeroinitializer, i8 %i, i32 0
  %r = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %v, <16 x i8> %k)
  %x = extractelement <16 x i8> %r, i32 0
  ret i8 %x
}
";
    let mut args: Vec<u128> = (100..116).collect();
    args.push(5);
    assert_eq!(run(shuffle, &args), [105]);
    args[16] = 0x85;
    assert_eq!(run(shuffle, &args), [0]);
}

#[test]
fn unknown_intrinsics_stop_the_path() {
    let text = "declare i64 @llvm.readcyclecounter()
define i64 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %r = call i64 @llvm.readcyclecounter()
  ret i64 %r
b:
  ret i64 1
}
";
    assert_eq!(run(text, &[0]), [1]);
    let stop = Stop::Unsupported("intrinsic llvm.readcyclecounter".to_owned());
    assert_eq!(try_run(text, &[1]), Err(stop));
}

#[test]
fn intrinsics_with_too_few_arguments() {
    for name in ["fshl.i32", "umin.i32", "fma.f64", "uadd.with.overflow.i32", "memcpy.p0.p0.i64"] {
        let text = format!(
            "declare i32 @llvm.{name}()
define i32 @f() {{
  %r = call i32 @llvm.{name}()
  ret i32 %r
}}
"
        );
        assert!(matches!(try_run(&text, &[]), Err(Stop::Unsupported(_))), "{name}");
    }
}
