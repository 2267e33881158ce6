// effigy: --sym-stdin 2
// A transaction that takes back what it did when a panic leaves it, and forgets one account.
use std::io::Read;
use std::panic::{self, AssertUnwindSafe};

struct Accounts([u8; 3]);

struct Transaction<'a> {
    accounts: &'a mut Accounts,
    before: [u8; 3],
    done: bool,
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.done {
            self.accounts.0[..2].copy_from_slice(&self.before[..2]);
        }
    }
}

fn transfer(accounts: &mut Accounts, to: usize, amount: u8) {
    let before = accounts.0;
    let mut transaction = Transaction { accounts, before, done: false };
    transaction.accounts.0[to] += amount;
    transaction.accounts.0[0] -= amount;
    transaction.done = true;
}

fn main() {
    let mut input = [0; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut accounts = Accounts([50, 60, 70]);
    let (to, amount) = (usize::from(input[0]), input[1]);
    let _ = panic::catch_unwind(AssertUnwindSafe(|| transfer(&mut accounts, to, amount)));
    let total: u16 = accounts.0.iter().map(|part| u16::from(*part)).sum();
    assert_eq!(total, 180); //~ FINDING[assertion]: left == right
}
