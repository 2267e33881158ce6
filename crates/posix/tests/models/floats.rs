//! Rounding modes, `long double`, and what SeaHorn remembers beside memory.

use crate::support::{run, with_input};

const ROUNDING: &str = "
declare @fesetround(bv32) -> (bv32)
declare @fegetround() -> (bv32)
declare @rint(bv64) -> (bv64)
declare @rintf(bv32) -> (bv32)
declare @lrint(bv64) -> (bv64)
declare @getchar() -> (bv32)
global $one size 8 align 8 {
  bytes 0 \"000000000000f03f\"
}";

/// To nearest, down, up, towards zero.
const MODES: [u32; 4] = [0, 0x400, 0x800, 0xc00];

/// The ending of a program that sets a mode, and then does something.
fn rounded(mode: u32, rest: &str) -> Vec<String> {
    run(ROUNDING, &format!("  %0: bv32 := call @fesetround({mode}:bv32)\n{rest}"))
}

fn bits(number: f64) -> u64 {
    number.to_bits()
}

#[test]
fn sums_and_quotients_of_constants_go_where_the_program_says() {
    let sum = format!(
        "  %1: bv64 := load $one\n  %2: bv64 := fp.add %1, {}:bv64\n  %3: bv32 := extract[31,0] %2\n  return %3",
        bits(2f64.powi(-60))
    );
    let third = format!(
        "  %1: bv64 := load $one\n  %2: bv64 := fp.div %1, {}:bv64\n  %3: bv32 := extract[31,0] %2\n  \
         %4: bv32 := bvsub %3, 1431655765:bv32\n  return %4",
        bits(3.0)
    );
    for (mode, added, more) in [(0, 0, 0), (0x400, 0, 0), (0x800, 1, 1), (0xc00, 0, 0)] {
        assert_eq!(rounded(mode, &sum), [format!("exit {added}")], "{mode:#x}");
        assert_eq!(rounded(mode, &third), [format!("exit {more}")], "{mode:#x}");
    }
}

#[test]
fn the_mode_is_what_was_set_and_others_are_refused() {
    for mode in MODES {
        let rest = "  %1: bv32 := call @fegetround()\n  return %1";
        assert_eq!(rounded(mode, rest), [format!("exit {mode}")]);
    }
    assert_eq!(rounded(7, "  return %0"), ["exit 1"]);
}

#[test]
fn integral_values_go_where_the_program_says() {
    for (mode, whole) in MODES.into_iter().zip([2.0, 2.0, 3.0, 2.0]) {
        let rest = format!(
            "  %1: bv64 := call @rint({}:bv64)\n  %2: bv32 := extract[63,32] %1\n  return %2",
            bits(2.5)
        );
        assert_eq!(rounded(mode, &rest), [format!("exit {}", bits(whole) >> 32)], "{mode:#x}");
        let rest = format!(
            "  %1: bv64 := call @lrint({}:bv64)\n  %2: bv32 := extract[31,0] %1\n  return %2",
            bits(2.5)
        );
        assert_eq!(rounded(mode, &rest), [format!("exit {whole}")], "{mode:#x}");
    }
    // Any number from the least one above zero: the next integer is 1.
    let body = "  %0: bv32 := call @fesetround(2048:bv32)\n  %1: bv32 := call @getchar()\n  \
                %2: bv32 := bvand %1, 127:bv32\n  %3: bv32 := bvor %2, 128:bv32\n  \
                %4: bv32 := call @rintf(%3)\n  %5: bool := = %4, 1065353216:bv32\n  \
                %6: bv32 := ite %5, 1:bv32, 0:bv32\n  return %6";
    let endings = with_input(ROUNDING, body, 1);
    assert!(endings.iter().all(|ending| ending == "exit 1"), "{endings:?}");
}

#[test]
fn a_sum_of_symbols_that_is_not_to_nearest_ends_its_path_by_name() {
    let body = "  %0: bv32 := call @fesetround(2048:bv32)\n  %1: bv32 := call @getchar()\n  \
                %2: bv32 := fp.add %1, %1\n  return 0:bv32";
    let endings = with_input(ROUNDING, body, 1);
    let said = "arithmetic on symbolic floats that rounds other than to nearest";
    assert!(endings.iter().any(|ending| ending.contains(said)), "{endings:?}");
}

