// effigy: --sym-stdin 2
// Drop order, mem::take, swap and replace, recorded in a thread-local journal.
use std::cell::RefCell;
use std::io::{self, Read};
use std::mem;

thread_local! {
    static JOURNAL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

struct Guard(u8);

impl Drop for Guard {
    fn drop(&mut self) {
        JOURNAL.with_borrow_mut(|journal| journal.push(self.0));
    }
}

struct Pair {
    first: Guard,
    second: Guard,
}

fn take_journal() -> Vec<u8> {
    JOURNAL.with_borrow_mut(mem::take)
}

fn main() -> io::Result<()> {
    let mut input = [0; 2];
    io::stdin().read_exact(&mut input)?;
    let [order, early] = input;

    {
        let _one = Guard(1);
        let _two = Guard(2);
    }
    assert_eq!(take_journal(), [2, 1]);

    {
        let mut pair = Pair { first: Guard(3), second: Guard(4) };
        if order == b's' {
            mem::swap(&mut pair.first, &mut pair.second);
        }
        let old = mem::replace(&mut pair.first, Guard(5));
        if early > 200 {
            drop(pair);
            assert_eq!(take_journal().first(), Some(&5));
        } else if early > 100 {
            mem::forget(pair);
        }
        assert_eq!(old.0, if order == b's' { 4 } else { 3 });
    }
    let journal = take_journal();
    if early <= 100 {
        assert_eq!(journal[1], 5);
        assert_eq!(journal[0], 3); //~ FINDING[assertion]: left == right
        assert_eq!(journal.len(), 3);
    } else {
        assert_eq!(journal.len(), 1);
    }
    Ok(())
}
