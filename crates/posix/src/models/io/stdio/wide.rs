//! Wide characters and formats: the `wprintf` family (C17 7.29.2). Output of wide characters to a stream counts like that of bytes; a
//! stream of a file would hold their bytes.

use super::format::{Arguments, Wanted, render};
use super::stream::{descriptor, open};
use crate::errno::{EBADF, EINVAL};
use crate::shared::failed::failed;
use crate::shared::value::{Answer, Entry, term, word};
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;

pub(crate) const MODELS: &[Entry] = &[
    ("swprintf", |c| to_memory(c, Arguments::Call(3))),
    ("vswprintf", |c| {
        let list = c.word(3)?;
        let args = Arguments::listed(c, list)?;
        to_memory(c, args)
    }),
    ("wprintf", |c| open(c, 1).and_then(|()| printed(c, 0, Arguments::Call(1)))),
    ("vwprintf", |c| {
        open(c, 1)?;
        let list = c.word(1)?;
        let args = Arguments::listed(c, list)?;
        printed(c, 0, args)
    }),
    ("fwprintf", |c| to_stream(c, Arguments::Call(2))),
    ("vfwprintf", |c| {
        let list = c.word(2)?;
        let args = Arguments::listed(c, list)?;
        to_stream(c, args)
    }),
];

/// `swprintf(target, characters, format, ...)`: -1 when the text and its end do not fit.
fn to_memory(call: &mut Call<'_>, args: Arguments) -> Answer {
    let room = call.word(1)?;
    let text = render(call, 2, args, Wanted::Wide)?;
    let len = text.bytes.len() as u64;
    if room == 0 {
        return word(u64::from(u32::MAX));
    }
    let kept = len.min(room - 1);
    let Some(bytes) = room.checked_mul(4).filter(|bytes| *bytes <= MOST) else {
        return failed(call, EINVAL, -1);
    };
    let target = call.given_room(call.arg(0), bytes, true)?;
    for (at, unit) in (target..).step_by(4).zip(text.bytes.iter().take(kept as usize)) {
        crate::models::text::wide::put(call, at, *unit);
    }
    crate::models::text::wide::put(call, target + 4 * kept, Slot::word(0));
    text.count(call);
    word(if len < room { len } else { u64::from(u32::MAX) })
}

/// Bytes of an array at most.
const MOST: u64 = 1 << 33;

fn printed(call: &mut Call<'_>, format: usize, args: Arguments) -> Answer {
    let text = render(call, format, args, Wanted::Wide)?;
    text.count(call);
    let total = text.len(call);
    term(call, total)
}

fn to_stream(call: &mut Call<'_>, args: Arguments) -> Answer {
    match descriptor(call, 0)? {
        0 => failed(call, EBADF, -1),
        1..=2 => printed(call, 1, args),
        _ => Err(call.unsupported("wide characters in a file")),
    }
}
