//! Numbers from text and text from numbers; what `cargo xtask libc` does not see: symbols, and what is undefined.

use crate::support::{run, with_input};

/// A constant text.
fn constant(name: &str, text: &str) -> String {
    let bytes: String = text.bytes().chain([0]).map(|b| format!("{b:02x}")).collect();
    format!("constant ${name} size {} align 1 {{\n  bytes 0 \"{bytes}\"\n}}\n", text.len() + 1)
}

const DECLARATIONS: &str = "
global $buffer size 64 align 8 {
  bytes 0 \"00\"
}
external global $stdin size 8 align 8
declare @strtod(bv64, bv64) -> (bv64)
declare @strtof(bv64, bv64) -> (bv32)
declare @fgets(bv64, bv32, bv64) -> (bv64)
declare @read(bv32, bv64, bv64) -> (bv64)
declare @__errno_location() -> (bv64)
declare @snprintf(bv64, bv64, bv64, ...) -> (bv32)
declare @printf(bv64, ...) -> (bv32)
declare @sscanf(bv64, bv64, ...) -> (bv32)
declare @scanf(bv64, ...) -> (bv32)
declare @strcpy(bv64, bv64) -> (bv64)
declare @strtol(bv64, bv64, bv32) -> (bv64)
declare @tmpfile() -> (bv64)
declare @fputs(bv64, bv64) -> (bv32)
declare @fgetc(bv64) -> (bv32)
declare @fflush(bv64) -> (bv32)
declare @rewind(bv64) -> ()
declare @getcwd(bv64, bv64) -> (bv64)
declare @swprintf(bv64, bv64, bv64, ...) -> (bv32)
declare @strftime(bv64, bv64, bv64, bv64) -> (bv64)
declare @gmtime(bv64) -> (bv64)
declare @nextafter(bv64, bv64) -> (bv64)
";

/// The endings of a `main` with some constant texts.
fn with(texts: &[(&str, &str)], body: &str) -> Vec<String> {
    run(&declared(texts), body)
}

fn declared(texts: &[(&str, &str)]) -> String {
    let texts: String = texts.iter().map(|(name, text)| constant(name, text)).collect();
    format!("{DECLARATIONS}{texts}")
}

/// Whether `strtod` of a text gives these bits.
fn reads(text: &str, bits: u64) {
    let body = format!(
        "  %0: bv64 := call @strtod($text, 0:bv64)\n  %1: bool := = %0, {bits}:bv64\n  \
         %2: bv32 := bool_to_bv[32] %1\n  return %2"
    );
    assert_eq!(with(&[("text", text)], &body), ["exit 1"], "{text}");
}

#[test]
fn every_form_of_a_float_is_read() {
    reads("inf", f64::INFINITY.to_bits());
    reads(" -Infinity", f64::NEG_INFINITY.to_bits());
    reads("nan", 0x7ff8 << 48);
    reads("nan(5)", 0x7ff8 << 48 | 5);
    reads("0x1.8p-1", 0.75f64.to_bits());
    reads("1e400", f64::INFINITY.to_bits());
    reads(".5e1x", 5f64.to_bits());
    reads("0x", 0);
}

#[test]
fn a_float_is_rounded_once() {
    let body = "  %0: bv32 := call @strtof($text, 0:bv64)\n  %1: bool := = %0, 1266679809:bv32\n  \
                %2: bv32 := bool_to_bv[32] %1\n  return %2";
    assert_eq!(with(&[("text", "16777217.0000000001")], body), ["exit 1"]);
}

#[test]
fn a_float_out_of_range_sets_errno() {
    let body = "  %0: bv64 := call @strtod($text, 0:bv64)\n  %1: bv64 := call @__errno_location()\n  \
                %2: bv32 := load %1\n  return %2";
    assert_eq!(with(&[("text", "1e400")], body), ["exit 34"]);
    assert_eq!(with(&[("text", "1e-400")], body), ["exit 34"]);
    assert_eq!(with(&[("text", "1e-300")], body), ["exit 0"]);
}

#[test]
fn symbolic_text_may_be_infinite_or_no_number() {
    let declarations = declared(&[]);
    let body = |bits: u64| {
        format!(
            "  %0: bv64 := load $stdin\n  %1: bv64 := call @fgets($buffer, 4:bv32, %0)\n  \
             %2: bv64 := call @strtod($buffer, 0:bv64)\n  %3: bool := = %2, {bits}:bv64\n  \
             %4: bv32 := bool_to_bv[32] %3\n  return %4"
        )
    };
    for bits in [f64::INFINITY.to_bits(), 0x7ff8 << 48] {
        let endings = with_input(&declarations, &body(bits), 3);
        assert!(endings.contains(&"exit 1".to_owned()), "{bits:x}");
        assert!(endings.iter().all(|ending| ending.starts_with("exit ")), "{endings:?}");
    }
}

