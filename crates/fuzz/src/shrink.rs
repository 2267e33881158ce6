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
        best = without(best, &mut same);
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

/// Removes pieces while the rest is still `same`, large ones first, from the end to the beginning.
fn without(mut best: Vec<u8>, same: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut size = best.len();
    while size > 0 {
        let mut end = best.len();
        while end > 0 {
            let from = end.saturating_sub(size);
            let candidate = [&best[..from], &best[end..]].concat();
            if same(&candidate) {
                best = candidate;
            }
            end = from;
        }
        size /= 2;
    }
    best
}

/// Removes pieces while the rest is still the same, large ones first; what is asked about is asked in few lots, of at most `most`
/// candidates each, and the answers are those of the candidates for which it is so.
pub(crate) fn trim(
    mut best: Vec<u8>,
    most: usize,
    same: &mut dyn FnMut(&[Vec<u8>]) -> Vec<bool>,
) -> Vec<u8> {
    let mut size = best.len().div_ceil(2);
    while size > 0 && best.len().div_ceil(size) <= most {
        let pieces: Vec<&[u8]> = best.chunks(size).collect();
        let all_but = |gone: &[usize]| -> Vec<u8> {
            let kept = pieces.iter().enumerate().filter(|(at, _)| !gone.contains(at));
            kept.flat_map(|(_, piece)| piece.iter().copied()).collect()
        };
        let alone: Vec<Vec<u8>> = (0..pieces.len()).map(|at| all_but(&[at])).collect();
        let answers = same(&alone);
        let gone: Vec<usize> =
            (0..pieces.len()).filter(|at| answers.get(*at) == Some(&true)).collect();
        // As many of them as can go together, from the end on.
        let together: Vec<Vec<u8>> =
            (0..gone.len().saturating_sub(1)).map(|at| all_but(&gone[at..])).collect();
        let answers = if together.is_empty() { Vec::new() } else { same(&together) };
        let shorter = together.iter().zip(answers).find(|(_, is_same)| *is_same);
        let last = gone.last().map(|at| all_but(&[*at]));
        if let Some(shorter) = shorter.map(|(shorter, _)| shorter.clone()).or(last) {
            best = shorter;
        }
        size /= 2;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::{shrink, trim};

    #[test]
    fn what_a_run_does_not_need_goes_in_few_lots() {
        let mut lots = Vec::new();
        let mut same = |candidates: &[Vec<u8>]| {
            lots.push(candidates.len());
            let open = |bytes: &[u8]| bytes.iter().position(|b| *b == b'(');
            let is_same =
                |bytes: &Vec<u8>| open(bytes).is_some_and(|at| bytes[at..].contains(&b'X'));
            candidates.iter().map(is_same).collect()
        };
        assert_eq!(trim(b"abc(de((fgXhiX".to_vec(), 64, &mut same), b"(X");
        assert!(lots.len() <= 8 && lots.iter().all(|lot| *lot <= 64), "{lots:?}");
    }

    #[test]
    fn a_lot_is_no_larger_than_it_may_be() {
        let mut largest = 0;
        let mut same = |candidates: &[Vec<u8>]| {
            largest = largest.max(candidates.len());
            vec![false; candidates.len()]
        };
        assert_eq!(trim(vec![b'x'; 1000], 64, &mut same).len(), 1000);
        assert_eq!(largest, 33);
    }

    #[test]
    fn pieces_that_cannot_go_together_stay() {
        let mut same = |candidates: &[Vec<u8>]| candidates.iter().map(|it| it.len() >= 5).collect();
        assert_eq!(trim(b"abcdefgh".to_vec(), 64, &mut same).len(), 5);
        let mut never = |candidates: &[Vec<u8>]| vec![false; candidates.len()];
        assert_eq!(trim(b"abcdefgh".to_vec(), 64, &mut never), b"abcdefgh");
    }

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
