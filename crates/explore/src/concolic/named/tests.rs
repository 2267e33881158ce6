use super::{add, no_inputs};
use effigy_outcome::{Datum, TestCase};

fn case(inputs: &[(&str, &str)]) -> Result<TestCase, String> {
    let mut case = no_inputs();
    inputs.iter().try_for_each(|(name, value)| add(&mut case, (*name, *value), true))?;
    Ok(case)
}

#[test]
fn numbers_are_bytes_and_values() {
    let case = case(&[("n", "5"), ("m", "-2"), ("n", "0x1ff")]).unwrap();
    let told: Vec<(&str, String, &[u8])> = case
        .objects
        .iter()
        .map(|o| (o.name.as_str(), o.value.as_ref().unwrap().to_string(), &o.bytes[..3]))
        .collect();
    let expected: [(&str, String, &[u8]); 2] =
        [("m", "-2".into(), &[0xfe, 0xff, 0xff]), ("n", "511".into(), &[0xff, 1, 0])];
    assert_eq!(told, expected);
}

#[test]
fn elements_of_an_array_are_one_input() {
    let case = case(&[("A(3)", "5"), ("A(-1)", "7"), ("A(3)", "6")]).unwrap();
    let [object] = case.objects.as_slice() else { panic!("{:?}", case.objects) };
    let Some(Datum::Array { elements, .. }) = &object.value else { panic!("{object:?}") };
    let told: Vec<String> = elements.iter().map(|(i, e)| format!("{i}={e}")).collect();
    assert_eq!((object.name.as_str(), told.join(" ").as_str()), ("A", "-1=7 3=6"));
}

#[test]
fn texts_are_standard_input_and_arguments() {
    let case = case(&[("stdin", "a=b"), ("arg1", "-x"), ("arg2", ""), ("arg1", "y")]).unwrap();
    assert_eq!(case.stdin.as_deref(), Some(b"a=b".as_slice()));
    assert_eq!(case.arguments, [b"y".to_vec(), Vec::new()]);
}

#[test]
fn what_is_no_input_is_refused() {
    for (name, value, said) in [
        ("n", "five", "`five` is no integer"),
        ("n", "", "`` is no integer"),
        ("n", "--5", "`--5` is no integer"),
        ("n", "1_000", "`1_000` is no integer"),
        ("A(x)", "5", "`x` is no integer"),
        ("arg2", "x", "`arg2` is given before `arg1`"),
        ("arg0", "x", "`arg0` is given before `arg1`"),
    ] {
        assert_eq!(case(&[(name, value)]).unwrap_err(), said);
    }
}

#[test]
fn a_parameter_may_be_named_like_an_argument() {
    let mut case = no_inputs();
    add(&mut case, ("arg1", "300"), false).unwrap();
    assert_eq!((case.arguments.len(), case.objects[0].name.as_str()), (0, "arg1"));
}
