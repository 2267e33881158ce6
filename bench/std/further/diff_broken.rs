// effigy: --sym-stdin 8
//! `diff.rs` with a defect: the way back through the table does not look whether the second line is used up.
//! Meant to be explored with 8 bytes of standard input.

use std::io::{self, BufRead};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edit {
    Keep(char),
    Delete(char),
    Insert(char),
}

/// For each two beginnings of the words the length of their longest common subsequence.
fn lengths(left: &[char], right: &[char]) -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; right.len() + 1]; left.len() + 1];
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            table[i + 1][j + 1] =
                if a == b { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
        }
    }
    table
}

fn edits(left: &[char], right: &[char]) -> Vec<Edit> {
    let table = lengths(left, right);
    let (mut i, mut j) = (left.len(), right.len());
    let mut edits = Vec::new();
    while i > 0 || j > 0 {
        if i > 0 && j > 0 && left[i - 1] == right[j - 1] {
            i -= 1;
            j -= 1;
            edits.push(Edit::Keep(left[i]));
        } else if i > 0 && table[i - 1][j] >= table[i][j - 1] {
            //~^ FINDING[overflow]: attempt to subtract with overflow
            i -= 1;
            edits.push(Edit::Delete(left[i]));
        } else {
            j -= 1;
            edits.push(Edit::Insert(right[j]));
        }
    }
    edits.reverse();
    edits
}

/// What the edits read, and what they write.
fn sides(edits: &[Edit]) -> (String, String) {
    let left = edits.iter().filter_map(|edit| match *edit {
        Edit::Keep(c) | Edit::Delete(c) => Some(c),
        Edit::Insert(_) => None,
    });
    let right = edits.iter().filter_map(|edit| match *edit {
        Edit::Keep(c) | Edit::Insert(c) => Some(c),
        Edit::Delete(_) => None,
    });
    (left.collect(), right.collect())
}

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lock().lines();
    let left = lines.next().transpose()?.unwrap_or_default();
    let right = lines.next().transpose()?.unwrap_or_default();
    let chars = |line: &str| line.chars().collect::<Vec<char>>();
    let edits = edits(&chars(&left), &chars(&right));
    let (read, written) = sides(&edits);
    assert_eq!(read, left);
    assert_eq!(written, right);
    for edit in &edits {
        match edit {
            Edit::Keep(c) => println!("  {c}"),
            Edit::Delete(c) => println!("- {c}"),
            Edit::Insert(c) => println!("+ {c}"),
        }
    }
    let kept = edits.iter().filter(|edit| matches!(edit, Edit::Keep(_))).count();
    println!("{kept} of {} edits keep a character", edits.len());
    Ok(())
}
