//! How a function says that it failed: `errno`.

use super::value::{Answer, number, slot};
use crate::errno::Errno;
use crate::state::state;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

/// Sets `errno` and gives a result.
pub(crate) fn failed(call: &mut Call<'_>, error: Errno, result: i64) -> Answer {
    let address = errno(call)?;
    call.write_bytes(address, &error.to_le_bytes());
    slot(number(result, call.result_width()))
}

/// Where the running thread's `errno` stands.
pub(crate) fn errno(call: &Call<'_>) -> Result<u64, Stop> {
    match call.threads().running() {
        0 => Ok(state(call)?.errno),
        id => Ok(state(call)?.threads.get(id).map_or(0, |thread| thread.errno)),
    }
}

/// Sets `errno` where there is an error.
pub(crate) fn tell(call: &mut Call<'_>, error: Option<Errno>) -> Result<(), Stop> {
    if let Some(error) = error {
        let errno = errno(call)?;
        call.write_bytes(errno, &error.to_le_bytes());
    }
    Ok(())
}

/// Sets `errno` where a condition holds, without a fork.
pub(crate) fn tell_if(call: &mut Call<'_>, error: Term, code: Errno) -> Result<(), Stop> {
    match call.store().as_bool(error) {
        Some(true) => tell(call, Some(code)),
        Some(false) => Ok(()),
        None => {
            let errno = errno(call)?;
            let before = call.load(Slot::word(errno), Sort::BitVec(32))?;
            let before = call.term(before, Sort::BitVec(32));
            let code = call.store().bits(32, u128::from(code));
            let after = call.store().ite(error, code, before);
            let after = call.slot(after);
            call.store_value(Slot::word(errno), after, Sort::BitVec(32))
        }
    }
}
