use super::*;
use crate::test_case::Outcome;
use effigy_testkit::{Rng, cases, damage};

fn object(name: &str, bytes: &[u8]) -> InputObject {
    InputObject::new(name, bytes.to_vec())
}

fn case(arguments: &[&[u8]], stdin: Option<&[u8]>, objects: &[InputObject]) -> TestCase {
    TestCase {
        number: 1,
        arguments: arguments.iter().map(|a| a.to_vec()).collect(),
        stdin: stdin.map(<[u8]>::to_vec),
        objects: objects.to_vec(),
        predicted: Outcome::Exit(0),
        results: vec![],
        threads: false,
    }
}

#[test]
fn the_layout_is_klees() {
    let bytes = write(&case(&[], None, &[object("x", &[7, 0, 0, 0])]), "p");
    let mut expected = b"KTEST".to_vec();
    expected.extend([0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 1]);
    expected.extend(b"p");
    expected.extend([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    expected.extend(b"x");
    expected.extend([0, 0, 0, 4, 7, 0, 0, 0]);
    assert_eq!(bytes, expected);
}

#[test]
fn what_is_written_is_read_back() {
    let cases = [
        case(&[], None, &[]),
        case(&[b"-n", b"", b"\xff\x01"], None, &[]),
        case(
            &[b"a"],
            Some(b"line\n\0x"),
            &[object("stdin", b"not the real one"), object("arg00", b"nor this\0")],
        ),
        case(&[], Some(b""), &[]),
        case(&[], None, &[object("model_version", &[1]), object("y", &[])]),
    ];
    for case in cases {
        let read = read(&write(&case, "prog")).expect("it is a test");
        assert_eq!(read.arguments, case.arguments);
        assert_eq!(read.stdin, case.stdin);
        assert_eq!(read.objects, case.objects);
    }
}

#[test]
fn broken_files_are_errors() {
    let whole = write(&case(&[b"a"], Some(b"in"), &[object("x", &[1, 2])]), "prog");
    for cut in 0..whole.len() {
        let head = whole.get(..cut).expect("a prefix");
        let expected = if cut < 5 { KTestError::NotKTest } else { KTestError::Truncated };
        assert_eq!(read(head), Err(expected), "cut at {cut}");
    }
    let mut newer = whole.clone();
    if let Some(byte) = newer.get_mut(8) {
        *byte = 4;
    }
    assert_eq!(read(&newer), Err(KTestError::Version(4)));
    assert_eq!(read(b"KTESX\0\0\0\x03"), Err(KTestError::NotKTest));
}

#[test]
fn damaged_files_are_read_or_refused() {
    let objects = [object("x", &[7, 0, 0, 0]), object("name", b"some bytes")];
    let whole = write(&case(&[b"-n", b""], Some(b"line"), &objects), "program");
    let mut refused = 0;
    cases(0..2000, |seed| {
        let mut bytes = whole.clone();
        damage(&mut bytes, &["\0", "\0\0\0\u{1}", "\u{7f}", "KTEST"], &mut Rng::new(seed));
        match read(&bytes) {
            Ok(test) => {
                let all: usize = test.objects.iter().map(|object| object.bytes.len()).sum();
                assert!(all <= bytes.len(), "{}", bytes.escape_ascii());
            }
            Err(_) => refused += 1,
        }
    });
    assert!(refused > 500, "{refused} were refused");
}
