//! Panics of a worker, caught: what the panic said and where.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// What the last panic said; `None` while panics are not caught.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Does something; a panic becomes an error that says what it said and where. Whatever `act` changed may be half done.
pub(crate) fn caught<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let ours = SAID.with_borrow_mut(|said| match said {
                Some(text) => {
                    *text = told(info);
                    true
                }
                None => false,
            });
            if !ours {
                others(info);
            }
        }));
    });
    SAID.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(act));
    let said = SAID.take().unwrap_or_default();
    result.map_err(|_| said)
}

fn told(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
    format!("{}{}", message(info.payload()), place.unwrap_or_default())
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
