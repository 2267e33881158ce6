// effigy: --sym-args 2,2
// Two short arguments: trimmed, compared, parsed, and subtracted without looking.
use std::env;

/// The argument as text if it is plain ASCII.
fn text(argument: &[u8]) -> Option<&str> {
    if !argument.is_ascii() {
        return None;
    }
    std::str::from_utf8(argument).ok()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphabetic)
}

fn value(text: &str) -> Option<u8> {
    text.parse().ok().filter(|value| *value < 50)
}

fn main() {
    let arguments: Vec<_> =
        env::args_os().skip(1).map(|argument| argument.into_encoded_bytes()).collect();
    let [left, right] = arguments.as_slice() else {
        return;
    };
    let (Some(left), Some(right)) = (text(left), text(right)) else {
        println!("not ASCII");
        return;
    };
    if let (Some(low), Some(high)) = (value(left), value(right)) {
        let distance = high - low; //~ FINDING[overflow]: attempt to subtract with overflow
        assert!(distance < 50);
    } else if is_word(left) {
        let upper = left.to_ascii_uppercase();
        assert!(upper.eq_ignore_ascii_case(left));
        assert!(upper.bytes().all(|byte| byte.is_ascii_uppercase()));
    } else if let Some((before, after)) = left.split_once(':') {
        assert_eq!(before.len() + after.len() + 1, left.len());
    }
}
