use super::check;
use effigy_testkit::tool;

#[test]
fn rust_files_are_read_and_nothing_in_them_is_resolved() {
    if tool("rustc").is_none() {
        return;
    }
    for text in [
        "",
        "//! Tests.\n#![allow(dead_code)]\nmod absent;\nuse nowhere::*;\n#[test]\nfn a() { missing!(x) } // end",
        "#!/usr/bin/env script\nfn main() {}",
        "fn a() { if let Some(x) = y && x > 0 {} }",
        "fn async() {}",
        "const TEXT: &str = r#\"}\"#;",
    ] {
        assert!(check(text).is_ok(), "{text}");
    }
    for text in ["fn a( {", "}\nmod text {", "fn a() { 1 +* }", "\"open", "/* open"] {
        assert!(check(text).is_err(), "{text}");
    }
}
