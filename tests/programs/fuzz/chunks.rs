// effigy:
// Chunks: a letter, a length, and so many bytes; what is in a list is chunks again. A `K` two lists deep that says `!` is
// one that nobody thought of.
use std::io::Read;

fn chunks(mut data: &[u8], depth: usize, total: &mut u32) -> Result<(), u8> {
    while let [kind, length, rest @ ..] = data {
        let length = usize::from(*length);
        if length > rest.len() {
            return Err(1);
        }
        let (body, behind) = rest.split_at(length);
        match kind {
            b'L' if depth < 3 => chunks(body, depth + 1, total)?,
            b'N' => *total += body.iter().map(|byte| u32::from(*byte)).sum::<u32>(),
            b'K' if depth == 2 && body == b"!" => unreachable!(), //~ FINDING[panic]: internal error: entered unreachable code
            b'K' => *total += 1,
            _ => return Err(2),
        }
        data = behind;
    }
    if data.is_empty() { Ok(()) } else { Err(3) }
}

fn main() {
    let mut data = Vec::new();
    std::io::stdin().read_to_end(&mut data).unwrap();
    let mut total = 0;
    let status = match chunks(&data, 0, &mut total) {
        Ok(()) => 0,
        Err(status) => status,
    };
    std::process::exit(i32::from(status));
}
