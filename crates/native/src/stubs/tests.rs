use super::*;

const MODULE: &str = "target triple = \"x86_64-pc-linux-gnu\"\n\
    %struct.S = type { i32, double }\n\
    declare dso_local zeroext i1 @nondet_bool() #1\n\
    declare !dbg !7 i32 @unknown(i32 noundef, ...) #2\n\
    declare void @make(%struct.S* sret(%struct.S) align 8, i32) #1\n\
    declare { i64, <2 x float> } @pair()\n\
    declare noundef i8* @place()\n\
    declare i32 @printf(i8*, ...)\n\
    declare i32 @llvm.ctpop.i32(i32)\n";

fn of(policy: External) -> String {
    stubs(MODULE, policy, "").concat()
}

#[test]
fn only_what_nobody_defines_is_defined() {
    let inputs = of(External::Error);
    assert!(inputs.contains("define weak dso_local zeroext i1 @nondet_bool() {"), "{inputs}");
    assert!(!inputs.contains("@unknown"), "{inputs}");
    let all = of(External::Any);
    for head in [
        "define weak i32 @unknown(i32 noundef, ...) {",
        "define weak void @make(%struct.S* sret(%struct.S) align 8, i32) {",
        "define weak { i64, <2 x float> } @pair() {",
    ] {
        assert!(all.contains(head), "{all}");
    }
    assert!(!all.contains("@printf") && !all.contains("@llvm."), "{all}");
}

#[test]
fn what_gives_zero_asks_for_nothing() {
    let text = of(External::Concrete);
    let unknown = text.split("@unknown").nth(1).and_then(|rest| rest.split('}').next());
    assert_eq!(unknown, Some("(i32 noundef, ...) {\n  ret i32 zeroinitializer\n"), "{text}");
    assert!(text.contains("store %struct.S zeroinitializer, %struct.S* %0"), "{text}");
}

#[test]
fn scalars_are_asked_for_in_order() {
    let text = of(External::Any);
    let pair = text.split("@pair").nth(1).and_then(|rest| rest.split("\n}").next()).unwrap_or("");
    let asked: Vec<&str> = pair
        .lines()
        .filter_map(|line| line.split_once(", i64 ").filter(|_| line.contains("call")))
        .map(|(_, bytes)| bytes)
        .collect();
    assert_eq!(asked, ["8)", "4)", "4)"], "{pair}");
}

#[test]
fn a_compiler_accepts_them() {
    let (Ok(clang), Ok(scratch)) = (effigy_compile::clang(), effigy_compile::Scratch::new()) else {
        panic!("there is no clang");
    };
    let source = "struct S { int a; double b[4]; }; struct P { float x, y; };\n\
        struct S nondet_s(int); struct P pair(void); _Bool nondet_bool(void); long double nondet_ld(void);\n\
        char *text(long); void action(struct S); int main(void) { action(nondet_s(pair().x + nondet_bool() + *text(1)));\n\
        return nondet_ld() > 1; }\n";
    let source = scratch.write("one.c", source.as_bytes()).expect("writable");
    let module = scratch.file("one.ll");
    let run = |arguments: &[&std::ffi::OsStr]| {
        let output = std::process::Command::new(&clang).args(arguments).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let flags = ["-S", "-emit-llvm", "-o"].map(std::ffi::OsStr::new);
    run(&[flags[0], flags[1], flags[2], module.as_os_str(), source.as_os_str()]);
    let text = std::fs::read_to_string(&module).expect("readable");
    for policy in [External::Error, External::Any, External::Concrete] {
        let made = stubs(&text, policy, "sanitize_memory ").concat();
        assert_eq!(
            made.matches("define weak").count(),
            if policy == External::Error { 3 } else { 6 }
        );
        let made = scratch.write("stubs.ll", made.as_bytes()).expect("writable");
        run(&["-c".as_ref(), "-o".as_ref(), scratch.file("stubs.o").as_os_str(), made.as_os_str()]);
    }
}

#[test]
fn a_module_without_pointers_has_its_definitions_in_both_ways() {
    let texts = stubs("declare i8 @nondet_uchar()\n", External::Error, "");
    let with = |pointer: &str| texts.iter().filter(|text| text.contains(pointer)).count();
    assert_eq!((texts.len(), with("load i8, ptr"), with("load i8, i8*")), (2, 1, 1));
    assert!(stubs("declare i8 @known()\n", External::Error, "").is_empty());
}