#[test]
fn symbolic_digits_of_an_integer_are_one_float() {
    let body = "  %0: bv64 := load $stdin\n  %1: bv64 := call @fgets($buffer, 3:bv32, %0)\n  \
                %2: bv8 := load $buffer\n  %3: bool := bvult %2, 48:bv8\n  %4: bool := bvult 57:bv8, %2\n  \
                %5: bool := or %3, %4\n  branch %5, b1, b2\nb1:\n  return 9:bv32\nb2:\n  \
                %6: bv64 := call @strtod($buffer, 0:bv64)\n  %7: bool := fp.lt %6, 4636737291354636288:bv64\n  \
                check %7 assertion \"below 100\"\n  return 0:bv32";
    let endings = with_input(&declared(&[]), body, 2);
    assert!(endings.iter().all(|ending| ending == "exit 0" || ending == "exit 9"), "{endings:?}");
    assert!(endings.len() < 30, "{}", endings.len());
}

/// What `snprintf` of one argument writes is a text.
fn prints(format: &str, argument: &str, text: &str) {
    let mut body = format!(
        "  %0: bv32 := call @snprintf($buffer, 64:bv64, $format, {argument})\n  \
         %1: bool := = %0, {}:bv32\n",
        text.len()
    );
    let mut last = 1;
    for (at, byte) in text.bytes().enumerate() {
        let (load, same, both) = (last + 1, last + 2, last + 3);
        body += &format!(
            "  %{load}: bv8 := load $buffer +{at}\n  %{same}: bool := = %{load}, {byte}:bv8\n  \
             %{both}: bool := and %{last}, %{same}\n"
        );
        last = both;
    }
    body += &format!("  %{}: bv32 := bool_to_bv[32] %{last}\n  return %{}", last + 1, last + 1);
    assert_eq!(with(&[("format", format)], &body), ["exit 1"], "{format}");
}

#[test]
fn flags_of_floats_are_obeyed() {
    let bits = |value: f64| format!("{}:bv64", value.to_bits());
    prints("%#.0f", &bits(9.995), "10.");
    prints("%#g", &bits(1.0), "1.00000");
    prints("%a", &bits(1.0), "0x1p+0");
    prints("%.1A", &bits(1.999), "0X2.0P+0");
    prints("%+08.2f|", &bits(-1.005), "-0001.00|");
    prints("%F", &bits(f64::INFINITY), "INF");
}

#[test]
fn a_null_pointer_is_no_text() {
    let body = "  %0: bv32 := call @printf($format, 0:bv64)\n  return 0:bv32";
    for format in ["%s\n", "%.3s", "%ls"] {
        let endings = with(&[("format", format)], body);
        assert!(endings.len() == 1 && endings[0].starts_with("null: "), "{endings:?}");
    }
}

#[test]
fn the_number_of_characters_so_far_is_written() {
    let body = "  %0: bv64 := alloc 8:bv64 align 8\n  \
                %1: bv32 := call @snprintf($buffer, 64:bv64, $format, 12345:bv32, %0)\n  %2: bv32 := load %0\n  return %2";
    assert_eq!(with(&[("format", "<%d>%n.")], body), ["exit 7"]);
}

#[test]
fn scanning_takes_sets_and_widths() {
    let scan = |text: &str, format: &str, result: &str| {
        let body = format!(
            "  %0: bv64 := alloc 16:bv64 align 8\n  %1: bv64 := bvadd %0, 8:bv64\n  store %0, 0:bv64\n  store %1, 0:bv64\n  \
             %2: bv32 := call @sscanf($text, $format, %0, %1)\n  %3: bv32 := load %0\n  %4: bv32 := load %1\n  \
             %5: bv32 := bvmul %2, 100:bv32\n  {result}"
        );
        with(&[("text", text), ("format", format)], &body)
    };
    let sum = "%6: bv32 := bvadd %3, %4\n  %7: bv32 := bvadd %5, %6\n  return %7";
    assert_eq!(scan("12", "%1d%1d", sum), ["exit 203"]);
    assert_eq!(scan("5%", "%d%%%n", sum), ["exit 107"]);
    // `a]` as a number, and `b`.
    let set = "%6: bv32 := bvsub %3, 23905:bv32\n  %7: bv32 := bvadd %6, %4\n  %8: bv32 := bvadd %5, %7\n  return %8";
    assert_eq!(scan("a]b", "%[]a]%c", set), ["exit 298"]);
}

