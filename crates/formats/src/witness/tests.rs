use super::{NewWitness, hash, looks_like_one, read, write};
use crate::expression::{Expression, Rules};
use crate::trace::{Constraint, What};
use crate::yaml::{self, Node};
use effigy_testkit::{Rng, cases, damage};

fn written() -> String {
    write(&NewWitness {
        file: "a \"b\".c".into(),
        text: b"int main(void) { return 0; }".to_vec(),
        identity: [7; 16],
        time: "2026-11-25T03:00:00Z".into(),
        version: "0.1.0".into(),
        specification: "CHECK( init(main()), LTL(G ! overflow) )".into(),
        returns: vec![(4, 34, -5), (5, 34, 7)],
        target: (9, 5),
    })
}

#[test]
fn what_is_written_is_read_back() {
    let text = written();
    assert!(looks_like_one(&text));
    let witness = read(&text).unwrap();
    assert_eq!(witness.files.len(), 1);
    assert_eq!(witness.files[0].0, "a \"b\".c");
    assert_eq!(witness.files[0].1, hash(b"int main(void) { return 0; }"));
    let places: Vec<_> = witness.steps.iter().map(|s| (s.place.line, s.place.column)).collect();
    assert_eq!(places, [(4, Some(34)), (5, Some(34)), (9, Some(5))]);
    let what: Vec<_> = witness.steps.into_iter().map(|s| s.what).collect();
    let returns = |text| What::Returns(constraint(text, Rules::Acsl));
    assert_eq!(what, [returns("\\result == -5"), returns("\\result == 7"), What::Violates]);
}

fn constraint(text: &str, rules: Rules) -> Constraint {
    Constraint { expression: Expression::read(text).unwrap(), rules }
}

#[test]
fn what_is_written_has_all_that_the_format_asks_for() {
    let document = yaml::read(&written()).unwrap();
    let [entry] = document.list().unwrap() else { panic!("{document:?}") };
    let names = |node: &Node| -> Vec<String> {
        node.map().unwrap().iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(entry), ["entry_type", "metadata", "content"]);
    let metadata = entry.needed("metadata").unwrap();
    let known = ["format_version", "uuid", "creation_time", "producer", "task"];
    assert_eq!(names(metadata), known);
    assert_eq!(names(metadata.needed("producer").unwrap()), ["name", "version"]);
    let task = metadata.needed("task").unwrap();
    let known = ["input_files", "input_file_hashes", "specification", "data_model", "language"];
    assert_eq!(names(task), known);
    let files = task.needed("input_files").unwrap().list().unwrap();
    let hashes = task.needed("input_file_hashes").unwrap().map().unwrap();
    assert_eq!(files[0].text(), Ok(hashes[0].0.as_str()));
    assert_eq!((files.len(), hashes.len(), hashes[0].1.text().unwrap().len()), (1, 1, 64));
    let uuid = metadata.needed("uuid").unwrap().text().unwrap();
    let groups: Vec<usize> = uuid.split('-').map(str::len).collect();
    assert_eq!(groups, [8, 4, 4, 4, 12]);
    for segment in entry.needed("content").unwrap().list().unwrap() {
        assert_eq!(names(segment), ["segment"]);
        let [item] = segment.needed("segment").unwrap().list().unwrap() else {
            panic!("{segment:?}")
        };
        let waypoint = item.needed("waypoint").unwrap();
        assert_eq!(names(waypoint.needed("location").unwrap()), ["file_name", "line", "column"]);
        match waypoint.needed("type").unwrap().text().unwrap() {
            "target" => assert_eq!(names(waypoint), ["type", "action", "location"]),
            _ => {
                assert_eq!(names(waypoint), ["type", "action", "constraint", "location"]);
                let constraint = waypoint.needed("constraint").unwrap();
                assert_eq!(names(constraint), ["value", "format"]);
            }
        }
    }
}

