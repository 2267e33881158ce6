use super::Names;

fn rewritten(text: &str) -> String {
    Names::default().rewritten(text, "value")
}

#[test]
fn symbols_have_the_names_of_the_program() {
    assert_eq!(rewritten("x@1 + x@2 + x@1 == y@3"), "x + x' + x == y");
    assert_eq!(rewritten("a@1 + a@2 + a@3 + a@4"), "a + a' + a'' + a'3");
    assert_eq!(rewritten("forall k$0@6: Int :: k$0@6 < 3"), "forall k: Int :: k < 3");
}

#[test]
fn what_a_snapshot_has_is_a_symbol() {
    let text = "by@2 + snap.to<int>(snap.first(counter@3)) > snap.to<int>(snap.first(counter@3))";
    assert_eq!(rewritten(text), "by + value > value");
}

#[test]
fn quantified_permissions_have_their_variables() {
    let mut names = Names::default();
    names.variables.insert("inverse@9".into(), "i$0@5".into());
    let text = "image@8(\"f.0%\") && inverse@9(\"f.0%\") < len(a@4) && inverse@9(\"f.0%\") >= 0";
    assert_eq!(names.rewritten(text, "value"), "i < len(a) && i >= 0");
    assert_eq!(names.rewritten("image@8(\"f.0%\")", "value"), "true");
    assert_eq!(names.rewritten("sum%limited(s@1)", "value"), "sum(s)");
}

#[test]
fn a_variable_of_the_program_keeps_its_name() {
    let mut names = Names::new(["Row".to_owned()].into());
    names.taken.insert("value".into());
    assert_eq!(names.rewritten("snap.to<int>(c@3) > 0", "value"), "value' > 0");
    names.own("value@7", "value");
    names.own("value@8", "value");
    assert_eq!(names.rewritten("value@7 < Row.size(value@8)", "value"), "value < size(value'')");
}

#[test]
fn collections_are_written_as_in_the_program() {
    let literal = "Seq_.append<Int>(Seq_.one<Int>(x@1), Seq_.one<Int>(2))";
    assert_eq!(rewritten(literal), "Seq(x, 2)");
    let sum = format!("Seq_.append<Int>(q@2, {literal})");
    assert_eq!(rewritten(&sum), "q ++ Seq(x, 2)");
    assert_eq!(rewritten(&format!("Seq_.size<Int>({sum}) + 1 < 5")), "|q ++ Seq(x, 2)| + 1 < 5");
    assert_eq!(rewritten(&format!("Seq_.at<Int>({sum}, i@1 + 1)")), "(q ++ Seq(x, 2))[i + 1]");
    assert_eq!(rewritten(&format!("{sum} == q@5")), "q ++ Seq(x, 2) == q'");
    assert_eq!(rewritten("Seq_.one<Seq<Int>>(Seq_.empty<Int>)"), "Seq(Seq[Int]())");
    assert_eq!(rewritten("Map_.empty<Int,Set<Ref>>"), "Map[Int, Set[Ref]]()");
    assert_eq!(
        rewritten("Map_.at<Int,Bool>(Map_.put<Int,Bool>(m@1, 3, true), 4)"),
        "m[3 := true][4]"
    );
    assert_eq!(rewritten("!Set_.has<Ref>(x@1, t@1)"), "!(x in t)");
    assert_eq!(rewritten("a@1 && Set_.has<Ref>(x@1, t@1)"), "a && x in t");
    let sets = "Set_.same<Int>(Set_.minus<Int>(s@1, Set_.add<Int>(Set_.one<Int>(1), 2)), t@1)";
    assert_eq!(rewritten(sets), "s setminus Set(1, 2) == t");
    assert_eq!(rewritten("Multiset_.has<Int>(4, s@1) > 2"), "(4 in s) > 2");
    assert_eq!(rewritten("Seq_.take<Int>(Interval_.interval(0, n@1), 2)"), "[0..n)[..2]");
}