#[test]
fn scanning_symbolic_input_has_every_form() {
    let body = "  %0: bv64 := alloc 8:bv64 align 8\n  store %0, 0:bv64\n  \
                %1: bv32 := call @scanf($format, %0)\n  %2: bv32 := load %0\n  %3: bool := = %2, 2139095040:bv32\n  \
                %4: bv32 := bool_to_bv[32] %3\n  return %4";
    let endings = with_input(&declared(&[("format", "%f")]), body, 3);
    assert!(endings.contains(&"exit 1".to_owned()), "infinity");
}

#[test]
fn a_stream_is_not_read_directly_after_it_was_written() {
    let start = "  %0: bv64 := call @tmpfile()\n  %1: bv32 := call @fputs($text, %0)\n";
    let directly = format!("{start}  %2: bv32 := call @fgetc(%0)\n  return 0:bv32");
    let endings = with(&[("text", "ab")], &directly);
    assert!(endings.len() == 1 && endings[0].contains("without fflush"), "{endings:?}");
    let flushed = format!(
        "{start}  %2: bv32 := call @fflush(%0)\n  %3: bv32 := call @fgetc(%0)\n  return 0:bv32"
    );
    assert_eq!(with(&[("text", "ab")], &flushed), ["exit 0"]);
    let back = format!(
        "{start}  call @rewind(%0)\n  %2: bv32 := call @fgetc(%0)\n  \
         %3: bv32 := call @fputs($text, %0)\n  return %2"
    );
    let endings = with(&[("text", "ab")], &back);
    assert!(endings.len() == 1 && endings[0].contains("that was read"), "{endings:?}");
    // Where the read met the end, it may be written.
    let end = format!(
        "{start}  call @rewind(%0)\n  %2: bv32 := call @fgetc(%0)\n  %3: bv32 := call @fgetc(%0)\n  \
         %4: bv32 := call @fgetc(%0)\n  %5: bv32 := call @fputs($text, %0)\n  return %2"
    );
    assert_eq!(with(&[("text", "ab")], &end), ["exit 97"]);
}

#[test]
fn a_string_is_not_copied_to_itself() {
    let body = "  %0: bv64 := call @strcpy($buffer, $buffer)\n  return 0:bv32";
    let endings = with(&[], body);
    assert!(endings.len() == 1 && endings[0].starts_with("overlap: "), "{endings:?}");
}

#[test]
fn an_array_has_the_room_that_is_said() {
    for call in [
        "call @read(0:bv32, %0, 9:bv64)",
        "call @getcwd(%0, 9:bv64)",
        "call @snprintf(%0, 9:bv64, $text)",
    ] {
        let sort = if call.contains("snprintf") { "bv32" } else { "bv64" };
        let body = |call: &str| {
            format!("  %0: bv64 := alloc 8:bv64 align 8\n  %1: {sort} := {call}\n  return 0:bv32")
        };
        let endings = with(&[("text", "a")], &body(call));
        assert!(endings.len() == 1 && endings[0].starts_with("out-of-bounds: "), "{endings:?}");
        assert_eq!(with(&[("text", "a")], &body(&call.replace("9:", "8:"))), ["exit 0"]);
    }
}

#[test]
fn dates_are_written_as_the_format_says() {
    let body = "  %0: bv64 := alloc 8:bv64 align 8\n  store %0, 951782400:bv64\n  %1: bv64 := call @gmtime(%0)\n  \
                %2: bv64 := call @strftime($buffer, 20:bv64, $format, %1)\n  \
                %3: bv64 := call @strtol($buffer, 0:bv64, 10:bv32)\n  %4: bv64 := bvadd %2, %3\n  \
                %5: bv32 := extract[31,0] %4\n  return %5";
    assert_eq!(with(&[("format", "%j%u")], body), ["exit 606"]);
}

#[test]
fn wide_text_is_written_by_wide_formats() {
    let wide =
        "constant $format size 16 align 4 {\n  bytes 0 \"25000000640000003e00000000000000\"\n}";
    let body = "  %0: bv32 := call @swprintf($buffer, 8:bv64, $format, 7:bv32)\n  %1: bv64 := load $buffer\n  \
                %2: bool := = %1, 0x3e00000037:bv64\n  check %2 assertion \"7>\"\n  return %0";
    assert_eq!(run(&format!("{DECLARATIONS}{wide}"), body), ["exit 2"]);
}

#[test]
fn the_neighbour_of_a_number_is_the_next_one() {
    let body = "  %0: bv64 := call @nextafter(0:bv64, 4607182418800017408:bv64)\n  \
                %1: bv32 := extract[31,0] %0\n  return %1";
    assert_eq!(with(&[], body), ["exit 1"]);
}
