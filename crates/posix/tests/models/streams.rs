use crate::support::{run, stressed, with_input};
use effigy_exec::stress::Stress;
use effigy_posix::PosixOptions;

const DECLARATIONS: &str = r#"
constant $number size 3 align 1 {
  bytes 0 "256400"
}
constant $flags size 10 align 1 {
  bytes 0 "253034647c252d337800"
}
constant $two size 6 align 1 {
  bytes 0 "256420256400"
}
external global $stdin size 8 align 8
declare @getchar() -> (bv32)
declare @printf(bv64, ...) -> (bv32)
declare @snprintf(bv64, bv64, bv64, ...) -> (bv32)
declare @fgets(bv64, bv32, bv64) -> (bv64)
declare @ungetc(bv32, bv64) -> (bv32)
declare @sscanf(bv64, bv64, ...) -> (bv32)
declare @scanf(bv64, ...) -> (bv32)
declare @strtol(bv64, bv64, bv32) -> (bv64)
"#;

#[test]
fn the_input_ends() {
    let body = "  %0: bv32 := call @getchar()\n  %1: bv32 := call @getchar()\n  %2: bool := = %1, 4294967295:bv32\n  \
                %3: bool := bvult %0, 256:bv32\n  %4: bool := and %2, %3\n  check %4 assertion \"end\"\n  \
                return 0:bv32";
    assert_eq!(with_input(DECLARATIONS, body, 1), ["exit 0"]);
}

#[test]
fn what_is_put_back_is_read_again() {
    let body = "  %0: bv32 := call @getchar()\n  %1: bv64 := load $stdin\n  \
                %2: bv32 := call @ungetc(65:bv32, %1)\n  %3: bv32 := call @getchar()\n  return %3";
    assert_eq!(with_input(DECLARATIONS, body, 1), ["exit 65"]);
}

/// What the models keep for a path is a holder of terms.
#[test]
fn what_is_put_back_outlives_a_collection() {
    // The function's registers are gone when terms are collected, at the fork.
    let text = format!(
        "{DECLARATIONS}
define @back() -> (bv32) {{
b0:
  %0: bv32 := call @getchar()
  %1: bv32 := call @getchar()
  %2: bv64 := load $stdin
  %3: bv32 := bvmul %0, 7:bv32
  %4: bv32 := call @ungetc(%3, %2)
  return %1
}}
define @main() -> (bv32) {{
b0:
  %0: bv32 := call @back()
  %1: bool := bvult %0, 10:bv32
  branch %1, b1, b1
b1:
  %2: bv32 := call @getchar()
  %3: bool := = %2, 63:bv32
  branch %3, b2, b3
b2:
  return 1:bv32
b3:
  return 2:bv32
}}
"
    );
    let options = PosixOptions { sym_stdin: Some(2), ..PosixOptions::default() };
    let stress = Stress { collect: true, ..Stress::default() };
    assert_eq!(stressed(&text, options, stress), ["exit 1", "exit 1", "exit 2", "exit 2"]);
}

#[test]
fn a_line_ends_at_its_newline() {
    let body = "  %0: bv64 := alloc 8:bv64 align 8\n  %1: bv64 := load $stdin\n  \
                %2: bv64 := call @fgets(%0, 8:bv32, %1)\n  %3: bv64 := bvadd %0, 1:bv64\n  %4: bv8 := load %3\n  \
                %5: bool := = %4, 0:bv8\n  branch %5, b1, b2\nb1:\n  return 1:bv32\nb2:\n  return 2:bv32";
    // A newline first; a zero second; a newline second; two others.
    assert_eq!(with_input(DECLARATIONS, body, 2), ["exit 1", "exit 1", "exit 2", "exit 2"]);
}

#[test]
fn printing_a_symbolic_number_does_not_fork_and_gives_its_length() {
    let body = "  %0: bv32 := call @getchar()\n  %1: bv32 := call @printf($number, %0)\n  \
                %2: bool := bvult %0, 10:bv32\n  %3: bool := = %1, 1:bv32\n  %4: bool := = %2, %3\n  \
                check %4 assertion \"one digit\"\n  return 0:bv32";
    assert_eq!(with_input(DECLARATIONS, body, 1), ["exit 0"]);
}

