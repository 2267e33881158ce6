//! Texts that are given part by part: those of large trees are not held in memory.

use std::io;

/// Takes the next part of a text.
pub(crate) type Write<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

/// Bytes that are held before they are given.
const PART: usize = 1 << 16;

/// Gives what is held when it is enough for a part.
pub(crate) fn flush(held: &mut String, write: Write<'_>) -> io::Result<()> {
    if held.len() < PART {
        return Ok(());
    }
    write(held)?;
    held.clear();
    Ok(())
}

/// Adds a text to what is held, or gives both when they are enough for a part.
pub(crate) fn push_part(held: &mut String, text: &str, write: Write<'_>) -> io::Result<()> {
    if held.len() + text.len() < PART {
        held.push_str(text);
        return Ok(());
    }
    write(held)?;
    held.clear();
    write(text)
}

/// The whole of a text.
pub(crate) fn all(text: impl FnOnce(Write<'_>) -> io::Result<()>) -> String {
    let mut out = String::new();
    let written = text(&mut |part| {
        out.push_str(part);
        Ok(())
    });
    debug_assert!(written.is_ok(), "nothing can fail here");
    out
}
