use super::*;

fn test(stdin: &[u8], arguments: &[&str], objects: &[(&str, &[u8])]) -> TestCase {
    TestCase {
        number: 1,
        arguments: arguments.iter().map(|a| a.as_bytes().to_vec()).collect(),
        stdin: Some(stdin.to_vec()),
        objects: objects.iter().map(|(n, b)| InputObject::new(*n, b.to_vec())).collect(),
        predicted: Outcome::Exit(0),
        results: Vec::new(),
        threads: false,
    }
}

fn constants(texts: &[&[u8]], numbers: &[u64]) -> Constants {
    let texts = texts.iter().map(|text| text.to_vec()).collect();
    Constants { texts, numbers: numbers.iter().copied().collect(), ..Constants::default() }
}

fn mutator(seed: u64) -> Mutator {
    let mut mutator = Mutator::new(seed, vec![3, 5], Some(8));
    mutator.learn(constants(&[b"%", b"key", b""], &[0xd800, 9_999_999_999]));
    mutator
}

#[test]
fn inputs_have_the_shape_of_the_tests_that_they_are_made_of() {
    let failing = format!("{FAILING_ALLOCATION}#2");
    let objects = [("n", &b"abcd"[..]), (failing.as_str(), &[0])];
    let tests =
        [test(b"12345678", &["ab", "cdefg"], &objects), test(b"\0\0\0\0=\n\0\0", &["", "x"], &[])];
    for seed in 0..20 {
        let mut mutator = mutator(seed);
        for round in 0..400 {
            let like = tests.get(round % 3);
            let input = mutator.input(like, tests.get(round % 2));
            assert_eq!(input.stdin.as_ref().map(Vec::len), Some(8));
            let lengths: Vec<usize> = input.arguments.iter().map(Vec::len).collect();
            assert!(lengths.len() == 2 && lengths[0] <= 3 && lengths[1] <= 5, "{lengths:?}");
            assert!(!input.arguments.concat().contains(&0), "an argument ends at a zero");
            let objects = like.map_or(&[][..], |like| &like.objects);
            assert_eq!(input.objects.len(), objects.len());
            for (made, like) in input.objects.iter().zip(objects) {
                assert_eq!((&made.name, made.bytes.len()), (&like.name, like.bytes.len()));
            }
            // Natively, no allocation fails.
            assert!(input.objects.get(1).is_none_or(|object| object.bytes == [0]));
        }
    }
}

#[test]
fn a_seed_gives_the_same_inputs() {
    let like = test(b"GET / HTTP", &["a", "b"], &[]);
    let inputs = |seed| {
        let mut mutator = mutator(seed);
        (0..100).map(|_| mutator.input(Some(&like), None)).collect::<Vec<_>>()
    };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
}

#[test]
fn what_the_program_looks_for_turns_up() {
    let mut mutator = mutator(7);
    let like = test(b"00000000", &["a", "b"], &[]);
    let inputs: Vec<Vec<u8>> =
        (0..2000).filter_map(|_| mutator.input(Some(&like), None).stdin).collect();
    for wanted in [&b"%"[..], b"key", b"\xc3\xa9", b"00%0", b"d800", b"55296", b"55297"] {
        let found = inputs.iter().any(|i| i.windows(wanted.len()).any(|part| part == wanted));
        assert!(found, "{wanted:?}");
    }
    assert!(!inputs.iter().any(|i| i.starts_with(b"9999999")), "it has more digits than the input");
}

#[test]
fn a_program_without_input_has_one() {
    let mut mutator = Mutator::new(0, Vec::new(), None);
    let input = mutator.input(None, None);
    assert_eq!((input.arguments.len(), input.stdin, input.objects.len()), (0, None, 0));
}

/// Whether a text is four numbers with dots between them.
fn is_address(text: &[u8]) -> bool {
    let parts: Vec<&[u8]> = text.trim_ascii().split(|b| *b == b'.').collect();
    parts.len() == 4 && parts.iter().all(|p| !p.is_empty() && p.iter().all(u8::is_ascii_digit))
}

#[test]
fn lists_turn_up_and_are_gone_on_from() {
    let mut mutator = Mutator::new(0, Vec::new(), Some(12));
    mutator.learn(constants(&[b"/", b"0"], &[256]));
    let like = TestCase { stdin: Some(vec![0; 12]), ..test(b"", &[], &[]) };
    let inputs: Vec<TestCase> = (0..20_000).map(|_| mutator.input(Some(&like), None)).collect();
    let addresses = inputs.iter().filter(|i| i.stdin.as_deref().is_some_and(is_address)).count();
    assert!(addresses > 2, "{addresses}");
    let address = TestCase { stdin: Some(b"1.1.1.1\n\n\n\n\n".to_vec()), ..like };
    let next = mutator.continuations(&address);
    for wanted in [b"1.1.1.1/0\n\n\n", b"1.1.256\n\n\n\n\n", b"1.1.1.1256\n\n"] {
        assert!(next.iter().any(|test| test.stdin.as_deref() == Some(wanted)), "{wanted:?}");
    }
}
