use super::{Case, Value, case, file_name, is_of_suite, metadata};

fn value(kind: &str, bits: u128, width: u32, signed: bool) -> Value {
    Value { kind: kind.to_owned(), bits, width, signed }
}

#[test]
fn a_test_has_the_values_of_its_calls_as_scanf_reads_them() {
    let values = vec![
        value("int", 0xffff_fffe, 32, true),
        value("uint", 0xffff_fffe, 32, false),
        value("char", 0xff, 8, true),
        value("ulonglong", u64::MAX.into(), 64, false),
        value("bool", 1, 1, false),
        value("float", 0.1f32.to_bits().into(), 32, true),
        value("double", (-1e-310f64).to_bits().into(), 64, true),
        value("double", f64::INFINITY.to_bits().into(), 64, true),
    ];
    let text = case(&Case { number: 1, values, error: true });
    let body = text.split_once("<testcase coversError=\"true\">\n").unwrap().1;
    assert_eq!(
        body,
        "  <input type=\"int\">-2</input>\n  <input type=\"unsigned int\">4294967294</input>\n  \
         <input type=\"char\">-1</input>\n  <input type=\"unsigned long long\">18446744073709551615</input>\n  \
         <input type=\"bool\">1</input>\n  <input type=\"float\">0.1</input>\n  \
         <input type=\"double\">-1e-310</input>\n  <input type=\"double\">inf</input>\n</testcase>\n"
    );
}

#[test]
fn the_file_about_a_suite_has_the_hash_of_its_program() {
    let text = metadata("a <b>.c", b"abc", "main");
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert!(text.contains(&format!("<programhash>{hash}</programhash>")), "{text}");
    assert!(text.contains("<programfile>a &lt;b&gt;.c</programfile>"), "{text}");
}

#[test]
fn names_of_a_suite_are_known() {
    assert!(is_of_suite(&file_name(7)) && is_of_suite(&file_name(1_234_567)));
    assert!(is_of_suite("metadata.xml"));
    assert!(!is_of_suite("testcase-1.xml") && !is_of_suite("testcase-00000x.xml"));
}
