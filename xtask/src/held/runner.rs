//! Calls one function often: `NAME FROM TO`. Prints the first seed that fails, the kinds of what its values are beyond fresh ones, and
//! what the panic says. Arguments whose making panics are none. With a fourth argument each call is printed before it is made, so that
//! one that ends the process is known.

use crate::random::Source;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The status when arguments could seldom be made.
const FEWER: i32 = 3;

/// Makes arguments, and gives what calls the function with them.
pub type Call = fn(&mut Source) -> Box<dyn FnOnce()>;

pub fn run(calls: &[(&str, Call)]) {
    std::panic::set_hook(Box::new(|_| ()));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, from, to, told @ ..] = arguments.as_slice() else { return };
    let Some((_, call)) = calls.iter().find(|(of, _)| of == name) else { return };
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    let (from, to) = (number(from), number(to));
    let wanted = to.saturating_sub(from);
    let mut made = 0;
    for seed in (from..).take(4 * wanted as usize) {
        if made == wanted {
            return;
        }
        let mut source = Source::new(seed);
        let Ok(ready) = catch_unwind(AssertUnwindSafe(|| call(&mut source))) else { continue };
        made += 1;
        let used: Vec<&str> = source.used.iter().copied().collect();
        if !told.is_empty() {
            println!("{seed}\t{}", used.join(","));
        }
        if let Err(said) = catch_unwind(AssertUnwindSafe(ready)) {
            let text = said.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = said.downcast_ref::<String>().cloned().or(text).unwrap_or_default();
            println!("{seed}\t{}\t{}", used.join(","), text.lines().next().unwrap_or_default());
            return;
        }
    }
    if made < wanted {
        std::process::exit(FEWER);
    }
}
