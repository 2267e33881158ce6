//! The same for rules of integers and reals, and of constructors.

use super::{Example, example};

pub(super) const EXAMPLES: &[Example] = &[
    example(
        "int-identity",
        &["(int.add i %0)", "(int.sub i %0)", "(int.sub i i)", "(int.mul i %0)", "(int.mul i %1)"],
        &["(int.add i j)", "(int.mul i j)", "(int.sub i j)"],
    ),
    example(
        "int-polynomial",
        &[
            "(int.add i i)",
            "(int.sub i %3)",
            "(int.add (int.add i %3) %4)",
            "(int.add (int.add i %3) (int.sub j %5))",
            "(int.sub (int.mul i %3) (int.mul %4 i))",
            "(int.sub (int.add i j) i)",
            "(int.mul (int.add i j) %3)",
            "(int.mul (int.add i j) (int.sub i j))",
            "(int.sub (int.mul i j) (int.mul (int.mul j %2) i))",
            "(int.mul (int.mul i j) (int.mul i %-2))",
            "(int.sub (int.mul i (int.add j %1)) (int.mul (int.add j %1) i))",
        ],
        &["(int.add i j)", "(int.mul i j)", "(int.add i (int.mul j k))", "(int.mul i %3)"],
    ),
    example(
        "int-sum-constants",
        &[
            "(int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (select f %0) (select f %1)) (select f %2)) (select f %3)) (select f %4)) (select \
             f %5)) (select f %6)) (select f %7)) (select f %8)) (select f %9)) (select f %10)) (select f %11)) \
             (select f %12)) (select f %13)) (select f %14)) (select f %15)) (select f %16)) (select f %17)) \
             (select f %18)) (select f %19)) (select f %20)) (select f %21)) (select f %22)) (select f %23)) \
             (select f %24)) (select f %25)) (select f %26)) (select f %27)) (select f %28)) (select f %29)) \
             (select f %30)) (select f %31)) (select f %32)) (select f %33)) %3) i)",
            "(int.sub (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (select f %0) (select f %1)) (select f %2)) (select f %3)) (select f %4)) (select f %5)) \
             (select f %6)) (select f %7)) (select f %8)) (select f %9)) (select f %10)) (select f %11)) (select \
             f %12)) (select f %13)) (select f %14)) (select f %15)) (select f %16)) (select f %17)) (select f \
             %18)) (select f %19)) (select f %20)) (select f %21)) (select f %22)) (select f %23)) (select f \
             %24)) (select f %25)) (select f %26)) (select f %27)) (select f %28)) (select f %29)) (select f \
             %30)) (select f %31)) (select f %32)) (select f %33)) %3)",
        ],
        &["(int.add (int.add i %3) j)", "(int.sub i %3)"],
    ),
    example(
        "int-divide-trivial",
        &[
            "(int.div i %0)",
            "(int.quot i %0)",
            "(int.mod i %0)",
            "(int.div i %1)",
            "(int.div i %-1)",
            "(int.quot i %-1)",
            "(int.quot i %1)",
            "(int.mod i %-1)",
            "(int.div %0 i)",
            "(int.mod %0 i)",
        ],
        &["(int.div i j)", "(int.mod i %2)", "(int.quot %1 i)"],
    ),
    example(
        "int-divide-exact",
        &[
            "(int.div (int.mul i %6) %3)",
            "(int.quot (int.mul i %6) %-3)",
            "(int.quot (int.add (int.mul i %2) %4) %2)",
        ],
        &["(int.quot (int.add (int.mul i %2) %1) %2)", "(int.div i %2)"],
    ),
    example(
        "int-div-multiple",
        &[
            "(int.div (int.add (int.mul i %2) %1) %2)",
            "(int.div (int.add (int.mul i %6) %-7) %-3)",
            "(int.div (int.add (int.mul i %4) (int.add (int.mul j %2) %5)) %2)",
        ],
        &["(int.quot (int.add (int.mul i %2) %1) %2)", "(int.div (int.add i %7) %2)"],
    ),
    example(
        "int-mod-multiple",
        &[
            "(int.mod (int.mul i %6) %3)",
            "(int.mod (int.add i %7) %3)",
            "(int.mod (int.add (int.mul i %5) j) %-3)",
            "(int.mod (int.sub %2 i) %2)",
        ],
        &["(int.mod (int.add i %1) %3)", "(int.mod (int.add i %7) j)"],
    ),
    example(
        "int-abs-same",
        &["(int.abs (int.abs i))", "(int.abs (int.mod i %-3))"],
        &["(int.abs i)", "(int.abs (int.mod i j))"],
    ),
    example(
        "int-power-constant",
        &[
            "(int.pow i %3)",
            "(int.pow i %0)",
            "(int.pow i %-2)",
            "(int.pow %1 i)",
            "(int.pow (int.add i %1) %2)",
        ],
        &["(int.pow i j)", "(int.pow %2 i)", "(int.pow i %9)"],
    ),
    example(
        "int-compare-normal",
        &[
            "(int.le (int.add i %1) %3)",
            "(int.lt i %3)",
            "(int.le (int.mul i %2) %3)",
            "(int.lt (int.mul i %-2) %3)",
            "(int.le i (int.add i j))",
            "(int.lt (int.sub i j) %4)",
            "(int.le (int.add i %1) j)",
            "(int.lt i i)",
            "(int.le (int.mul i %2) (int.mul j %2))",
        ],
        &[
            "(int.le i %3)",
            "(int.lt %0 i)",
            "(int.lt i j)",
            "(int.le i j)",
            "(int.le i (int.add j %3))",
        ],
    ),
    example(
        "int-eq-normal",
        &[
            "(= (int.mul i %2) %3)",
            "(= (int.mul i %2) %4)",
            "(= (int.add i %1) (int.add j %1))",
            "(= (int.sub %1 i) %4)",
            "(= (int.add i j) i)",
        ],
        &["(= i j)", "(= i %3)"],
    ),
    example(
        "eq-constructed",
        &[
            "(= o1 o2)",
            "(= o1 null)",
            "(= null none)",
            "(= (one c) null)",
            "(= (pair s c) (pair t d))",
            "(= (pair s c) (one d))",
        ],
        &["(= c d)", "(= o1 c)", "(= null c)", "(= o1 (one o1))"],
    ),
    example(
        "real-identity",
        &[
            "(real.add s ~0)",
            "(real.sub s ~0)",
            "(real.sub s s)",
            "(real.mul s ~0)",
            "(real.mul s ~1)",
        ],
        &["(real.add s t)", "(real.mul s t)", "(real.sub s t)"],
    ),
    example(
        "real-polynomial",
        &[
            "(real.sub (real.add s t) s)",
            "(real.add (real.add s ~1/2) ~1/2)",
            "(real.sub ~1 (real.sub ~1 s))",
            "(real.mul (real.add s ~1) (real.sub s ~1))",
            "(real.add (real.mul s ~1/3) (real.mul s ~1/6))",
            "(real.mul (real.mul s ~2) (real.mul t ~1/2))",
        ],
        &["(real.add s t)", "(real.mul s ~1/2)", "(real.sub ~1 s)"],
    ),
    example(
        "real-divide-constant",
        &["(real.div s ~2)", "(real.div (real.add s t) ~-1/3)"],
        &["(real.div s t)", "(real.div s ~0)"],
    ),
    example(
        "real-compare-same",
        &["(real.lt s s)", "(real.le s s)"],
        &["(real.lt s t)", "(real.le s t)"],
    ),
    example(
        "real-compare-integers",
        &[
            "(real.lt (to_real i) (to_real j))",
            "(real.le (to_real i) ~3)",
            "(= (to_real i) (to_real j))",
            "(real.lt ~-2 (to_real j))",
        ],
        &["(real.lt (to_real i) s)", "(real.le (to_real i) ~1/2)", "(= s t)"],
    ),
    example(
        "real-compare-normal",
        &[
            "(real.le (real.add s ~1) ~3)",
            "(real.lt (real.mul s ~2) ~3)",
            "(real.lt (real.mul s ~-1/2) ~3)",
            "(real.lt (real.sub s t) ~4)",
            "(real.lt (real.add s ~1) s)",
            "(real.le (real.mul s ~1/2) (real.mul t ~1/2))",
            "(real.le (real.mul t ~3) (real.mul s ~2))",
        ],
        &["(real.le s ~3)", "(real.lt ~0 s)", "(real.lt s t)", "(real.le t s)"],
    ),
    example(
        "real-eq-normal",
        &[
            "(= (real.mul s ~2) ~3)",
            "(= (real.add s ~1) (real.add t ~1))",
            "(= (real.sub ~1 s) ~4)",
            "(= (real.add s t) s)",
        ],
        &["(= s t)", "(= s ~3)"],
    ),
];
