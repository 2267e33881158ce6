use crate::{Model, Role, TermStore, VarInfo};
use effigy_base::sort::Sort;
use effigy_base::value::Value;

#[test]
fn bounds_hold_for_every_value_of_small_variables() {
    let mut s = TermStore::new();
    let x = s.variable(&VarInfo { name: "x".into(), sort: Sort::BitVec(8), role: Role::Input });
    let wide = s.zero_extend(64, x);
    let four = s.bits(64, 4);
    let base = s.bits(64, 0x1000);
    let scaled = s.bvmul(wide, four);
    let address = s.bvadd(scaled, base);
    let mask = s.bits(64, 0x3c);
    let masked = s.bvand(scaled, mask);
    let seven = s.bits(64, 7);
    let rem = s.bvurem(wide, seven);
    let sum = s.bvadd(rem, masked);
    for term in [wide, scaled, address, masked, rem, sum] {
        let (upper, zeros) = (s.upper_bound(term), s.trailing_zeros(term));
        for v in 0..256u128 {
            let mut model = Model::new();
            model.set(x, Value::bits(8, v));
            let value = s.evaluate(term, &model).scalar().unwrap();
            assert!(value <= upper);
            assert!(value.trailing_zeros() >= zeros || value == 0);
        }
    }
    assert_eq!(s.upper_bound(scaled), 1020);
    assert!(s.trailing_zeros(scaled) >= 2);
    assert_eq!(s.constant_summand(address), Some(0x1000));
    let (end, offset) = (s.bits(64, 0x2000), s.zero_extend(64, x));
    let before = s.bvsub(end, offset);
    assert_eq!(s.constant_summand(before), Some(0x2000));
}

#[test]
fn terms_that_share_their_parts_are_looked_at_in_bounded_time() {
    let mut s = TermStore::new();
    let x = s.variable(&VarInfo { name: "x".into(), sort: Sort::BitVec(32), role: Role::Input });
    let y = s.variable(&VarInfo { name: "y".into(), sort: Sort::BitVec(32), role: Role::Input });
    let mut term = s.bvmul(x, y);
    for _ in 0..200 {
        let turned = s.bvxor(term, x);
        term = s.bvmul(term, turned);
    }
    for _ in 0..10_000 {
        assert_eq!(s.upper_bound(term), u128::from(u32::MAX));
        assert_eq!(s.trailing_zeros(term), 0);
    }
}
