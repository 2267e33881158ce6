//! Test suites of the competition on software testing (Test-Comp), format 1.1: a file about the suite, and one for each test with
//! the values that calls of `__VERIFIER_nondet_*` return, in their order.

use crate::time;
use crate::witness::hash;
use crate::xml;
use std::fmt::Write;

/// The name of the file about the suite.
pub const METADATA: &str = "metadata.xml";

/// The property that a suite of a whole run is about: the sides of branches.
const COVERAGE: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

/// What a call returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What follows `__VERIFIER_nondet_` in the name of the function.
    pub kind: String,
    /// The bits of the value.
    pub bits: u128,
    /// How many there are.
    pub width: u32,
    /// Whether it is a number with a sign.
    pub signed: bool,
}

/// A test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Its number in the run.
    pub number: usize,
    /// What the calls returned, in their order.
    pub values: Vec<Value>,
    /// Whether it comes to the call of the function that marks an error.
    pub error: bool,
}

/// The name of a test's file.
pub fn file_name(number: usize) -> String {
    format!("testcase-{number:06}.xml")
}

/// Whether a suite has files of this name.
pub fn is_of_suite(name: &str) -> bool {
    let number = name.strip_prefix("testcase-").and_then(|rest| rest.strip_suffix(".xml"));
    name == METADATA
        || number.is_some_and(|n| n.len() >= 6 && n.bytes().all(|b| b.is_ascii_digit()))
}

fn head(root: &str, kind: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {kind} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{kind}-1.1.dtd\">\n"
    )
}

/// The file about the suite of a program, whose file has this text.
pub fn metadata(program: &str, text: &[u8], entry: &str) -> String {
    let mut out = head("test-metadata", "test-metadata");
    out.push_str("<test-metadata>\n");
    let producer = format!("Effigy {}", env!("CARGO_PKG_VERSION"));
    for (name, value) in [
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", COVERAGE),
        ("programfile", program),
        ("programhash", &hash(text)),
        ("entryfunction", entry),
        ("architecture", "64bit"),
        ("creationtime", &time::now()),
    ] {
        // Writing to a string does not fail.
        let _ = writeln!(out, "  <{name}>{}</{name}>", xml::text(value));
    }
    out + "</test-metadata>\n"
}

/// The file of a test.
pub fn case(case: &Case) -> String {
    let mut out = head("testcase", "testcase");
    out.push_str(if case.error { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" });
    for value in &case.values {
        let kind = xml::attribute(&c_type(&value.kind));
        let _ = writeln!(out, "  <input type=\"{kind}\">{}</input>", literal(value));
    }
    out + "</testcase>\n"
}

/// The type in C of what a function returns.
fn c_type(kind: &str) -> String {
    match kind {
        "uchar" => "unsigned char".to_owned(),
        "ushort" => "unsigned short".to_owned(),
        "uint" | "unsigned" => "unsigned int".to_owned(),
        "ulong" => "unsigned long".to_owned(),
        "longlong" => "long long".to_owned(),
        "ulonglong" => "unsigned long long".to_owned(),
        "size_t" | "_Bool" => kind.to_owned(),
        other => other.replace('_', " "),
    }
}

/// A number as `scanf` reads it.
fn literal(value: &Value) -> String {
    match (value.kind.as_str(), value.width) {
        ("float", 32) => format!("{:?}", f32::from_bits(value.bits as u32)),
        ("double", 64) => format!("{:?}", f64::from_bits(value.bits as u64)),
        _ if value.signed => {
            let unused = 128 - value.width.clamp(1, 128);
            (((value.bits << unused) as i128) >> unused).to_string()
        }
        _ => value.bits.to_string(),
    }
}

#[cfg(test)]
mod tests;
