//! Makes an input smaller that shows a failure: bytes are set to their seed's values, and bytes are removed.

/// A smaller input that is still `same`, and how often that was asked; `most` times at most. What is asked about is never
/// longer than `input`. `input` itself is not asked about.
pub(crate) fn shrink(
    input: &[u8],
    seed: &[u8],
    most: usize,
    same: &mut dyn FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut left = most;
    let mut same = |candidate: &[u8]| {
        left = left.saturating_sub(1);
        left > 0 && same(candidate)
    };
    let mut best = as_seed(input.to_vec(), seed, &mut same);
    loop {
        let length = best.len();
        best = without(best, usize::MAX, &mut same);
        if best.len() == length {
            return as_seed(best, seed, &mut same);
        }
    }
}

/// Sets pieces to the seed's bytes, large ones first.
fn as_seed(mut best: Vec<u8>, seed: &[u8], same: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let common = best.len().min(seed.len());
    let mut size = common;
    while size > 0 {
        for from in (0..common).step_by(size) {
            let to = (from + size).min(common);
            if best[from..to] == seed[from..to] {
                continue;
            }
            let mut candidate = best.clone();
            candidate[from..to].copy_from_slice(&seed[from..to]);
            if same(&candidate) {
                best = candidate;
            }
        }
        size /= 2;
    }
    best
}

/// Removes pieces while the rest is still `same`, large ones first, from the end to the beginning; `most` times at most that is asked.
pub(crate) fn without(
    mut best: Vec<u8>,
    most: usize,
    same: &mut dyn FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut left = most;
    let mut size = best.len();
    while size > 0 {
        let mut end = best.len();
        while end > 0 && left > 0 {
            let from = end.saturating_sub(size);
            let candidate = [&best[..from], &best[end..]].concat();
            left -= 1;
            if same(&candidate) {
                best = candidate;
            }
            end = from;
        }
        size /= 2;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn what_the_failure_does_not_need_goes() {
        // Needs an `X` somewhere behind an `(`.
        let mut same = |bytes: &[u8]| {
            let open = bytes.iter().position(|b| *b == b'(');
            open.is_some_and(|at| bytes[at..].contains(&b'X'))
        };
        assert_eq!(shrink(b"abc(de((fgXhiX", b"", 1000, &mut same), b"(X");
    }

    #[test]
    fn bytes_go_back_to_the_seed_where_length_counts() {
        let mut same = |bytes: &[u8]| bytes.len() == 6 && bytes[2] > b'm';
        assert_eq!(shrink(b"\x01\x02zq\x03\x04", b"abcdef", 1000, &mut same), b"abzdef");
    }

    #[test]
    fn it_asks_no_more_than_it_may() {
        let mut asked = 0;
        let long = vec![7; 4000];
        shrink(&long, b"", 50, &mut |_| {
            asked += 1;
            false
        });
        assert!(asked < 50, "{asked}");
    }
}