const LONG: &str = "
declare @sqrtl(bv80) -> (bv80)
declare @floorl(bv80) -> (bv80)
declare @roundl(bv80) -> (bv80)
declare @fmodl(bv80, bv80) -> (bv80)
declare @remainderl(bv80, bv80) -> (bv80)
declare @fmaxl(bv80, bv80) -> (bv80)
declare @lroundl(bv80) -> (bv64)
declare @remainder(bv64, bv64) -> (bv64)";

/// A number of 80 bits by its highest 32.
fn long(high: u32) -> u128 {
    u128::from(high) << 48
}

#[test]
fn functions_of_long_double_are_exact() {
    // 2.25, 2.5, 7.5 and 2 by sign and exponent, and the first 16 bits of the significand.
    let cases = [
        ("sqrtl", vec![0x4000_9000], 0x3fff_c000),
        ("floorl", vec![0x4000_a000], 0x4000_8000),
        ("roundl", vec![0x4000_a000], 0x4000_c000),
        ("fmodl", vec![0x4001_f000, 0x4000_8000], 0x3fff_c000),
        ("remainderl", vec![0x4001_f000, 0x4000_8000], 0xbffe_8000_u32),
        ("fmaxl", vec![0x4000_8000, 0x4000_a000], 0x4000_a000),
    ];
    for (name, args, result) in cases {
        let args: Vec<String> = args.into_iter().map(|a| format!("{}:bv80", long(a))).collect();
        let body = format!(
            "  %0: bv80 := call @{name}({})\n  %1: bv32 := extract[79,48] %0\n  \
             %2: bool := = %1, {result}:bv32\n  %3: bv32 := ite %2, 1:bv32, 0:bv32\n  return %3",
            args.join(", ")
        );
        assert_eq!(run(LONG, &body), ["exit 1"], "{name}");
    }
    let body = format!(
        "  %0: bv64 := call @lroundl({}:bv80)\n  %1: bv64 := bvneg %0\n  %2: bv32 := extract[31,0] %1\n  return %2",
        long(0xc000_a000)
    );
    assert_eq!(run(LONG, &body), ["exit 3"]);
}

#[test]
fn remainders_are_of_the_nearest_multiple() {
    for (a, b, rest) in [
        (7.5, 2.0, -0.5),
        (5.0, 2.0, 1.0),
        (7.0, 2.0, -1.0),
        (-7.0, 2.0, 1.0),
        (3.0, f64::INFINITY, 3.0),
        (0.3, f64::MAX, 0.3),
        (4.0, -2.0, 0.0),
    ] {
        let body = format!(
            "  %0: bv64 := call @remainder({}:bv64, {}:bv64)\n  %1: bool := = %0, {}:bv64\n  \
             %2: bv32 := ite %1, 1:bv32, 0:bv32\n  return %2",
            bits(a),
            bits(b),
            bits(rest)
        );
        assert_eq!(run(LONG, &body), ["exit 1"], "{a} {b}");
    }
}

#[test]
fn shadow_memory_is_what_was_set() {
    let declarations = "
declare @sea_set_shadowmem(bv8, bv64, bv8) -> ()
declare @sea_get_shadowmem(bv8, bv64) -> (bv8)
declare @sea_is_alloc(bv64) -> (bv8)
declare @sea_free(bv64) -> ()
declare @malloc(bv64) -> (bv64)";
    let start = "  %0: bv64 := call @malloc(4:bv64)\n  %1: bv8 := call @sea_is_alloc(%0)\n";
    let set = format!(
        "{start}  call @sea_set_shadowmem(3:bv8, %0, 41:bv8)\n  \
         %2: bv8 := call @sea_get_shadowmem(3:bv8, %0)\n  %3: bv8 := bvadd %1, %2\n  \
         %4: bv32 := zero_extend[32] %3\n  return %4"
    );
    assert_eq!(run(declarations, &set), ["exit 42"]);
    let unset = format!("{start}  %2: bv8 := call @sea_get_shadowmem(2:bv8, %0)\n  return 0:bv32");
    assert!(run(declarations, &unset)[0].contains("never set"));
    let freed = format!(
        "{start}  call @sea_free(%0)\n  %2: bv8 := call @sea_is_alloc(%0)\n  \
         %3: bv32 := zero_extend[32] %2\n  return %3"
    );
    assert_eq!(run(declarations, &freed), ["exit 0"]);
}
