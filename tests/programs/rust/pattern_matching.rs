// effigy: --sym-stdin 4
// Slice patterns, guards, bindings and shadowing in a packet decoder.
use std::io::{self, Read};

#[derive(Debug, PartialEq)]
enum Packet<'a> {
    Ping,
    Move { dx: i8, dy: i8 },
    Text(&'a [u8]),
    Batch(u8, u8),
}

fn decode(bytes: &[u8]) -> Option<Packet<'_>> {
    let packet = match bytes {
        [] => return None,
        [b'p', 0, ..] => Packet::Ping,
        &[b'm', dx, dy, ..] if dx != dy => Packet::Move { dx: dx as i8, dy: dy as i8 },
        [b't', length @ 1..=3, text @ ..] => Packet::Text(&text[..usize::from(*length)]), //~ FINDING[out-of-bounds]: out of range for slice of length 2
        [b'b', rest @ .., last] => {
            let [first, _] = rest else {
                unreachable!("a packet of four bytes");
            };
            Packet::Batch(*first, *last)
        }
        _ => return None,
    };
    Some(packet)
}

fn describe(packet: &Packet) -> &'static str {
    match packet {
        Packet::Ping => "ping",
        Packet::Move { dx: 0, .. } | Packet::Move { dy: 0, .. } => "straight",
        Packet::Move { dx, dy } if dx == dy => unreachable!("excluded by the decoder"),
        Packet::Move { dx: i8::MIN..=-1, .. } => "left",
        Packet::Move { .. } => "right",
        Packet::Text([first, .., last]) if first == last => "a frame",
        Packet::Text(_) => "text",
        Packet::Batch(low @ 1..=9, high) if low < high => "ordered",
        Packet::Batch(9, 9) => todo!("full batches"), //~ FINDING[panic]: not yet implemented: full batches
        Packet::Batch(..) => "unordered",
    }
}

fn main() -> io::Result<()> {
    let mut bytes = [0; 4];
    io::stdin().read_exact(&mut bytes)?;
    if let Some(packet) = decode(&bytes) {
        let packet = describe(&packet);
        println!("{packet}");
    }
    Ok(())
}
