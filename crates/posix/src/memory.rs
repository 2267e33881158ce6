//! Functions on ranges of bytes: `memcpy`, `memset`, `memcmp` and their relatives.

use crate::registry::Entry;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] =
    &[("memcpy", memcpy), ("memmove", memcpy), ("__memcpy_chk", memcpy), ("memset", memset)];

fn memcpy(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let len = call.word(2)?;
    let (dst, src) = (call.arg(0), call.arg(1));
    call.copy(dst, src, len)?;
    Ok(Flow::Return(vec![dst]))
}

fn memset(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let len = call.word(2)?;
    let (dst, sort) = (call.arg(0), call.arg_sort(1));
    let value = call.arg(1);
    let byte = match value.term {
        None => Slot::word(value.lo & 0xff),
        Some(_) => {
            let term = call.term(value, sort);
            let low = call.store().extract(7, 0, term);
            call.slot(low)
        }
    };
    call.fill(dst, byte, len)?;
    Ok(Flow::Return(vec![dst]))
}
