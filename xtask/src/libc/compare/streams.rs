//! Streams of a file of its own, and variables of the environment.

use super::Subject;
use super::random::{Random, quoted};

pub(super) fn subjects() -> Vec<Subject> {
    vec![
        Subject { name: "streams", make: |r, _| streams(r) },
        Subject { name: "environment", make: |r, _| environment(r) },
    ]
}

/// Steps on a stream that is read and written, with what the standard asks for between the two.
fn streams(r: &mut Random) -> String {
    let mut code = String::from("FILE *f = tmpfile(); ");
    let mut reads = false;
    for _ in 0..r.below(10) + 2 {
        let read = r.once_in(2);
        if read != reads || r.once_in(4) {
            code += &format!(
                "r_i(fseek(f,{},{})); ",
                r.below(6),
                r.pick(&["SEEK_SET", "SEEK_CUR", "SEEK_END"])
            );
        }
        reads = read;
        code += &match (read, r.below(5)) {
            (true, 0) => "r_i(fgetc(f)); ".to_owned(),
            (true, 1) => format!("r_p(fgets(B,{},f),B); r_b(B,24); ", r.below(7) + 2),
            (true, 2) => format!("r_i(fread(B,{},{},f)); r_b(B,24); ", r.below(3) + 1, r.below(5)),
            (true, 3) => {
                "{ char *l = 0; unsigned long n = 0; r_i(getline(&l,&n,f)); free(l); } ".to_owned()
            }
            (true, _) => "r_i(ungetc('q',f)); r_i(fgetc(f)); ".to_owned(),
            (false, 0) => format!("r_i(fputc({},f)); ", r.pick(&["65", "10", "300"])),
            (false, 1) => {
                format!("r_i(fputs({},f) >= 0); ", quoted(r.pick(&["ab\ncd", "x", "", "\n"])))
            }
            (false, 2) => {
                format!("r_i(fwrite(\"abcdefgh\",{},{},f)); ", r.below(3) + 1, r.below(3))
            }
            (false, _) => format!("r_i(fprintf(f,\"%d,%s\",{},\"z\")); ", r.below(100)),
        };
        code += "r_i(ftell(f)); r_i(!!feof(f)); r_i(!!ferror(f)); ";
    }
    code + "rewind(f); r_i(fread(B,1,90,f)); r_b(B,90); fclose(f);"
}

fn environment(r: &mut Random) -> String {
    let mut code = String::new();
    for _ in 0..r.below(5) + 1 {
        let name = quoted(r.pick(&["V1", "V2", "V1x"]));
        code += &match r.below(4) {
            0 => format!(
                "r_i(setenv({name},{},{})); ",
                quoted(r.pick(&["a", "", "b c"])),
                r.below(2)
            ),
            1 => format!("r_i(unsetenv({name})); "),
            2 => format!("r_i(setenv({},\"x\",1)); ", quoted(r.pick(&["", "a=b"]))),
            _ => format!("r_s(getenv({name})); "),
        };
    }
    code + "r_s(getenv(\"V1\")); r_s(getenv(\"V2\")); unsetenv(\"V1\"); unsetenv(\"V2\"); unsetenv(\"V1x\");"
}