#[test]
fn text_in_memory_is_exact_for_symbolic_numbers() {
    let body = "  %0: bv32 := call @getchar()\n  %1: bv64 := alloc 8:bv64 align 8\n  \
                %2: bv32 := call @snprintf(%1, 8:bv64, $number, %0)\n  \
                %3: bv64 := call @strtol(%1, 0:bv64, 10:bv32)\n  %4: bv32 := extract[31,0] %3\n  \
                %5: bool := = %4, %0\n  check %5 assertion \"read back\"\n  return %2";
    assert_eq!(with_input(DECLARATIONS, body, 1), ["exit 1", "exit 1", "exit 2", "exit 3"]);
}

#[test]
fn flags_and_widths_are_obeyed() {
    let body = "  %0: bv64 := alloc 16:bv64 align 8\n  \
                %1: bv32 := call @snprintf(%0, 16:bv64, $flags, 4294967254:bv32, 255:bv32)\n  %2: bv64 := load %0\n  \
                %3: bool := = %2, 0x2066667c3234302d:bv64\n  check %3 assertion \"-042|ff \"\n  return %1";
    assert_eq!(run(DECLARATIONS, body), ["exit 8"]);
}

#[test]
fn scanning_reads_numbers_and_stops_at_the_end() {
    let text = r#"constant $text size 6 align 1 {
  bytes 0 "313220333400"
}"#;
    let declarations = format!("{DECLARATIONS}{text}");
    let body = "  %0: bv64 := alloc 8:bv64 align 8\n  %1: bv64 := bvadd %0, 4:bv64\n  \
                %2: bv32 := call @sscanf($text, $two, %0, %1)\n  %3: bv32 := load %0\n  %4: bv32 := load %1\n  \
                %5: bv32 := bvadd %3, %4\n  %6: bv32 := bvmul %5, %2\n  return %6";
    assert_eq!(run(&declarations, body), ["exit 92"]);
    let empty = "  %0: bv64 := alloc 8:bv64 align 8\n  %1: bv32 := call @scanf($number, %0)\n  \
                 %2: bool := = %1, 4294967295:bv32\n  %3: bv32 := bool_to_bv[32] %2\n  return %3";
    assert_eq!(run(&declarations, empty), ["exit 1"]);
}

#[test]
fn how_many_bytes_are_written_is_no_decision_where_all_can_be_read() {
    let declarations = "declare @write(bv32, bv64, bv64) -> (bv64)\ndeclare @getchar() -> (bv32)";
    let write = |descriptor: u32, most: u64| {
        let body = format!(
            "  %0: bv64 := alloc 8:bv64 align 1\n  %1: bv32 := call @getchar()\n  \
             %2: bv64 := zero_extend[64] %1\n  %3: bv64 := bvand %2, {most}:bv64\n  \
             %4: bv64 := call @write({descriptor}:bv32, %0, %3)\n  %5: bool := = %4, %3\n  \
             check %5 assertion \"all is written\"\n  return 0:bv32"
        );
        with_input(declarations, &body, 1)
    };
    for descriptor in [1, 2] {
        assert_eq!(write(descriptor, 7), ["exit 0"]);
        let beyond = write(descriptor, 15);
        assert!(beyond.iter().any(|ending| ending.starts_with("out-of-bounds")), "{beyond:?}");
        assert_eq!(beyond.iter().filter(|ending| *ending == "exit 0").count(), 1, "{beyond:?}");
    }
}

/// `open("/dev/stdin", 0)`, and how many bytes are read behind the first one of the descriptor that it gives.
#[test]
fn standard_input_is_opened_as_a_file_only_where_it_is_one() {
    let text = r#"
constant $name size 11 align 1 {
  bytes 0 "2f6465762f737464696e00"
}
declare @open(bv64, bv32, ...) -> (bv32)
declare @lseek(bv32, bv64, bv32) -> (bv64)
declare @read(bv32, bv64, bv64) -> (bv64)
declare @malloc(bv64) -> (bv64)
define @main() -> (bv32) {
b0:
  %0: bv32 := call @open($name, 0:bv32)
  %1: bv64 := call @lseek(%0, 1:bv64, 0:bv32)
  %2: bv64 := call @malloc(8:bv64)
  %3: bv64 := call @read(%0, %2, 8:bv64)
  %4: bv32 := extract[31,0] %3
  return %4
}
"#;
    let with = |file| {
        let options = PosixOptions { sym_stdin: Some(3), file, ..PosixOptions::default() };
        crate::support::endings(text, options)
    };
    assert_eq!(with(true), ["exit 2"]);
    assert_eq!(with(false), ["exit -1"]);
}
