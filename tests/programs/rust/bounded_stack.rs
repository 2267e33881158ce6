// effigy: --sym-stdin 4
// A generic stack of fixed capacity; one of its two pushes checks.
use std::fmt::Debug;
use std::io::{self, Read};

struct Stack<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy + Default + Debug + PartialEq, const N: usize> Stack<T, N> {
    fn new() -> Self {
        Stack { items: [T::default(); N], len: 0 }
    }

    fn try_push(&mut self, item: T) -> Result<(), T> {
        let slot = self.items.get_mut(self.len).ok_or(item)?;
        *slot = item;
        self.len += 1;
        Ok(())
    }

    fn push(&mut self, item: T) {
        self.items[self.len] = item; //~ FINDING[out-of-bounds]: index out of bounds: the len is 3 but the index is 3
        self.len += 1;
    }

    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.items.get(self.len).copied()
    }

    fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}

fn main() -> io::Result<()> {
    let mut commands = [0; 4];
    let length = io::stdin().read(&mut commands)?;
    let mut stack: Stack<u16, 3> = Stack::new();
    for command in &commands[..length] {
        match command {
            b'!' => stack.push(7),
            b'?' => {
                let full = stack.len == 3;
                assert_eq!(stack.try_push(9).is_err(), full);
            }
            b'-' => {
                let before = stack.as_slice().last().copied();
                assert_eq!(stack.pop(), before);
            }
            _ => return Ok(()),
        }
    }
    assert!(stack.as_slice().iter().all(|item| [7, 9].contains(item)));
    println!("{:?}", stack.as_slice());
    Ok(())
}
