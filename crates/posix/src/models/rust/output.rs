//! What Rust programs print. The contents of standard output are nobody's question: that std collects lines, and looks for
//! their ends in text that may be symbolic, would only fork the path.

use crate::shared::descriptors::readable;
use crate::shared::value::{Answer, word};
use effigy_exec::call::Call;
use effigy_exec::environment::{Flow, Handler};

/// The model of a function of this readable name.
pub(crate) fn model(display: &str) -> Option<Handler> {
    let printing = display == "<std::io::stdio::StdoutLock as std::io::Write>::write_all";
    printing.then_some(write_all as Handler)
}

/// `write_all(self, bytes, len) -> io::Result<()>`, of which null means success: all is written at once. A closed descriptor
/// is no error either, as std has it.
fn write_all(call: &mut Call<'_>) -> Answer {
    if call.arg_count() != 3 || call.result_width() != 64 {
        return Ok(Flow::Through);
    }
    if !readable(call, 1, 2)? {
        let len = call.word(2)?;
        call.address(call.arg(1), len, false)?;
    }
    word(0)
}
