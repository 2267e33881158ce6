//! `localeconv` of the C locale, the only one.

use crate::shared::memory;
use crate::shared::value::{Answer, Entry, word};
use effigy_exec::call::Call;

pub(crate) const MODELS: &[Entry] = &[("localeconv", localeconv)];

/// The strings of a `struct lconv`, of which the first is the decimal point and the others are empty.
const STRINGS: u64 = 10;

/// Its size.
const SIZE: u64 = 96;

/// `localeconv()`: what the C locale does not say is empty or `CHAR_MAX` (C17 7.11.2.1p3).
fn localeconv(call: &mut Call<'_>) -> Answer {
    let text = memory::object(call, 2, 1)?;
    call.write_bytes(text, b".\0");
    call.keep(text);
    let object = memory::object(call, SIZE, 8)?;
    call.keep(object);
    for at in 0..STRINGS {
        let string = if at == 0 { text } else { text + 1 };
        call.write_bytes(object + 8 * at, &string.to_le_bytes());
    }
    call.write_bytes(object + 8 * STRINGS, &[i8::MAX as u8; (SIZE - 8 * STRINGS) as usize]);
    word(object)
}
