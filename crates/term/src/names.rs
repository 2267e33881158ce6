//! Which names are words where terms are printed and read.

/// Whether a name is read as one without quotes.
pub(crate) fn is_plain(name: &str) -> bool {
    let word = word_length(name);
    let (word, rest) = name.split_at(word);
    let is_index = |inner: &str| {
        let digits = inner.strip_prefix('-').unwrap_or(inner);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        is_number || (!inner.is_empty() && word_length(inner) == inner.len())
    };
    let index = |open, close| {
        let inner = rest.strip_prefix(open).and_then(|r: &str| r.strip_suffix(close));
        inner.is_some_and(is_index)
    };
    let is_kept = ["true", "false", "null", "forall", "where", "in"].contains(&word);
    !word.is_empty() && !is_kept && (rest.is_empty() || index('[', ']') || index('(', ')'))
}

/// The length of the word that a text begins with: `a`, `crate::A`, `n#2`, `v'`; 0 for none.
pub(crate) fn word_length(rest: &str) -> usize {
    if !rest.starts_with(|c: char| in_word(c) && !c.is_ascii_digit()) {
        return 0;
    }
    let mut length = 0;
    while let Some(c) = rest.get(length..).and_then(|r| r.chars().next()) {
        let path = rest.get(length..).and_then(|r| r.strip_prefix("::"));
        if path.is_some_and(|r| r.starts_with(in_word)) {
            length += 2;
        } else if in_word(c) || matches!(c, '#' | '\'') {
            length += c.len_utf8();
        } else {
            break;
        }
    }
    length
}

pub(crate) fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '@')
}
