use super::functions;

/// The functions as `path(pattern: type, ...)`.
fn listed(text: &str) -> Vec<String> {
    let param = |(name, of): &(String, String)| match of.is_empty() {
        true => name.clone(),
        false => format!("{name}: {of}"),
    };
    let line = |f: &super::Function| {
        let params: Vec<String> = f.params.iter().map(param).collect();
        format!("{}({})", f.path, params.join(", "))
    };
    functions(text).iter().map(line).collect()
}

#[test]
fn functions_are_found_in_files_modules_and_impls() {
    let text = "fn a() {}\nmod m { pub fn b(x: u8) {} mod n { fn c() {} } }\nmod other;\n\
                impl<T: Into<u8>> Tr<T> for Cart<T> where T: Copy { fn size(&self, n: usize) {} }\nfn d() {}";
    let expected = ["a()", "m::b(x: u8)", "m::n::c()", "Cart::size(&self, n: usize)", "d()"];
    assert_eq!(listed(text), expected);
}

#[test]
fn parameters_are_counted_at_the_outermost_commas() {
    let text = "fn f<'a, F: Fn(u8, u8) -> bool>(mut x: [u8; 3], (a, b): (u8, u8), f: F, m: Map<u8, Vec<u8>>,) {}\n\
                fn g(f: impl Fn(u8) -> u8, t: std::io::Error) -> impl Sized { fn inner() {} }\nfn h() {}";
    let expected = [
        "f(mut x: [u8; 3], (a, b): (u8, u8), f: F, m: Map<u8, Vec<u8>>)",
        "g(f: impl Fn(u8) -> u8, t: std::io::Error)",
        "h()",
    ];
    assert_eq!(listed(text), expected);
}

#[test]
fn comments_and_literals_hold_no_functions() {
    let text = "// fn a() {\n/* fn b() { /* nested */ { */\nconst S: &str = \"fn c() { \\\" {\";\n\
                const R: &str = r#\"fn d() { \" {\"#;\nconst C: [char; 3] = ['{', '\\'', '\"'];\nfn e<'a>(x: &'a str) {}\n\
                macro_rules! m { () => { fn f() {} } }\nfn g() {}";
    assert_eq!(listed(text), ["e(x: &'a str)", "g()"]);
}

#[test]
fn damaged_text_ends_the_scan_without_a_panic() {
    let text = "impl<T> fn (a: 'x, \"open /* r#\" ' < { mod m { fn x(";
    for (end, _) in text.char_indices() {
        functions(&text[..end]);
        functions(&text[end..]);
    }
}
