// effigy: --sym-stdin 3
// Option and Result combinators in a lookup of discounts.
use std::io::{self, Read};

struct Customer {
    id: u8,
    card: Option<u8>,
}

const CUSTOMERS: [Customer; 3] = [
    Customer { id: 10, card: Some(5) },
    Customer { id: 20, card: None },
    Customer { id: 30, card: Some(90) },
];

fn customer(id: u8) -> Option<&'static Customer> {
    CUSTOMERS.iter().find(|customer| customer.id == id)
}

/// The discount in percent: of the card, or of the coupon, whichever is there.
fn discount(id: u8, coupon: Option<u8>) -> Result<u8, &'static str> {
    let card = customer(id).ok_or("unknown customer")?.card;
    match card.zip(coupon) {
        Some((card, coupon)) => Ok(card + coupon),
        None => card.or(coupon).ok_or("no discount"),
    }
}

fn main() -> io::Result<()> {
    let mut input = [0; 3];
    io::stdin().read_exact(&mut input)?;
    let [id, coupon, price] = input;
    let coupon = Some(coupon).filter(|coupon| (1..=20).contains(coupon));

    let percent =
        discount(id, coupon)
            .unwrap_or_else(|problem| if problem.starts_with("no") { 0 } else { 1 });
    let rest = 100 - percent; //~ FINDING[overflow]: attempt to subtract with overflow
    let due = u32::from(price) * u32::from(rest) / 100;
    assert!(due <= u32::from(price));

    let mut slot = coupon;
    let taken = slot.take();
    assert!(slot.is_none());
    assert_eq!(taken, coupon);
    assert_eq!(coupon.xor(Some(0)).is_some(), coupon.is_none());
    let doubled = coupon.and_then(|coupon| coupon.checked_mul(2)).unwrap_or_default();
    assert_eq!(doubled % 2, 0);
    Ok(())
}
