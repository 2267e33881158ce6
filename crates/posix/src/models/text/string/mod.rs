//! Functions on C strings.

pub(crate) mod compare;
pub(crate) mod copy;
pub(crate) mod search;

use crate::shared::strings::{bounded, length};
use crate::shared::value::{Answer, Entry, word};
use effigy_exec::call::Call;

pub(crate) const MODELS: &[Entry] = &[("strlen", strlen), ("strnlen", strnlen)];

/// `strlen(address)`: forks at each symbolic byte that may be the terminator.
fn strlen(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let len = length(call, start)?;
    word(len)
}

fn strnlen(call: &mut Call<'_>) -> Answer {
    let (start, limit) = (call.word(0)?, call.word(1)?);
    let len = bounded(call, start, limit)?;
    word(len)
}
