//! Dates. Native runs are in UTC.

use super::Subject;
use super::random::{Random, quoted};

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["gmtime", "localtime"], |r, name| format!("time_t t = {}; r_tm({name}(&t));", time(r)));
    add(&["gmtime_r", "localtime_r"], |r, name| {
        format!("time_t t = {}; struct tm m; r_tm({name}(&t,&m));", time(r))
    });
    add(&["mktime", "timegm"], |r, name| {
        let fields = date(r);
        format!("struct tm m = {{{fields}}}; r_i({name}(&m)); r_tm(&m);")
    });
    add(&["asctime", "asctime_r"], |r, name| {
        let target = if name == "asctime_r" { ",B" } else { "" };
        format!("time_t t = {}; struct tm m; gmtime_r(&t,&m); r_s({name}(&m{target}));", nearby(r))
    });
    add(&["ctime", "ctime_r"], |r, name| {
        let target = if name == "ctime_r" { ",B" } else { "" };
        format!("time_t t = {}; r_s({name}(&t{target}));", nearby(r))
    });
    add(&["difftime"], |r, name| format!("r_d({name}({},{}));", r.long(), r.long()));
    add(&["strftime", "strftime again"], |r, _| {
        const LETTERS: &[u8] = b"aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
        let mut format = String::new();
        for _ in 0..r.below(3) + 1 {
            let letter = r.edge(LETTERS).unwrap_or_else(|| r.pick(LETTERS));
            format += &format!(
                "{}%{}{}",
                r.pick(&["", "-", "x "]),
                r.pick(&["", "", "", "E", "O"]),
                char::from(letter)
            );
        }
        let format = format.replace("E%", "%").replace("O%", "%");
        let room = r.pick(&[90, 90, 90, 5, 11]);
        format!(
            "time_t t = {}; struct tm m; gmtime_r(&t,&m); unsigned long n = strftime(B,{room},{},&m); r_i(n); if (n) r_s(B);",
            nearby(r),
            quoted(&format)
        )
    });
    add(&["strftime of weeks"], |r, _| {
        let format = format!("%G-%V-%{}", char::from(r.pick(b"gUWuwjyY")));
        format!(
            "time_t t = {}; struct tm m; gmtime_r(&t,&m); r_i(strftime(B,90,{},&m)); r_s(B);",
            around_new_year(r),
            quoted(&format)
        )
    });
    all
}

fn time(r: &mut Random) -> String {
    const EDGES: &[i64] = &[
        0,
        -1,
        951_782_400,
        951_868_799,
        4_107_542_399,
        -2_203_891_201,
        i32::MAX as i64,
        i32::MIN as i64,
        253_402_300_799,
        -62_167_219_200,
        -62_167_219_201,
        67_768_036_191_676_799,
        -67_768_040_609_740_800,
    ];
    match r.edge(EDGES) {
        Some(edge) => edge.to_string(),
        None => nearby(r),
    }
}

/// A time in the days around the first of January: there weeks belong to either year.
fn around_new_year(r: &mut Random) -> String {
    let years = r.below(400) as i64;
    // Days from 1970 to the first of January of 1971 and later.
    let leap = |year: i64| year / 4 - year / 100 + year / 400;
    let days = 365 * (years + 1) + leap(1970 + years) - leap(1969);
    let day = days + r.below(8) as i64 - 4;
    (day * 86_400 + r.below(86_400) as i64).to_string()
}

/// A time whose year has four digits.
fn nearby(r: &mut Random) -> String {
    (r.bits() as i64 % 30_000_000_000 + 2_000_000_000).to_string()
}

fn date(r: &mut Random) -> String {
    let bounds = [70, 70, 30, 40, 15];
    let mut fields: Vec<String> = bounds
        .iter()
        .map(|most| (r.below(*most) as i64 - i64::from(r.once_in(3)) * 5).to_string())
        .collect();
    fields.push((r.below(300) as i64 - 50).to_string());
    fields.extend(["3", "5", "0"].map(str::to_owned));
    fields.join(",")
}
