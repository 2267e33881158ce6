use super::{Check, CheckSet, Preset};
use crate::finding::FindingKind;

#[test]
fn every_kind_belongs_to_a_check_and_every_name_is_unique() {
    for kind in FindingKind::ALL {
        assert!(Check::of(*kind).is_some(), "{kind}");
    }
    let mut names: Vec<&str> = Check::ALL.iter().map(|c| c.name()).collect();
    names.extend(Preset::ALL.iter().map(|p| p.name()).filter(|n| *n != "wrap"));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn lists_are_read_from_left_to_right() {
    let parse = |list: &str| CheckSet::parse(list).unwrap();
    assert_eq!(parse("default"), CheckSet::default());
    assert_eq!(parse("null"), CheckSet::NONE.with(Check::Null));
    assert_eq!(parse("-null"), CheckSet::default().without(Check::Null));
    assert_eq!(parse("+leak"), CheckSet::default().with(Check::Leak));
    assert!(!parse("memory,-null").contains(Check::Null));
    assert!(!parse("memory,-null").contains(Check::Overflow));
    assert!(parse("all").contains(Check::Leak) && !parse("all").contains(Check::Wrap));
    assert!(parse("+wrap").contains(Check::Wrap) && parse("+wrap").contains(Check::Null));
    for list in ["nul", "", "default,", "+", "--null", "default,no"] {
        let message = CheckSet::parse(list).unwrap_err().to_string();
        assert!(Check::ALL.iter().all(|check| message.contains(check.name())), "{message}");
    }
}

#[test]
fn what_is_printed_is_read_back() {
    for check in Check::ALL {
        for set in [CheckSet::NONE.with(*check), CheckSet::default().without(*check)] {
            assert_eq!(CheckSet::parse(&set.to_string()), Ok(set));
        }
    }
}
