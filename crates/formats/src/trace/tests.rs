use super::{Place, Step, TraceError, What, read};

fn step(number: u32, place: (&str, u32, Option<u32>), what: What) -> Step {
    let (file, line, column) = place;
    let place = Place { file: file.into(), line, column };
    Step { number, place, what, is_waypoint: false, avoids: Vec::new() }
}

#[test]
fn each_form_of_a_step_is_read() {
    let text =
        "# comment\n\na.c:3\n a.c:4:7: true\nd/b c.c:5 false # no\nx:9:enter f\na.c:10:2 fails\n";
    let expected = vec![
        step(3, ("a.c", 3, None), What::Comes),
        step(4, ("a.c", 4, Some(7)), What::Decides(true)),
        step(5, ("d/b c.c", 5, None), What::Decides(false)),
        step(6, ("x", 9, None), What::Enters("f".into())),
        step(7, ("a.c", 10, Some(2)), What::Fails),
    ];
    assert_eq!(read(text), Ok(expected));
}

#[test]
fn what_an_analyser_prints_is_read() {
    let text = "a.c:3:7: note: Assuming 'x' is > 0\na.c:3:3: note: Taking true branch\n\
        a.c:5:3: note: Loop condition is false. Execution continues on line 9\n\
        a.c:9:12: warning: Division by zero [core.DivideZero] # 1\n";
    let expected = vec![
        step(2, ("a.c", 3, Some(3)), What::Decides(true)),
        step(3, ("a.c", 5, Some(3)), What::Decides(false)),
        step(4, ("a.c", 9, Some(12)), What::Fails),
    ];
    assert_eq!(read(text), Ok(expected));
}

#[test]
fn what_is_no_step_is_an_error_at_its_line() {
    let line_of = |text: &str| read(text).map_err(|TraceError { number, .. }| number);
    for (text, number) in [
        ("", 1),
        ("# nothing\n", 1),
        ("a.c:1\nhello\n", 2),
        ("a.c:0\n", 1),
        ("a.c:1:0\n", 1),
        ("a.c:99999999999\n", 1),
        ("a.c:1 maybe\n", 1),
        ("a.c:1 true false\n", 1),
        ("a.c:1 enter\n", 1),
        (":1\n", 1),
        ("a.c:1\na.c:2 fails\na.c:3\n", 2),
    ] {
        assert_eq!(line_of(text), Err(number), "{text:?}");
    }
}
