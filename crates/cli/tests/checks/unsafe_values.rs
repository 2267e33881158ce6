// effigy: --no-replay --ub
// Errors of unsafe code that an optimiser may take away.
use std::mem::{MaybeUninit, transmute};

#[repr(u8)]
#[derive(Clone, Copy, PartialEq)]
enum Colour {
    Red = 1,
    Green = 2,
}

#[inline(never)]
fn negated(b: bool) -> u8 {
    if b { 0 } else { 1 }
}

#[inline(never)]
fn read(r: &u32) -> u32 {
    *r
}

#[inline(never)]
fn dangling() -> *const u32 {
    let local = effigy::any::<u8>() as u32;
    &local
}

fn main() {
    let n: u8 = effigy::any();
    match n {
        2 => {
            let b: bool = unsafe { transmute(n) }; //~ FINDING[invalid-value]
            std::process::exit(negated(b) as i32);
        }
        3 => {
            let x: u32 = unsafe { MaybeUninit::<u32>::uninit().assume_init() }; //~ FINDING[uninitialised]
            if x == 1 {
                std::process::exit(1);
            }
        }
        4 => {
            let v = Vec::<u8>::new();
            let _first = unsafe { *v.as_ptr() }; //~ FINDING[null]
        }
        5 => {
            let p = dangling();
            std::process::exit(unsafe { *p } as i32); //~ FINDING[use-after-scope]
        }
        6 => {
            let bytes = [0u32; 2];
            let p = unsafe { (bytes.as_ptr() as *const u8).add(1) } as *const u32;
            std::process::exit(read(unsafe { &*p }) as i32); //~ FINDING[panic]: misaligned
        }
        7 => {
            let c: Colour = unsafe { transmute(n) }; //~ FINDING[panic]: invalid value
            std::process::exit((c == Colour::Red || c == Colour::Green) as i32);
        }
        1 => {
            let b: bool = unsafe { transmute(n) };
            let c: Colour = unsafe { transmute(n) };
            let text: [char; 2] = ['a', '\u{10ffff}'];
            let boxed: Option<Box<u32>> = Some(Box::new(7));
            let r = boxed.as_deref().map_or(0, read);
            let s = text.iter().collect::<String>();
            std::process::exit((negated(b) as u32 + r + s.len() as u32 + c as u32 > 100) as i32);
        }
        _ => {}
    }
}
