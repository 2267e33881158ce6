//! Structs, arrays and vectors.

use super::run;

#[test]
fn structs_and_arrays() {
    let text = "%pair = type { i8, [2 x i16] }
define { i64, %pair } @g(%pair %p) {
  %q = insertvalue %pair %p, i16 77, 1, 1
  %r = insertvalue { i64, %pair } undef, %pair %q, 1
  %s = insertvalue { i64, %pair } %r, i64 5, 0
  ret { i64, %pair } %s
}
define i64 @f(i8 %a, i16 %b) {
  %p = insertvalue %pair { i8 0, [2 x i16] [i16 3, i16 4] }, i8 %a, 0
  %q = insertvalue %pair %p, i16 %b, 1, 0
  %r = call { i64, %pair } @g(%pair %q)
  %x = extractvalue { i64, %pair } %r, 0
  %y = extractvalue { i64, %pair } %r, 1
  %z = extractvalue %pair %y, 1, 1
  %w = extractvalue { i64, %pair } %r, 1, 1, 0
  %z64 = zext i16 %z to i64
  %w64 = zext i16 %w to i64
  %h = mul i64 %w64, 1000
  %s = add i64 %x, %z64
  %t = add i64 %s, %h
  ret i64 %t
}
";
    assert_eq!(run(text, &[1, 9]), [9_000 + 77 + 5]);
}

#[test]
fn aggregates_through_phis_and_selects() {
    let text = "define i32 @f(i1 %c, i1 %d) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %p = phi { i32, <2 x i32> } [ { i32 1, <2 x i32> <i32 2, i32 3> }, %a ], [ zeroinitializer, %b ]
  %q = select i1 %d, { i32, <2 x i32> } %p, { i32, <2 x i32> } { i32 7, <2 x i32> <i32 8, i32 9> }
  %v = extractvalue { i32, <2 x i32> } %q, 1
  %x = extractelement <2 x i32> %v, i32 1
  ret i32 %x
}
";
    assert_eq!(run(text, &[1, 1]), [3]);
    assert_eq!(run(text, &[0, 1]), [0]);
    assert_eq!(run(text, &[0, 0]), [9]);
}

#[test]
fn vector_lanes() {
    let text = "define i32 @f(i32 %i, i32 %n) {
  %v = insertelement <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 %n, i32 %i
  %w = add <4 x i32> %v, splat (i32 1)
  %x = shufflevector <4 x i32> %w, <4 x i32> %v, <4 x i32> <i32 3, i32 poison, i32 5, i32 0>
  %y = icmp ugt <4 x i32> %w, <i32 11, i32 11, i32 11, i32 11>
  %z = select <4 x i1> %y, <4 x i32> %w, <4 x i32> zeroinitializer
  %a = extractelement <4 x i32> %x, i64 2
  %b = extractelement <4 x i32> %z, i32 %i
  %c = mul i32 %a, 1000
  %r = add i32 %b, %c
  ret i32 %r
}
";
    assert_eq!(run(text, &[1, 5]), [5_000], "lane 1 of the second is 5; 6 is not above 11");
    assert_eq!(run(text, &[0, 50]), [20_051]);
    assert_eq!(run(text, &[3, 50]), [20_051]);
}

#[test]
fn bitcasts_of_vectors() {
    let text = "define i16 @f(i8 %x) {
  %s = insertelement <16 x i8> poison, i8 %x, i32 0
  %v = shufflevector <16 x i8> %s, <16 x i8> poison, <16 x i32> zeroinitializer
  %c = icmp uge <16 x i8> %v, <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15>
  %m = bitcast <16 x i1> %c to i16
  ret i16 %m
}
";
    assert_eq!(run(text, &[4]), [0b11111]);
    let widen = "define <2 x i64> @f(i32 %a, i32 %b) {
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %a, i32 0
  %w = insertelement <4 x i32> %v, i32 %b, i32 3
  %r = bitcast <4 x i32> %w to <2 x i64>
  ret <2 x i64> %r
}
";
    assert_eq!(run(widen, &[7, 9]), [7 | 2 << 32, 3 | 9 << 32]);
    let narrow =
        "define <4 x i8> @f(i32 %a) {\n  %r = bitcast i32 %a to <4 x i8>\n  ret <4 x i8> %r\n}\n";
    assert_eq!(run(narrow, &[0x0403_0201]), [1, 2, 3, 4]);
    let mask =
        "define <4 x i1> @f(i4 %a) {\n  %r = bitcast i4 %a to <4 x i1>\n  ret <4 x i1> %r\n}\n";
    assert_eq!(run(mask, &[0b0101]), [1, 0, 1, 0]);
    let same = "define <2 x i64> @f(<2 x double> %a) {\n  %r = bitcast <2 x double> %a to <2 x i64>\n  ret <2 x i64> %r\n}\n";
    assert_eq!(run(same, &[3, 4]), [3, 4]);
}

#[test]
fn empty_and_endless_types() {
    let text = "%none = type {}
define i64 @f(i64 %x, ptr %p) {
  %v = load { i64, [1000000000000 x %none] }, ptr %p
  store { i64, [1000000000000 x %none] } %v, ptr %p
  %y = extractvalue { i64, [1000000000000 x %none] } %v, 0
  %r = add i64 %x, %y
  ret i64 %r
}
";
    assert_eq!(run(text, &[5, 4096]), [5]);
}
