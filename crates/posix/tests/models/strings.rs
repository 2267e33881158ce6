use crate::support::{run, with_input};

const TEXTS: &str = r#"
constant $abc size 4 align 1 {
  bytes 0 "61626300"
}
constant $number size 6 align 1 {
  bytes 0 "202d34327800"
}
global $buffer size 8 align 8 {
  bytes 0 "00"
}
declare @getchar() -> (bv32)
"#;

#[test]
fn the_length_of_a_constant_is_one_path() {
    let declarations = format!("{TEXTS}declare @strlen(bv64) -> (bv64)");
    let body = "  %0: bv64 := call @strlen($abc)\n  %1: bv32 := extract[31,0] %0\n  return %1";
    assert_eq!(run(&declarations, body), ["exit 3"]);
}

#[test]
fn the_length_of_symbolic_text_forks_at_each_byte() {
    let declarations = format!(
        "{TEXTS}declare @strlen(bv64) -> (bv64)\ndeclare @fread(bv64, bv64, bv64, bv64) -> (bv64)\n\
                 external global $stdin size 8 align 8"
    );
    let body = "  %0: bv64 := load $stdin\n  %1: bv64 := call @fread($buffer, 1:bv64, 3:bv64, %0)\n  \
                %2: bv64 := call @strlen($buffer)\n  %3: bv32 := extract[31,0] %2\n  return %3";
    assert_eq!(with_input(&declarations, body, 3), ["exit 0", "exit 1", "exit 2", "exit 3"]);
}

#[test]
fn a_comparison_is_one_term() {
    let declarations = format!("{TEXTS}declare @strcmp(bv64, bv64) -> (bv32)");
    let body = "  %0: bv32 := call @getchar()\n  %1: bv8 := extract[7,0] %0\n  store $buffer, %1\n  \
                store $buffer +1, 0x6362:bv16\n  %2: bv32 := call @strcmp($buffer, $abc)\n  \
                %3: bool := = %2, 0:bv32\n  %4: bool := = %0, 97:bv32\n  %5: bool := = %3, %4\n  \
                check %5 assertion \"equal when it begins with a\"\n  return 0:bv32";
    assert_eq!(with_input(&declarations, body, 1), ["exit 0"]);
}

#[test]
fn a_copy_past_its_target_is_a_finding() {
    let declarations = format!("{TEXTS}declare @strcpy(bv64, bv64) -> (bv64)");
    let body =
        "  %0: bv64 := alloc 3:bv64 align 1\n  %1: bv64 := call @strcpy(%0, $abc)\n  return 0:bv32";
    let endings = run(&declarations, body);
    assert!(endings.len() == 1 && endings[0].starts_with("out-of-bounds: "), "{endings:?}");
}

#[test]
fn a_search_stops_at_the_first_place() {
    let declarations = format!("{TEXTS}declare @strchr(bv64, bv32) -> (bv64)");
    let body = "  %0: bv64 := call @strchr($abc, 99:bv32)\n  %1: bv64 := bvsub %0, $abc\n  \
                %2: bv32 := extract[31,0] %1\n  return %2";
    assert_eq!(run(&declarations, body), ["exit 2"]);
}

#[test]
fn numbers_are_read_with_space_and_sign() {
    let declarations = format!("{TEXTS}declare @atoi(bv64) -> (bv32)");
    let body = "  %0: bv32 := call @atoi($number)\n  %1: bv32 := bvneg %0\n  return %1";
    assert_eq!(run(&declarations, body), ["exit 42"]);
}

#[test]
fn classes_do_not_fork() {
    let declarations = format!("{TEXTS}declare @isdigit(bv32) -> (bv32)");
    let body = "  %0: bv32 := call @getchar()\n  %1: bv32 := call @isdigit(%0)\n  \
                %2: bool := = %1, 0:bv32\n  %3: bool := bvult 9:bv32, %0\n  %4: bool := and %2, %3\n  \
                return 7:bv32";
    assert_eq!(with_input(&declarations, body, 1), ["exit 7"]);
}

#[test]
fn the_table_of_classes_can_be_read_at_a_symbolic_place() {
    let declarations = format!("{TEXTS}declare @__ctype_b_loc() -> (bv64)");
    let body = "  %0: bv32 := call @getchar()\n  %1: bv64 := call @__ctype_b_loc()\n  %2: bv64 := load %1\n  \
                %3: bv64 := zero_extend[64] %0\n  %4: bv64 := bvshl %3, 1:bv64\n  %5: bv64 := bvadd %2, %4\n  \
                %6: bv16 := load %5\n  %7: bv16 := bvand %6, 2048:bv16\n  %8: bool := = %7, 0:bv16\n  \
                branch %8, b1, b2\nb1:\n  return 0:bv32\nb2:\n  check false panic \"a digit\"\n  return 1:bv32";
    assert_eq!(with_input(&declarations, body, 1), ["exit 0", "panic: a digit"]);
}

#[test]
fn a_character_function_takes_a_character() {
    let class = |number: &str| {
        let declarations = format!("{TEXTS}declare @isdigit(bv32) -> (bv32)");
        run(&declarations, &format!("  %0: bv32 := call @isdigit({number}:bv32)\n  return %0"))
    };
    assert_eq!(class("48"), ["exit 2048"]);
    assert_eq!(class("255"), ["exit 0"]);
    assert_eq!(class("0xffffffff"), ["exit 0"]);
    for number in ["256", "0xfffffffe"] {
        assert!(class(number)[0].starts_with("invalid-value: "), "{number}");
    }
}
