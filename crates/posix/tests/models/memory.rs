use crate::support::{run, with_input};

const DECLARATIONS: &str = "
declare @malloc(bv64) -> (bv64)
declare @realloc(bv64, bv64) -> (bv64)
declare @calloc(bv64, bv64) -> (bv64)
declare @free(bv64) -> ()
declare @getchar() -> (bv32)
declare @memcmp(bv64, bv64, bv64) -> (bv32)
declare @qsort(bv64, bv64, bv64, bv64) -> ()
";

#[test]
fn realloc_keeps_symbolic_bytes() {
    let body = "  %0: bv64 := call @malloc(4:bv64)\n  %1: bv32 := call @getchar()\n  store %0, %1\n  \
                %2: bv64 := call @realloc(%0, 64:bv64)\n  %3: bv32 := load %2\n  %4: bool := = %3, %1\n  \
                check %4 assertion \"kept\"\n  call @free(%2)\n  return 0:bv32";
    assert_eq!(with_input(DECLARATIONS, body, 1), ["exit 0"]);
}

#[test]
fn a_second_free_is_a_finding() {
    let body =
        "  %0: bv64 := call @malloc(4:bv64)\n  call @free(%0)\n  call @free(%0)\n  return 0:bv32";
    assert_eq!(run(DECLARATIONS, body), ["double-free: a heap object is released a second time"]);
}

#[test]
fn refused_sizes_give_null() {
    let body = "  %0: bv64 := call @calloc(9223372036854775807:bv64, 4:bv64)\n  %1: bv32 := extract[31,0] %0\n  \
                return %1";
    assert_eq!(run(DECLARATIONS, body), ["exit 0"]);
}

#[test]
fn memcmp_is_one_term_with_the_sign_of_the_first_difference() {
    let body = "  %0: bv64 := call @malloc(4:bv64)\n  %1: bv64 := call @calloc(1:bv64, 4:bv64)\n  \
                %2: bv32 := call @getchar()\n  store %0, %2\n  %3: bv32 := call @memcmp(%0, %1, 4:bv64)\n  \
                %4: bool := bvsle 0:bv32, %3\n  check %4 assertion \"not less than zeros\"\n  return 0:bv32";
    assert_eq!(with_input(DECLARATIONS, body, 1), ["exit 0"]);
}

#[test]
fn qsort_calls_the_program_back() {
    let text = format!(
        "{DECLARATIONS}
global $values size 12 align 4 {{
  bytes 0 \"030000000100000002000000\"
}}
define @order(%0: bv64, %1: bv64) -> (bv32) {{
b0:
  %2: bv32 := load %0
  %3: bv32 := load %1
  %4: bv32 := bvsub %2, %3
  return %4
}}"
    );
    let body = "  call @qsort($values, 3:bv64, 4:bv64, @order)\n  %0: bv32 := load $values +4\n  return %0";
    assert_eq!(run(&text, body), ["exit 2"]);
}
