//! Words are found wherever they stand, and other words that contain them are not.

use super::*;

fn words(text: &str) -> Vec<(usize, &'static str)> {
    forbidden(text).into_iter().map(|(line, word, _)| (line, word)).collect()
}

#[test]
fn a_word_is_found_in_prose_and_in_identifiers() {
    assert_eq!(words("// a\n// The hunt goes on."), [(2, "hunt")]);
    assert_eq!(words("fn start_hunt() {}"), [(1, "hunt")]);
    assert_eq!(words("struct HuntOptions;"), [(1, "hunt")]);
    assert_eq!(words("const LONG_HUNT: u8 = 1;"), [(1, "hunt")]);
    assert_eq!(words("struct IRMeld;"), [(1, "meld")]);
    assert_eq!(words("let x = \"a twin\"; let masses = 1;"), [(1, "twin"), (1, "masses")]);
}

#[test]
fn a_part_of_another_word_is_none() {
    assert!(words("between background twinkle worldwide Huntington desktop").is_empty());
    assert!(words("fn rounds_to_nearest() {} // merge, path weight").is_empty());
    assert!(words("").is_empty());
}

#[test]
fn the_name_of_a_field_in_a_file_stays() {
    assert!(words("#[serde(rename = \"melds\")]").is_empty());
    assert_eq!(words("#[serde(default)] melds: u64"), [(1, "melds")]);
}

#[test]
fn a_phrase_is_found_as_one() {
    assert_eq!(words("paths that are told apart by it"), [(1, "told apart")]);
    assert_eq!(words("fn told_apart() {}"), [(1, "told apart")]);
    assert!(words("they told how far apart").is_empty());
}

#[test]
fn each_finding_has_its_replacement() {
    assert_eq!(forbidden("meld"), [(1, "meld", "merge")]);
}

#[test]
fn the_list_is_in_small_letters_and_names_no_word_twice() {
    for (n, (word, instead)) in WORDS.iter().enumerate() {
        assert!(!instead.is_empty() && *word == word.to_ascii_lowercase(), "{word}");
        assert!(WORDS[n + 1..].iter().all(|(other, _)| other != word), "{word} twice");
        assert!(forbidden(instead).is_empty(), "{word}: `{instead}` is on the list");
    }
}
