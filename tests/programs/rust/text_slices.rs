// effigy: --sym-stdin 3
// Slicing a str: past its end and into the middle of a character.
use std::io::{self, Read};

const NOTE: &str = "prêt-à-porter";

/// The first `count` bytes of the note, believed to be characters.
fn prefix(count: usize) -> &'static str {
    &NOTE[..count] //~ FINDING[out-of-bounds]
}

/// The first `count` characters of the note.
fn proper_prefix(count: usize) -> &'static str {
    match NOTE.char_indices().nth(count) {
        Some((end, _)) => &NOTE[..end],
        None => NOTE,
    }
}

fn word(number: u8) -> Option<&'static str> {
    NOTE.split('-').nth(usize::from(number))
}

fn main() -> io::Result<()> {
    let mut input = [0; 3];
    io::stdin().read_exact(&mut input)?;
    match input {
        // Branching first keeps what follows concrete.
        [b'b', b'0', _] => assert!(prefix(0).is_empty()),
        [b'b', b'2', _] => assert_eq!(prefix(2), "pr"),
        [b'b', b'3', b'!'] => println!("{}", prefix(3)),
        [b'b', b'4', _] => assert_eq!(prefix(4).chars().last(), Some('ê')),
        [b'c', b'3', _] => assert_eq!(proper_prefix(3), "prê"),
        [b'c', b'9', _] => assert_eq!(proper_prefix(99).len(), 15),
        [b'w', b'0', end] if end > b'~' => {
            let upper = word(0).map(str::to_uppercase);
            assert_eq!(upper.as_deref(), Some("PRÊT"));
        }
        [b'w', b'1', _] => assert_eq!(word(1), Some("à")),
        [b'w', b'2', _] => {
            let last = word(2).unwrap_or_default();
            assert!(last.starts_with("port") && last.ends_with("er"));
            assert_eq!(last.find('t'), Some(3));
            let missing = last.find('z').unwrap(); //~ FINDING[panic]: called `Option::unwrap()` on a `None` value
            assert!(missing < last.len());
        }
        _ => assert_eq!(word(3), None),
    }
    Ok(())
}