#[test]
fn every_kind_of_waypoint_is_read() {
    let head = written();
    let head = head.split_once("  content:\n").unwrap().0.replace("\"2.0\"", "2.1");
    let waypoint = |kind: &str, action: &str, line: u32, constraint: &str| {
        format!(
            "    - waypoint:\n        type: {kind}\n        action: {action}\n{constraint}        location:\n          file_name: ./a.c\n          line: {line}\n          function: main\n"
        )
    };
    let value = |text: &str| format!("        constraint:\n          value: {text}\n");
    let said = |text: &str, format: &str| format!("{}          format: {format}\n", value(text));
    let content = [
        "  content:\n  - segment:\n".to_owned(),
        waypoint("assumption", "avoid", 1, &said("\"x > 2 * y\"", "c_expression")),
        waypoint("branching", "avoid", 2, &said("\"false\"", "c_expression")),
        waypoint("function_enter", "follow", 3, ""),
        "  - segment:\n".to_owned(),
        waypoint("branching", "follow", 4, &value("true")),
        "  - segment:\n".to_owned(),
        waypoint("branching", "follow", 5, &value("-3")),
        "  - segment:\n".to_owned(),
        waypoint("branching", "follow", 6, &value("default")),
        "  - segment:\n".to_owned(),
        waypoint("function_return", "follow", 7, &said("\\result < 4", "acsl_expression")),
        "  - segment:\n".to_owned(),
        waypoint("target", "follow", 8, ""),
    ];
    let steps = read(&(head + &content.concat())).unwrap().steps;
    let what: Vec<&What> =
        steps.iter().flat_map(|step| step.avoids.iter().chain([step])).map(|s| &s.what).collect();
    assert_eq!(
        what,
        [
            &What::Holds(constraint("x > 2 * y", Rules::C)),
            &What::Decides(false),
            &What::Calls,
            &What::Decides(true),
            &What::Selects(Some(-3)),
            &What::Selects(None),
            &What::Returns(constraint("\\result < 4", Rules::Acsl)),
            &What::Violates,
        ]
    );
    assert_eq!(steps.iter().map(|step| step.avoids.len()).collect::<Vec<_>>(), [2, 0, 0, 0, 0, 0]);
}

#[test]
fn the_hash_is_that_of_the_standard() {
    // FIPS 180-4, the example of one block.
    let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(hash(b"abc"), known);
}

#[test]
fn what_is_damaged_is_refused_with_its_line() {
    let text = written();
    let line_of = |part: &str| 1 + text.lines().position(|l| l.contains(part)).unwrap() as u32;
    for (from, to, line) in [
        ("format_version: \"2.0\"", "format_version: \"3.1\"", line_of("format_version")),
        ("language: \"C\"", "language: \"Java\"", line_of("language")),
        ("data_model: \"LP64\"", "data_model: \"ILP32\"", line_of("data_model")),
        ("\"violation_sequence\"", "\"invariant_set\"", 1),
        ("line: 9", "line: 0", line_of("line: 9")),
        ("column: 5", "column: five", line_of("column: 5")),
        ("type: \"target\"", "type: \"goal\"", line_of("\"target\"")),
        ("type: \"target\"", "type: \"function_enter\"", line_of("\"target\"")),
        ("action: \"follow\"", "action: \"ignore\"", line_of("action")),
        ("action: \"follow\"", "action: \"avoid\"", line_of("segment")),
        ("action: \"follow\"", "action: \"cycle\"", line_of("action")),
        ("acsl_expression", "ext_c_expression", line_of("acsl_expression")),
        ("\\\\result == 7", "x + 1 == 7", line_of("== 7")),
        ("\\\\result == 7", "x == 7", line_of("== 7")),
        ("    uuid:", "   uuid:", line_of("uuid")),
        ("  content:\n", "  content: [\n", line_of("content") + 1),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        let error = read(&damaged).expect_err(to);
        assert_eq!(error.number, line, "{to}: {error}");
    }
    let target = text.rfind("  - segment:").expect("segments");
    let twice = format!("{text}{}", &text[target..]);
    let error = read(&twice).expect_err("two targets");
    assert_eq!(error.number, line_of("\"target\""), "{error}");
    for text in ["", "- a\n- *b\n", "- {a: 1, a: 2}\n", "just a text"] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

#[test]
fn damaged_witnesses_are_read_or_refused_at_a_line() {
    const PIECES: &[&str] = &[
        "- ",
        ":",
        ": ",
        "  ",
        "\n",
        "\"",
        "'",
        "{",
        "}",
        "[",
        "]",
        ",",
        "&a",
        "*a",
        "#",
        "|",
        ">",
        "---",
        "!!str",
        "0",
        "-1",
        "x",
        "segment:",
        "waypoint:",
        "type: target",
        "\\result",
        "(((",
        "<<",
        "==",
        "%",
        "\t",
    ];
    let mut refused = 0;
    cases(0..2000, |seed| {
        let mut bytes = written().into_bytes();
        damage(&mut bytes, PIECES, &mut Rng::new(seed));
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = read(&text) {
            let lines = text.lines().count() as u32 + 1;
            assert!((1..=lines).contains(&error.number), "{error}\n{text}");
            refused += 1;
        }
    });
    assert!((1000..1990).contains(&refused), "{refused} were refused");
}
