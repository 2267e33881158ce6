// effigy: --sym-stdin 4
// A ledger in a BTreeMap; the keys are concrete, the amounts are not.
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};

fn account(code: u8) -> Option<&'static str> {
    match code {
        b'c' => Some("cash"),
        b'b' => Some("bank"),
        b't' => Some("till"),
        _ => None,
    }
}

/// Moves `amount` between two accounts.
fn transfer(ledger: &mut BTreeMap<&str, u8>, from: &str, to: &str, amount: u8) -> bool {
    let Some(source) = ledger.get_mut(from) else {
        return false;
    };
    if *source < amount {
        return false;
    }
    *source -= amount;
    if let Some(target) = ledger.get_mut(to) {
        *target += amount; //~ FINDING[overflow]: attempt to add with overflow
    }
    true
}

fn main() -> io::Result<()> {
    let mut input = [0; 4];
    io::stdin().read_exact(&mut input)?;
    let [from, to, amount, opening] = input;

    let mut ledger = BTreeMap::from([("bank", 250), ("cash", opening), ("till", 0)]);
    let mut touched = BTreeSet::new();
    if let (Some(from), Some(to)) = (account(from), account(to)) {
        let before = ledger.values().map(|amount| u32::from(*amount)).sum::<u32>();
        if transfer(&mut ledger, from, to, amount) {
            touched.insert(from);
            touched.insert(to);
        }
        let after = ledger.values().map(|amount| u32::from(*amount)).sum::<u32>();
        assert_eq!(before, after);
    }

    let first = ledger.keys().next().copied();
    assert_eq!(first, Some("bank"));
    assert_eq!(ledger.range("c"..).count(), 2);
    for name in &touched {
        println!("touched {name}");
    }
    assert!(touched.len() <= 2);
    Ok(())
}
