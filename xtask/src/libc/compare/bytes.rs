//! Functions on ranges of bytes, the heap, and sorting.

use super::Subject;
use super::random::{Random, quoted};

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["memcpy", "mempcpy"], |r, name| {
        format!("{} r_p({name}(B+2,{SOURCE},{}),B); r_b(B,48);", source(r), r.below(20))
    });
    add(&["memmove"], |r, name| {
        let (to, from, bytes) = (r.below(10), r.below(10), r.below(20));
        format!("{} r_p({name}(B+{to},B+{from},{bytes}),B); r_b(B,48);", filled(r))
    });
    add(&["bcopy"], |r, name| {
        let (to, from, bytes) = (r.below(10), r.below(10), r.below(20));
        format!("{} {name}(B+{from},B+{to},{bytes}); r_b(B,48);", filled(r))
    });
    add(&["memccpy"], |r, name| {
        let (byte, bytes) = (r.pick(&[0, 97, 44, 255, 353]), r.below(20));
        format!("{} r_p({name}(B+2,{SOURCE},{byte},{bytes}),B); r_b(B,48);", source(r))
    });
    add(&["memset"], |r, name| {
        format!("r_p({name}(B+3,(int){},{}),B); r_b(B,48);", r.long(), r.below(30))
    });
    add(&["bzero", "explicit_bzero"], |r, name| format!("{name}(B+3,{}); r_b(B,48);", r.below(30)));
    add(&["memcmp", "bcmp"], |r, name| {
        let result = if name == "bcmp" { "r_i(0 !=" } else { "r_sign(" };
        let text = filled(r);
        format!("{text} {} {result} {name}(B,{SOURCE},{}));", source(r), r.below(12))
    });
    add(&["memchr", "memrchr"], |r, name| {
        let (byte, bytes) = (r.pick(&[0, 97, 44, 255, 353, 122]), r.below(14));
        format!("{} r_p({name}(B,{byte},{bytes}),B);", filled(r))
    });
    add(&["rawmemchr"], |r, name| format!("{} r_p({name}(B,'Z'),B);", filled(r)));
    add(&["memmem"], |r, name| {
        let (needle, bytes) =
            (quoted(&format!("{}\0\0", r.pick(&["a", "ab", "", "b,", "\0"]))), r.below(3));
        format!("{} r_p({name}(B,{},{needle},{bytes}),B);", filled(r), r.below(14))
    });
    others(&mut all);
    all
}

/// The heap, sorting, and arithmetic of integers.
fn others(all: &mut Vec<Subject>) {
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["calloc"], |r, name| {
        let (count, size) = (r.below(9) + 1, r.below(9) + 1);
        format!("char *p = {name}({count},{size}); r_b(p,{}); free(p);", count * size)
    });
    add(&["realloc"], |r, name| {
        let (old, new) = (r.below(30) + 1, r.below(30) + 1);
        let kept = old.min(new);
        format!(
            "char *p = malloc({old}); memset(p,65,{old}); p = {name}(p,{new}); r_b(p,{kept}); free(p);"
        )
    });
    add(&["aligned_alloc", "posix_memalign"], |r, name| {
        let align = 8usize << r.below(8);
        match name {
            "aligned_alloc" => {
                format!(
                    "void *p = {name}({align},{}); r_i((unsigned long)p % {align}); free(p);",
                    align * 2
                )
            }
            _ => {
                let align = align + r.pick(&[0, 0, 1, 4]);
                format!(
                    "void *p = 0; int e = {name}(&p,{align},9); r_i(e); if (!e) {{ r_i((unsigned long)p % {align}); free(p); }}"
                )
            }
        }
    });
    add(&["qsort", "bsearch"], |r, name| {
        let numbers: Vec<String> =
            (0..r.below(7)).map(|_| (r.below(9) as i32 - 4).to_string()).collect();
        let (count, wanted) = (numbers.len(), r.below(9) as i32 - 4);
        let sort = format!(
            "int a[8] = {{{}}}; qsort(a,{count},4,ascending); r_b(a,32);",
            numbers.join(",")
        );
        match name {
            "qsort" => sort,
            _ => format!(
                "{sort} int w = {wanted}; int *f = bsearch(&w,a,{count},4,ascending); r_i(f ? *f : 99);"
            ),
        }
    });
    add(&["abs", "labs", "llabs", "imaxabs"], |r, name| {
        let value = r.integer();
        let value = if name == "abs" {
            i64::from(value as i32).max(-i64::from(i32::MAX))
        } else {
            value.max(-i64::MAX)
        };
        format!("r_i({name}({value}L));")
    });
    add(&["ffs", "ffsl", "ffsll"], |r, name| format!("r_i({name}({}));", r.long()));
    add(&["div", "ldiv", "lldiv", "imaxdiv"], |r, name| {
        let (a, b) = (r.integer() as i32, r.integer() as i32);
        let b = if b == 0 || b == -1 { 7 } else { b };
        let sort = name.trim_end_matches("div");
        let sort = if sort.is_empty() { "" } else { sort };
        let result = if sort == "imax" { "imaxdiv_t".to_owned() } else { format!("{sort}div_t") };
        format!("{result} d = {name}({a},{b}); r_i(d.quot); r_i(d.rem);")
    });
}

/// The name of an array that [`source`] makes.
const SOURCE: &str = "s";

fn source(r: &mut Random) -> String {
    format!("char s[32] = {};", quoted(&r.text()))
}

fn filled(r: &mut Random) -> String {
    format!("memcpy(B,{},{});", quoted(&(r.text() + "abcdefghijkl")), 4 + r.below(8))
}
