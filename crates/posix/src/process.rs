//! Ends of the process: `exit`, `abort`, failed assertions.

use crate::registry::Entry;
use crate::rust_panic;
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::state::Failure;
use effigy_exec::stop::{Ending, Stop};

pub(crate) const MODELS: &[Entry] = &[
    ("exit", exit),
    ("_exit", exit),
    ("_Exit", exit),
    ("quick_exit", exit),
    ("abort", abort),
    ("__assert_fail", assert_fail),
];

fn exit(call: &mut Call<'_>) -> Result<Flow, Stop> {
    if let Some(stop) = rust_panic::ended(call) {
        return Err(stop);
    }
    let status = call.word(0)?;
    Err(Stop::End(Ending::Exit((status & 0xff) as i32)))
}

fn abort(call: &mut Call<'_>) -> Result<Flow, Stop> {
    if let Some(stop) = rust_panic::ended(call) {
        return Err(stop);
    }
    Err(call.fail(FindingKind::Abort, "the program aborted itself"))
}

/// `__assert_fail(expression, file, line, function)`.
fn assert_fail(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let expression = c_string(call, 0)?;
    let file = c_string(call, 1)?;
    let line = call.word(2)? as u32;
    Err(call.end_failure(Failure {
        kind: FindingKind::Assertion,
        message: format!("assertion `{expression}` failed"),
        reported_at: Some((file, line, 0)),
        stack: call.stack(),
    }))
}

/// The C string that an argument points to, for messages.
pub(crate) fn c_string(call: &mut Call<'_>, index: usize) -> Result<String, Stop> {
    let mut bytes = Vec::new();
    let start = call.word(index)?;
    for at in start.. {
        let at = call.address(effigy_exec::slot::Slot::word(at), 1, false)?;
        let byte = call.byte(at);
        match call.concrete(byte)? as u8 {
            0 => break,
            byte => bytes.push(byte),
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
