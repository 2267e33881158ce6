use super::judge;
use crate::decide::Question;
use crate::request;
use crate::schema::Schema;
use crate::solve::{Solved, solve};
use crate::translate::Model;
use effigy_base::budget::CancelToken;

/// What is said of rows that were found for the conditions of a path alone, as if an obligation failed with them.
fn said(condition: bool, obligation: bool) -> Result<Option<usize>, String> {
    let schema = r#"{"request": "schema", "dialect": "sqlite", "tables": [
        {"name": "p", "model": "P", "key": "id", "columns": [], "unique": []}]}"#;
    let schema = Schema::read(&serde_json::from_str(schema).unwrap()).unwrap();
    let path = format!(
        r#"{{"condition": [{{"expression": {{"bool": {condition}}}}}], "hypotheses": [],
            "obligations": [{{"expression": {{"bool": {obligation}}}}}], "writes": [],
            "ending": {{"kind": "completed"}}}}"#
    );
    let check =
        format!(r#"{{"request": "check", "name": "c", "variables": [], "paths": [{path}]}}"#);
    let check = request::check(&schema, &serde_json::from_str(&check).unwrap()).unwrap();
    let path = check.paths[0].as_ref().unwrap();
    let model = Model::new(&schema, &check, path).unwrap();
    let Solved::Some { instance, .. } = solve(&model.problem, &CancelToken::new()).unwrap() else {
        panic!("rows of any kind are found");
    };
    let judged = judge(&schema, &check, (0, path), Question::Fails, &model, &instance);
    judged.map(|found| found.obligation).map_err(|error| error.to_string())
}

#[test]
fn rows_that_do_not_fail_are_no_counterexample() {
    assert_eq!(said(true, false), Ok(Some(0)));
    let refused = |condition, obligation, what: &str| {
        let why = said(condition, obligation).unwrap_err();
        assert!(
            why.contains(&format!("{what} does not hold of the rows that were found")),
            "{why}"
        );
    };
    refused(true, true, "that an obligation fails");
    refused(false, false, "a condition");
}
