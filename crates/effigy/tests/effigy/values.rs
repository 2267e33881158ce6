//! Values of a native run: this program runs itself again, with a test of its own making.

use std::process::Command;

use effigy::{any, any_bytes, any_named, any_string, any_utf8_string, any_vec, assume, cover};

/// Set in the child, which asks for values; unset in the parent.
const CHILD: &str = "EFFIGY_VALUES_CHILD";

fn ktest(environment: bool, objects: &[&[u8]]) -> Vec<u8> {
    let number = |n: usize| u32::try_from(n).expect("a small number").to_be_bytes();
    let mut bytes = b"KTEST".to_vec();
    let mut all: Vec<(&str, &[u8])> = Vec::new();
    if environment {
        all.extend([("stdin", b"in".as_slice()), ("model_version", &[1, 0, 0, 0])]);
    }
    all.extend(objects.iter().map(|o| ("x", *o)));
    bytes.extend([number(3), number(1), number(1)].concat());
    bytes.extend(b"p");
    bytes.extend([number(0), number(0), number(all.len())].concat());
    for (name, object) in all {
        bytes.extend(number(name.len()));
        bytes.extend(name.as_bytes());
        bytes.extend(number(object.len()));
        bytes.extend(object);
    }
    bytes
}

/// Runs the test `name` of this program with these objects; its exit status and what it printed.
fn child(name: &str, test: Option<&[u8]>) -> (Option<i32>, String) {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    let (_, module) = module_path!().split_once("::").expect("a module of the test program");
    command
        .args(["--exact", &format!("{module}::{name}"), "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .env_remove("EFFIGY_TEST");
    let file = std::env::temp_dir().join(format!("effigy-values-{name}-{}", std::process::id()));
    if let Some(bytes) = test {
        std::fs::write(&file, bytes).expect("the test is written");
        command.env("EFFIGY_TEST", &file);
    }
    let output = command.output().expect("the program runs");
    let _ = std::fs::remove_file(file);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("running 1 test"), "{name} did not run: {printed}");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

#[test]
fn every_type_takes_its_objects() {
    if is_child() {
        assert_eq!(any::<u8>(), 200);
        assert_eq!(any::<i16>(), -2);
        assert_eq!(any_named::<u128>("big"), 1 << 64);
        assert!(any::<bool>());
        assert_eq!(any::<char>(), 'é');
        assert_eq!(any::<f64>(), 1.5);
        assert_eq!(any::<[u8; 3]>(), [1, 2, 3]);
        assert_eq!(any::<[u16; 2]>(), [1, 2]);
        assert_eq!(any::<(i8, Option<u8>)>(), (-1, None));
        assert_eq!(any::<Option<Box<u8>>>(), Some(Box::new(9)));
        assert_eq!(any_bytes::<2>(), [7, 8]);
        assert_eq!(any_vec::<u16>(2), [5]);
        assert_eq!(any_string(3), "ab");
        assert_eq!(any_utf8_string(3), "é");
        cover!(true);
        cover!(false, "never");
        cover!();
        return;
    }
    let objects: [&[u8]; 23] = [
        &[200],
        &[0xfe, 0xff],
        &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        &[1],
        &[0xe9, 0, 0, 0],
        &1.5_f64.to_le_bytes(),
        &[1, 2, 3],
        &[1, 0],
        &[2, 0],
        &[0xff],
        &[0],
        &[1],
        &[9],
        &[7, 8],
        &[5, 0],
        &[6, 0],
        &1_u64.to_le_bytes(),
        b"abc",
        &2_u64.to_le_bytes(),
        "éx".as_bytes(),
        &2_u64.to_le_bytes(),
        &[0],
        &[0],
    ];
    for environment in [false, true] {
        let (status, text) =
            child("every_type_takes_its_objects", Some(&ktest(environment, &objects)));
        assert_eq!(status, Some(0), "{text}");
    }
}

#[test]
fn a_false_assumption_ends_the_run() {
    if is_child() {
        assume(any::<u8>() > 3);
        return;
    }
    let run = |byte: u8| child("a_false_assumption_ends_the_run", Some(&ktest(false, &[&[byte]])));
    assert_eq!(run(4).0, Some(0));
    let (status, text) = run(3);
    assert_eq!(status, Some(effigy::STATUS_ASSUMPTION));
    assert!(text.contains("assumption"), "{text}");
}

#[test]
fn text_outside_of_its_alphabet_is_a_false_assumption() {
    if is_child() {
        any_string(1);
        any_utf8_string(1);
        return;
    }
    let one = 1_u64.to_le_bytes();
    let run = |ascii: &[u8], utf8: &[u8]| {
        child(
            "text_outside_of_its_alphabet_is_a_false_assumption",
            Some(&ktest(false, &[ascii, &one, utf8, &one])),
        )
        .0
    };
    assert_eq!(run(b"a", b"b"), Some(0));
    assert_eq!(run(b"\x80", b"b"), Some(effigy::STATUS_ASSUMPTION));
    assert_eq!(run(b"a", b"\x80"), Some(effigy::STATUS_ASSUMPTION));
}

#[test]
fn without_a_fitting_test_the_run_says_so() {
    if is_child() {
        any::<u32>();
        return;
    }
    let run = |test: Option<&[u8]>| child("without_a_fitting_test_the_run_says_so", test);
    let cases: [(Option<Vec<u8>>, &str); 4] = [
        (None, "EFFIGY_TEST"),
        (Some(ktest(false, &[])), "more values"),
        (Some(ktest(false, &[&[1, 2]])), "4 bytes"),
        (Some(b"KTEST\0\0\0\x03\0\0".to_vec()), "not a .ktest file"),
    ];
    for (test, message) in cases {
        let (status, text) = run(test.as_deref());
        assert_eq!(status, Some(effigy::STATUS_NO_TEST), "{text}");
        assert!(text.contains(message), "{text}");
    }
}
