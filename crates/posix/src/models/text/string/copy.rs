//! Copies of C strings.

use crate::errno;
use crate::shared::failed::failed;
use crate::shared::memory;
use crate::shared::strings::{bounded, length};
use crate::shared::value::{
    Answer, Entry, behind, byte_at, copy_apart, low_byte, same, slot, word, write,
};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("strcpy", strcpy),
    ("__strcpy_chk", strcpy),
    ("stpcpy", stpcpy),
    ("__stpcpy_chk", stpcpy),
    ("strncpy", strncpy),
    ("__strncpy_chk", strncpy),
    ("stpncpy", stpncpy),
    ("memccpy", memccpy),
    ("strxfrm", strxfrm),
    ("strcat", strcat),
    ("__strcat_chk", strcat),
    ("strncat", strncat),
    ("__strncat_chk", strncat),
    ("strlcpy", strlcpy),
    ("strdup", strdup),
    ("__strdup", strdup),
    ("strndup", strndup),
    ("__strndup", strndup),
];

fn strcpy(call: &mut Call<'_>) -> Answer {
    let src = call.word(1)?;
    let len = length(call, src)?;
    copy_apart(call, call.arg(0), Slot::word(src), len + 1)?;
    slot(call.arg(0))
}

fn stpcpy(call: &mut Call<'_>) -> Answer {
    let src = call.word(1)?;
    let len = length(call, src)?;
    let end = behind(call, 0, len);
    copy_apart(call, call.arg(0), Slot::word(src), len + 1)?;
    slot(end)
}

/// `strncpy(target, source, bytes)`: fills the rest with zeros.
fn strncpy(call: &mut Call<'_>) -> Answer {
    filled(call)?;
    slot(call.arg(0))
}

/// `stpncpy(target, source, bytes)`: gives the place behind the text.
fn stpncpy(call: &mut Call<'_>) -> Answer {
    let end = filled(call)?;
    word(end)
}

fn filled(call: &mut Call<'_>) -> Result<u64, Stop> {
    let (src, limit) = (call.word(1)?, call.word(2)?);
    let len = bounded(call, src, limit)?;
    let dst = call.address(call.arg(0), limit, true)?;
    copy_apart(call, Slot::word(dst), Slot::word(src), len)?;
    call.fill(Slot::word(dst + len), Slot::word(0), limit - len)?;
    Ok(dst + len)
}

/// `memccpy(target, source, character, bytes)`: up to the character, behind which it points in the target.
fn memccpy(call: &mut Call<'_>) -> Answer {
    let (src, limit) = (call.word(1)?, call.word(3)?);
    let wanted = low_byte(call, 2);
    let (mut len, mut found) = (0, false);
    while len < limit && !found {
        let byte = byte_at(call, src + len)?;
        found = same(call, byte, wanted)?;
        len += 1;
    }
    let dst = call.address(call.arg(0), len, true)?;
    copy_apart(call, Slot::word(dst), Slot::word(src), len)?;
    word(if found { dst + len } else { 0 })
}

/// `strxfrm(target, source, bytes)`: in the C locale the text itself, where it fits.
fn strxfrm(call: &mut Call<'_>) -> Answer {
    let (src, limit) = (call.word(1)?, call.word(2)?);
    let mut bytes = crate::shared::strings::contents(call, src)?;
    let len = bytes.len() as u64;
    bytes.push(Slot::word(0));
    bytes.truncate(limit as usize);
    if limit > 0 {
        let dst = call.address(call.arg(0), bytes.len() as u64, true)?;
        if dst.abs_diff(src) <= len {
            return Err(call.fail(FindingKind::Overlap, "a string is transformed in its own place"));
        }
        write(call, dst, &bytes);
    }
    word(len)
}

fn strcat(call: &mut Call<'_>) -> Answer {
    append(call, u64::MAX)
}

fn strncat(call: &mut Call<'_>) -> Answer {
    let limit = call.word(2)?;
    append(call, limit)
}

fn append(call: &mut Call<'_>, limit: u64) -> Answer {
    let (dst, src) = (call.word(0)?, call.word(1)?);
    let end = dst + length(call, dst)?;
    let len = bounded(call, src, limit)?;
    let end = call.address(Slot::word(end), len + 1, true)?;
    if end.abs_diff(src) <= len {
        let message = "a string is appended to a string that it overlaps";
        return Err(call.fail(FindingKind::Overlap, message));
    }
    call.copy(Slot::word(end), Slot::word(src), len)?;
    call.write_bytes(end + len, &[0]);
    word(dst)
}

/// `strlcpy(target, source, room)`: the length of the source.
fn strlcpy(call: &mut Call<'_>) -> Answer {
    let (src, room) = (call.word(1)?, call.word(2)?);
    let len = length(call, src)?;
    if room > 0 {
        let kept = len.min(room - 1);
        let dst = call.address(call.arg(0), kept + 1, true)?;
        copy_apart(call, Slot::word(dst), Slot::word(src), kept)?;
        call.write_bytes(dst + kept, &[0]);
    }
    word(len)
}

fn strdup(call: &mut Call<'_>) -> Answer {
    duplicate(call, u64::MAX)
}

fn strndup(call: &mut Call<'_>) -> Answer {
    let limit = call.word(1)?;
    duplicate(call, limit)
}

fn duplicate(call: &mut Call<'_>, limit: u64) -> Answer {
    let src = call.word(0)?;
    let len = bounded(call, src, limit)?;
    if memory::refused(call, len + 1)? {
        return failed(call, errno::ENOMEM, 0);
    }
    let dst = memory::owned(call, len + 1, 16)?;
    call.copy(Slot::word(dst), Slot::word(src), len)?;
    call.write_bytes(dst + len, &[0]);
    word(dst)
}
