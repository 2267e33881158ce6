//! Wide and multibyte characters.

use super::Subject;
use super::formats;
use super::random::{Random, quoted};

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["wcslen"], |r, name| format!("r_i({name}({}));", wide(r)));
    add(&["wcsnlen"], |r, name| format!("r_i({name}({},{}));", wide(r), r.below(14)));
    add(&["wcscmp"], |r, name| format!("r_sign({name}({},{}));", wide(r), wide(r)));
    add(&["wcsncmp"], |r, name| format!("r_sign({name}({},{},{}));", wide(r), wide(r), r.below(6)));
    add(&["wcschr", "wcsrchr"], |r, name| {
        format!(
            "const wchar_t *s = {}; r_p({name}(s,{}),s);",
            wide(r),
            r.pick(&[0, 97, 98, 44, 255, 65])
        )
    });
    add(&["wcscpy"], |r, name| format!("r_p({name}(W,{}),W); r_b(W,80);", wide(r)));
    add(&["wcsncpy"], |r, name| {
        format!("r_p({name}(W,{},{}),W); r_b(W,80);", wide(r), r.below(14))
    });
    add(&["wcscat"], |r, name| {
        format!("wcscpy(W,{}); r_p({name}(W,{}),W); r_b(W,90);", wide(r), wide(r))
    });
    add(&["wmemset"], |r, name| {
        format!("r_p({name}(W,{},{}),W); r_b(W,80);", r.below(300), r.below(14))
    });
    add(&["wmemcpy", "wmemmove"], |r, name| {
        format!("wchar_t s[24] = {}; r_p({name}(W,s,{}),W); r_b(W,80);", wide(r), r.below(14))
    });
    add(
        &[
            "towupper", "towlower", "iswupper", "iswlower", "iswalpha", "iswdigit", "iswalnum",
            "iswspace",
        ],
        |r, name| {
            let truth = if name.starts_with("is") { "!!" } else { "" };
            format!(
                "r_i({truth}{name}({}));",
                if r.once_in(2) { r.below(128) } else { r.below(0x300) }
            )
        },
    );
    multibyte(&mut all);
    all
}

/// Conversions, and text of wide formats.
fn multibyte(all: &mut Vec<Subject>) {
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["btowc", "wctob"], |r, name| format!("r_i((int){name}({}));", r.below(300) as i64 - 1));
    add(&["mblen"], |r, name| format!("r_i({name}({},{}));", quoted(&r.text()), r.below(3)));
    add(&["mbtowc"], |r, name| {
        format!("r_i({name}(W,{},{})); r_b(W,8);", quoted(&r.text()), r.below(3))
    });
    add(&["mbrtowc"], |r, name| {
        format!(
            "mbstate_t s = {{0}}; r_i({name}(W,{},{},&s)); r_b(W,8);",
            quoted(&r.text()),
            r.below(3)
        )
    });
    add(&["mbrlen"], |r, name| {
        format!("mbstate_t s = {{0}}; r_i({name}({},{},&s));", quoted(&r.text()), r.below(3))
    });
    add(&["wctomb"], |r, name| format!("r_i({name}(B,{})); r_b(B,4);", r.below(300)));
    add(&["wcrtomb"], |r, name| {
        format!("mbstate_t s = {{0}}; r_i({name}(B,{},&s)); r_b(B,4);", r.below(300))
    });
    add(&["mbstowcs"], |r, name| {
        format!(
            "r_i({name}({},{},{})); r_b(W,80);",
            r.pick(&["W", "W", "0"]),
            quoted(&r.text()),
            r.below(14)
        )
    });
    add(&["wcstombs"], |r, name| {
        format!("r_i({name}({},{},{})); r_b(B,40);", r.pick(&["B", "B", "0"]), wide(r), r.below(14))
    });
    add(&["mbsrtowcs"], |r, name| {
        format!(
            "mbstate_t s = {{0}}; const char *t = {}, *u = t; r_i({name}(W,&u,{},&s)); r_p(u,t); r_b(W,80);",
            quoted(&r.text()),
            r.below(14)
        )
    });
    add(&["wcsrtombs"], |r, name| {
        format!(
            "mbstate_t s = {{0}}; const wchar_t *t = {}, *u = t; r_i({name}(B,&u,{},&s)); r_p(u,t); r_b(B,40);",
            wide(r),
            r.below(14)
        )
    });
    add(&["swprintf"], |r, name| {
        let (spec, args) = if r.once_in(2) { formats::integer(r) } else { formats::float(r) };
        let room = r.pick(&[250, 250, 250, 8]);
        // What is written where it does not fit is not said.
        format!(
            "int n = {name}(W,{room},L{},{args}); r_i(n); if (n >= 0) r_w(W);",
            quoted(&format!("<{spec}>"))
        )
    });
    add(&["swprintf text"], |r, _| {
        let text = quoted(&r.text().replace(|c: char| !c.is_ascii(), "~"));
        let spec = r.pick(&["%s", "%ls", "%5s", "%.2s", "%-6.3ls"]);
        let wide = if spec.contains('l') { "L" } else { "" };
        format!("r_i(swprintf(W,90,L{},{wide}{text})); r_w(W);", quoted(&format!("a{spec}b")))
    });
}

fn wide(r: &mut Random) -> String {
    format!("L{}", quoted(&r.text()))
}
