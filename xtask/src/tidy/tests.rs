use super::*;
use serde_json::json;

#[test]
fn the_workspace_is_tidy() {
    if let Err(problems) = run(&crate::root()) {
        panic!("{problems}");
    }
}

#[test]
fn every_edge_of_the_workspace_is_in_the_table() {
    let mut problems = Vec::new();
    edges(&metadata(&crate::root()).unwrap(), &mut problems);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn no_crate_without_a_language_names_one() {
    let (root, mut problems) = (crate::root(), Vec::new());
    for file in sources(&root.join("crates")).unwrap() {
        let text = std::fs::read_to_string(&file).unwrap();
        languages(file.strip_prefix(&root).unwrap(), &text, &mut problems);
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn edge_problems(name: &str, dependencies: Value) -> Vec<String> {
    let mut problems = Vec::new();
    edges(&json!({"packages": [{"name": name, "dependencies": dependencies}]}), &mut problems);
    problems
}

#[test]
fn an_edge_that_the_table_lacks_is_told() {
    let term = json!([{"name": "effigy-term", "kind": null, "path": "p"}]);
    assert_eq!(edge_problems("effigy-ir", term.clone()), ["effigy-ir: may not use effigy-term"]);
    assert!(edge_problems("effigy-solver", term).is_empty());
    let dev = json!([{"name": "effigy-testkit", "kind": "dev", "path": "p"}]);
    assert!(edge_problems("effigy-ir", dev).is_empty());
    let build = json!([{"name": "effigy-testkit", "kind": "build", "path": "p"}]);
    assert_eq!(edge_problems("effigy-ir", build).len(), 1);
    let foreign = json!([{"name": "thiserror", "kind": null}]);
    assert!(edge_problems("effigy-ir", foreign).is_empty());
    assert_eq!(edge_problems("effigy-new", json!([])).len(), 1);
}

fn source_problems(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    source(Path::new(name), text, &mut problems);
    problems
}

#[test]
fn each_rule_on_sources_is_checked() {
    let long = "\n".repeat(MAX_LINES + 1);
    assert_eq!(source_problems("crates/cli/src/a.rs", &long).len(), 1);
    assert!(source_problems("crates/cli/src/a.rs", &long[1..]).is_empty());
    for forbidden in FORBIDDEN {
        let line = format!("    {forbidden})");
        assert_eq!(source_problems("crates/cli/src/a.rs", &line).len(), 1, "{line}");
    }
    assert!(source_problems("crates/cli/src/a.rs", concat!("mytodo", "!()")).is_empty());
}

#[test]
fn libraries_print_nothing() {
    for print in PRINTS {
        let line = format!("    {print}\"{{x}}\");");
        assert_eq!(source_problems("crates/exec/src/a.rs", &line).len(), 1, "{line}");
        assert!(source_problems("crates/exec/src/a/tests.rs", &line).is_empty());
        assert!(source_problems("crates/effigy/src/a.rs", &line).is_empty());
    }
}

#[test]
fn long_functions_are_told() {
    let function = |lines: usize| {
        format!(
            "    pub(crate) fn f(\n        a: u8,\n    ) {{\n{}    }}\n",
            "        a;\n".repeat(lines)
        )
    };
    let most = functions::MAX_LINES - 4;
    assert!(source_problems("crates/cli/src/a.rs", &function(most)).is_empty());
    assert_eq!(
        source_problems("crates/cli/src/a.rs", &function(most + 1)),
        ["crates/cli/src/a.rs:1: `f` has 101 lines, at most 100"]
    );
    let declared = format!("trait T {{\n    fn f();\n{}}}\n", "    // T\n".repeat(200));
    assert!(source_problems("crates/cli/src/a.rs", &declared).is_empty());
    let long = format!("fn f() {{\n{}}}\n", "    // f\n".repeat(200));
    assert_eq!(source_problems("crates/cli/src/a.rs", &long).len(), 1);
}

#[test]
fn only_the_core_is_free_of_languages() {
    let text = "// As Rust does.\nuse rustc_hash::FxHashMap;\n";
    assert_eq!(
        source_problems("crates/exec/src/a.rs", text),
        ["crates/exec/src/a.rs:1: names the source language `rust`"]
    );
    assert!(source_problems("crates/exec/src/a/tests.rs", text).is_empty());
    assert!(source_problems("crates/exec/tests/a.rs", text).is_empty());
    assert!(source_problems("crates/lang-llvm/src/a.rs", text).is_empty());
}
