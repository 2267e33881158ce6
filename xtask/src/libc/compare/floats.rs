//! Functions on floats. What is no number counts as equal, whichever it is.

use super::Subject;
use super::random::Random;
use super::text::mode;

const UNARY: &[&str] = &[
    "sqrt",
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "round",
    "rint",
    "nearbyint",
    "logb",
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "log1p",
    "expm1",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "cbrt",
];
const UNARY_SINGLE: &[&str] = &[
    "sqrtf",
    "fabsf",
    "floorf",
    "ceilf",
    "truncf",
    "roundf",
    "rintf",
    "nearbyintf",
    "logbf",
    "expf",
    "exp2f",
    "logf",
    "log2f",
    "log10f",
    "log1pf",
    "expm1f",
    "sinf",
    "cosf",
    "tanf",
    "asinf",
    "acosf",
    "atanf",
    "sinhf",
    "coshf",
    "tanhf",
    "cbrtf",
];
const UNARY_LONG: &[&str] =
    &["sqrtl", "fabsl", "floorl", "ceill", "truncl", "roundl", "rintl", "nearbyintl", "logbl"];
const BINARY: &[&str] = &[
    "fmin",
    "fmax",
    "fmod",
    "remainder",
    "copysign",
    "fdim",
    "nextafter",
    "pow",
    "atan2",
    "hypot",
];
const BINARY_SINGLE: &[&str] = &[
    "fminf",
    "fmaxf",
    "fmodf",
    "remainderf",
    "copysignf",
    "fdimf",
    "nextafterf",
    "powf",
    "atan2f",
    "hypotf",
];
const BINARY_LONG: &[&str] =
    &["fminl", "fmaxl", "fmodl", "remainderl", "copysignl", "fdiml", "nextafterl"];
const TO_INTEGER: &[&str] = &[
    "lround",
    "llround",
    "lrint",
    "llrint",
    "ilogb",
    "isnan",
    "__isinf",
    "finite",
    "__fpclassify",
    "__signbit",
];
const TO_INTEGER_SINGLE: &[&str] = &["lroundf", "llroundf", "lrintf", "llrintf", "ilogbf"];
const TO_INTEGER_LONG: &[&str] = &["lroundl", "llroundl", "lrintl", "llrintl", "ilogbl"];

/// The parentheses keep macros away.
pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(UNARY, |r, name| format!("{}r_d(({name})({}));", directed(r, name), r.d()));
    add(UNARY_SINGLE, |r, name| format!("{}r_f(({name})({}));", directed(r, name), r.f()));
    add(UNARY_LONG, |r, name| format!("{}r_l(({name})({}));", directed(r, name), r.l()));
    add(BINARY, |r, name| format!("r_d(({name})({},{}));", r.d(), r.d()));
    add(BINARY_SINGLE, |r, name| format!("r_f(({name})({},{}));", r.f(), r.f()));
    add(BINARY_LONG, |r, name| format!("r_l(({name})({},{}));", r.l(), r.l()));
    add(&["nexttoward"], |r, name| format!("r_d(({name})({},{}));", r.d(), r.l()));
    add(&["nexttowardf"], |r, name| format!("r_f(({name})({},{}));", r.f(), r.l()));
    add(TO_INTEGER, |r, name| integral(r, name, "int", Random::d));
    add(TO_INTEGER_SINGLE, |r, name| integral(r, name, "int", Random::f));
    add(TO_INTEGER_LONG, |r, name| integral(r, name, "int", Random::l));
    add(&["fma"], |r, name| format!("r_d({name}({},{},{}));", r.d(), r.d(), r.d()));
    add(&["fmaf"], |r, name| format!("r_f({name}({},{},{}));", r.f(), r.f(), r.f()));
    add(&["fmal"], |r, name| format!("r_l({name}({},{},{}));", r.l(), r.l(), r.l()));
    add(&["ldexp", "scalbn"], |r, name| format!("r_d({name}({},{}));", r.d(), power(r)));
    add(&["ldexpf", "scalbnf"], |r, name| format!("r_f({name}({},{}));", r.f(), power(r)));
    add(&["ldexpl", "scalbnl"], |r, name| format!("r_l({name}({},{}));", r.l(), power(r)));
    add(&["scalbln"], |r, name| format!("r_d({name}({},{}));", r.d(), power(r)));
    add(&["frexp"], |r, name| {
        format!("int e = 0; double x = {}; r_d({name}(x,&e)); if (x-x==0) r_i(e);", r.d())
    });
    add(&["frexpf"], |r, name| {
        format!("int e = 0; float x = {}; r_f({name}(x,&e)); if (x-x==0) r_i(e);", r.f())
    });
    add(&["frexpl"], |r, name| {
        format!("int e = 0; long double x = {}; r_l({name}(x,&e)); if (x-x==0) r_i(e);", r.l())
    });
    add(&["modf"], |r, name| format!("double i; r_d({name}({},&i)); r_d(i);", r.d()));
    add(&["modff"], |r, name| format!("float i; r_f({name}({},&i)); r_f(i);", r.f()));
    add(&["modfl"], |r, name| format!("long double i; r_l({name}({},&i)); r_l(i);", r.l()));
    add(&["fesetround"], |r, name| {
        format!("r_i({name}({}) != 0); r_i(fegetround());", r.pick(&[0, 0x400, 0x800, 0xc00, 7]))
    });
    all
}

/// A direction, for what looks at it.
fn directed(r: &mut Random, name: &str) -> String {
    if name.contains("int") { mode(r) } else { String::new() }
}

/// An integer where the number fits one: else the result is not said.
fn integral(r: &mut Random, name: &str, _: &str, of: fn(&mut Random) -> String) -> String {
    let mode = directed(r, name);
    let value = of(r);
    let fits = if name.contains("round") || name.contains("rint") {
        "if (x > -9e18 && x < 9e18) "
    } else {
        ""
    };
    let truth =
        if name.contains("isnan") || name == "finite" || name == "__signbit" { "!!" } else { "" };
    let sort = match name.as_bytes().last() {
        Some(b'f') if name != "__isinf" => "float",
        Some(b'l') => "long double",
        _ => "double",
    };
    format!("{mode}{sort} x = {value}; {fits}r_i({truth}({name})(x));")
}

fn power(r: &mut Random) -> i64 {
    match r.below(3) {
        0 => r.pick(&[
            0,
            1,
            -1,
            1023,
            1024,
            -1074,
            -1075,
            2000,
            -2200,
            i64::from(i32::MAX),
            i64::from(i32::MIN),
        ]),
        _ => r.below(2400) as i64 - 1200,
    }
}
