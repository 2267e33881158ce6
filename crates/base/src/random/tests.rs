use super::{Random, SplitMix};

#[test]
fn numbers_of_searches_stay_what_they_were() {
    let mut random = Random::new(7);
    assert_eq!([random.number(), random.number()], [0xecce_e9dd_2109_d47f, 0x7f59_6005_939f_3817]);
    let mut earlier = Random::undrawn(7);
    earlier.number();
    assert_eq!(earlier.number(), Random::new(7).number());
    assert_eq!((random.below(0), random.pick::<u8>(&[])), (0, None));
}

/// The numbers are those of the reference implementation (Vigna, <https://prng.di.unimi.it/splitmix64.c>).
#[test]
fn numbers_of_choices_stay_what_they_were() {
    let mut random = SplitMix::new(1_234_567);
    assert_eq!([random.number(), random.number()], [0x599e_d017_fb08_fc85, 0x2c73_f084_5854_0fa5]);
    assert_eq!((random.below(0), random.pick::<u8>(&[])), (0, None));
    assert!(random.percent(100) && !random.percent(0));
}
