//! Conditions that say whether arithmetic overflows, in the words of a person.

use std::borrow::Cow;

/// A condition for people: `(i33(y) - i33(x)){31} != (i33(y) - i33(x)){32}`, the two top bits of a sum that is one bit wider
/// than its parts, is `y - x overflows`. Any other one stays as it is.
pub(crate) fn readable(condition: &str) -> Cow<'_, str> {
    overflow(condition).map_or(Cow::Borrowed(condition), Cow::Owned)
}

fn overflow(condition: &str) -> Option<String> {
    let (text, left, right) = [(" overflows", " != "), (" does not overflow", " == ")]
        .into_iter()
        .find_map(|(text, sign)| condition.split_once(sign).map(|(a, b)| (text, a, b)))?;
    let ((sum, low), (same, high)) = (bit(left)?, bit(right)?);
    if sum != same || high != low + 1 {
        return None;
    }
    let (first, rest) = widened(sum, high + 1)?;
    let (operator, rest) = rest.strip_prefix(' ')?.split_once(' ')?;
    if !matches!(operator, "+" | "-") {
        return None;
    }
    let second = match widened(rest, high + 1) {
        Some((second, "")) => second,
        None if rest.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => return None,
    };
    let is_sum = first.split(' ').skip(1).step_by(2).all(|sign| matches!(sign, "+" | "-" | "*"));
    let first = if is_sum { first.to_owned() } else { format!("({first})") };
    let second = if second.contains(' ') { format!("({second})") } else { second.to_owned() };
    Some(format!("{first} {operator} {second}{text}"))
}

/// What a bit is taken of, and the bit's number: of `(x){3}`, `x` and 3.
fn bit(text: &str) -> Option<(&str, u32)> {
    let (whole, number) = text.strip_suffix('}')?.rsplit_once('{')?;
    Some((whole.strip_prefix('(')?.strip_suffix(')')?, number.parse().ok()?))
}

/// What is extended to this many bits at the beginning of a text, and the text behind.
fn widened(text: &str, width: u32) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(&format!("i{width}("))?;
    let mut open = 1;
    let end = inner.char_indices().find_map(|(at, c)| {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })?;
    Some((&inner[..end], &inner[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn overflows_are_told_in_words() {
        for (condition, text) in [
            ("(i33(y) - i33(x)){31} != (i33(y) - i33(x)){32}", "y - x overflows"),
            ("(i33(y) - i33(x)){31} == (i33(y) - i33(x)){32}", "y - x does not overflow"),
            (
                "(i33(y - x) + i33(input)){31} != (i33(y - x) + i33(input)){32}",
                "y - x + input overflows",
            ),
            (
                "(i33(a & b) + i33(c + d)){31} != (i33(a & b) + i33(c + d)){32}",
                "(a & b) + (c + d) overflows",
            ),
            ("(i9(a[f(1)]) + 1){7} != (i9(a[f(1)]) + 1){8}", "a[f(1)] + 1 overflows"),
        ] {
            assert_eq!(readable(condition), text);
        }
    }

    #[test]
    fn other_conditions_stay_as_they_are() {
        for condition in [
            "x != y",
            "(i33(y) - i33(x)){31} != (i33(y) - i33(z)){32}",
            "(i33(y) - i33(x)){30} != (i33(y) - i33(x)){31}",
            "(i33(y) * i33(x)){31} != (i33(y) * i33(x)){32}",
            "(x){3} == (x){4}",
        ] {
            assert_eq!(readable(condition), condition);
        }
    }
}
