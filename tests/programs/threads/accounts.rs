// effigy: --sym-stdin 3
// threads: one order
//! Three threads move money between two accounts behind locks. The sum stays the same; that an account is covered is checked
//! against the other one.
use std::io::Read;
use std::sync::{Arc, Mutex};
use std::thread;

struct Bank {
    accounts: [Mutex<u32>; 2],
}

impl Bank {
    fn transfer(&self, from: usize, amount: u32) {
        let other = *self.accounts[1 - from].lock().unwrap();
        if amount > other {
            return;
        }
        let mut source = self.accounts[from].lock().unwrap();
        *source -= amount; //~ FINDING[overflow]: attempt to subtract with overflow
        drop(source);
        *self.accounts[1 - from].lock().unwrap() += amount;
    }

    fn sum(&self) -> u32 {
        self.accounts.iter().map(|account| *account.lock().unwrap()).sum()
    }
}

fn main() {
    let mut amounts = [0u8; 3];
    std::io::stdin().read_exact(&mut amounts).unwrap();
    let bank = Arc::new(Bank { accounts: [Mutex::new(100), Mutex::new(150)] });
    let movers: Vec<_> = amounts
        .iter()
        .enumerate()
        .map(|(index, amount)| {
            let (bank, amount) = (bank.clone(), u32::from(*amount));
            thread::spawn(move || bank.transfer(index % 2, amount))
        })
        .collect();
    for mover in movers {
        mover.join().unwrap();
    }
    assert_eq!(bank.sum(), 250);
}
