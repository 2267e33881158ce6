//! Names of functions with the types and constants that stand for their parameters: `Grid::<u8, 4>::first`.

/// The name without them, and them in their order. What a name begins with, as in `<Grid as Area>::size`, is no such list.
pub(super) fn split(name: &str) -> (String, Vec<String>) {
    let (mut bare, mut named) = (String::new(), Vec::new());
    let mut rest = name;
    while let Some(at) = rest.find('<') {
        let (before, list) = rest.split_at(at);
        bare.push_str(before);
        match (bare.is_empty(), end_of(list)) {
            (false, Some(end)) => {
                bare.truncate(bare.trim_end_matches("::").len());
                named.extend(parts(list.get(1..end).unwrap_or_default()));
                rest = list.get(end + 1..).unwrap_or_default();
            }
            _ => {
                bare.push('<');
                rest = list.get(1..).unwrap_or_default();
            }
        }
    }
    (bare + rest, named)
}

/// Where the list ends that a text begins with.
fn end_of(list: &str) -> Option<usize> {
    let mut depth = 0;
    list.char_indices().find_map(|(at, c)| {
        depth += step(c);
        (depth == 0).then_some(at)
    })
}

/// The parts between the commas that are in no other brackets.
fn parts(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in list.chars() {
        depth += step(c);
        match parts.last_mut() {
            Some(last) if c != ',' || depth > 0 => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    let parts = parts.into_iter().map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

fn step(c: char) -> i32 {
    match c {
        '<' | '(' | '[' => 1,
        '>' | ')' | ']' => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_taken_out_wherever_they_stand() {
        for (name, bare, named) in [
            ("halved", "halved", &[][..]),
            ("m::halved::<u8>", "m::halved", &["u8"]),
            ("Grid::<u8, 4>::first::<(i8, i8)>", "Grid::first", &["u8", "4", "(i8, i8)"]),
            ("Grid<Vec<[u8; 2]>>::first", "Grid::first", &["Vec<[u8; 2]>"]),
            ("<m::Grid as Area>::size", "<m::Grid as Area>::size", &[]),
            ("<Grid<u8> as Area>::of::<i8>", "<Grid as Area>::of", &["u8", "i8"]),
            ("open<u8", "open<u8", &[]),
        ] {
            assert_eq!(
                split(name),
                (bare.to_owned(), named.iter().map(|n| (*n).to_owned()).collect())
            );
        }
    }
}
