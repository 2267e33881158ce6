// effigy: --sym-stdin 12
//! A bank: a line `+a5` pays 5 into account `a`, `-a5` takes them from it, `a>b5` moves them from `a` to `b`. Accounts in
//! capital letters may be overdrawn. No money is lost or made. Meant to be explored with 12 bytes of standard input.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead};

#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    Unreadable(String),
    NoAccount(char),
    Funds { available: i64, wanted: i64 },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unreadable(line) => write!(f, "{line:?} is no order"),
            Refusal::NoAccount(name) => write!(f, "there is no account {name}"),
            Refusal::Funds { available, wanted } => write!(f, "{wanted} of {available}"),
        }
    }
}

/// An account of some kind.
trait Account {
    fn balance(&self) -> i64;
    fn change(&mut self, amount: i64);

    /// By how much it may be overdrawn.
    fn credit(&self) -> i64 {
        0
    }

    fn withdraw(&mut self, amount: i64) -> Result<(), Refusal> {
        let available = self.balance() + self.credit();
        if amount > available {
            return Err(Refusal::Funds { available, wanted: amount });
        }
        self.change(-amount);
        Ok(())
    }
}

struct Savings(i64);

impl Account for Savings {
    fn balance(&self) -> i64 {
        self.0
    }

    fn change(&mut self, amount: i64) {
        self.0 += amount;
    }
}

struct Current {
    balance: i64,
}

impl Account for Current {
    fn balance(&self) -> i64 {
        self.balance
    }

    fn change(&mut self, amount: i64) {
        self.balance += amount;
    }

    fn credit(&self) -> i64 {
        50
    }
}

#[derive(Default)]
struct Bank {
    accounts: BTreeMap<char, Box<dyn Account>>,
    cash: i64,
}

impl Bank {
    fn find(&mut self, name: char) -> Result<&mut Box<dyn Account>, Refusal> {
        self.accounts.get_mut(&name).ok_or(Refusal::NoAccount(name))
    }

    fn pay_in(&mut self, name: char, amount: i64) {
        let account = self.accounts.entry(name).or_insert_with(|| {
            if name.is_uppercase() {
                Box::new(Current { balance: 0 })
            } else {
                Box::new(Savings(0))
            }
        });
        account.change(amount);
        self.cash += amount;
    }

    fn transfer(&mut self, from: char, to: char, amount: i64) -> Result<(), Refusal> {
        self.find(to)?;
        self.find(from)?.withdraw(amount)?;
        self.find(to)?.change(amount);
        Ok(())
    }

    /// Carries out the order of a line.
    fn order(&mut self, line: &str) -> Result<(), Refusal> {
        let unreadable = || Refusal::Unreadable(line.to_string());
        let digits = line.find(|c: char| c.is_ascii_digit()).ok_or_else(unreadable)?;
        let (order, amount) = line.split_at(digits);
        let amount = i64::from(amount.parse::<u32>().map_err(|_| unreadable())?);
        let signs: Vec<char> = order.chars().collect();
        match signs[..] {
            ['+', name] => self.pay_in(name, amount),
            ['-', name] => {
                self.find(name)?.withdraw(amount)?;
                self.cash -= amount;
            }
            [from, '>', to] => self.transfer(from, to, amount)?,
            _ => return Err(unreadable()),
        }
        Ok(())
    }
}

fn main() -> io::Result<()> {
    let mut bank = Bank::default();
    for line in io::stdin().lock().lines() {
        if let Err(refusal) = bank.order(line?.trim()) {
            println!("refused: {refusal}");
        }
        let total: i64 = bank.accounts.values().map(|account| account.balance()).sum();
        assert_eq!(total, bank.cash);
    }
    for (name, account) in &bank.accounts {
        println!("{name}: {:>6}", account.balance());
    }
    Ok(())
}
