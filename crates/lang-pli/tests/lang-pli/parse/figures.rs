//! The figures of King (1976).

use super::{assert_round_trip, example, examples, numbers, procedure, program};

#[test]
fn figure_1_is_listed_as_printed() {
    let listing = "   1  SUM: PROCEDURE (A, B, C);
   2      X = A + B;
   3      Y = B + C;
   4      Z = X + Y - B;
   5      RETURN (Z);
   6  END;
";
    assert_eq!(program(&example("sum.pli")).to_string(), listing);
}

#[test]
fn figure_4_is_listed_as_printed() {
    let listing = "   1  POWER: PROCEDURE (X, Y);
   2      Z = 1;
   3      J = 1;
   4      LAB: IF Y >= J THEN
   5          DO;
   5              Z = Z * X;
   6              J = J + 1;
   7              GO TO LAB;
   7          END;
   8      RETURN (Z);
   9  END;
";
    assert_eq!(program(&example("power.pli")).to_string(), listing);
}

#[test]
fn figure_7_is_listed_as_printed() {
    let listing = "   1  TWOLOOPS: PROCEDURE (N);
   2      DO J = 1 TO N;
   3          X = J;
   3      END;
   4      DO K = 1 TO N;
   5          X = K;
   5      END;
   6  END;
";
    assert_eq!(program(&example("twoloops.pli")).to_string(), listing);
}

#[test]
fn figure_10_is_listed_as_printed() {
    let listing = "   1  SEARCH: PROCEDURE (A, L, U, X, FOUND, J);
   2      DECLARE A(*) INTEGER;
   3      DECLARE L INTEGER, U INTEGER, X INTEGER, FOUND INTEGER, J INTEGER;
   4      FOUND = 0;
   5      DO WHILE (L <= U & FOUND = 0);
   6          J = (L + U) / 2;
   7          IF X = A(J) THEN
   7              FOUND = 1;
              ELSE
   8              IF X < A(J) THEN
   9                  U = J - 1;
                  ELSE
  10                  L = J + 1;
  11      END;
  12      IF FOUND = 0 THEN
  12          J = L - 1;
  13  END;
";
    assert_eq!(program(&example("search.pli")).to_string(), listing);
}

#[test]
fn figures_with_their_printed_numbers_have_the_same_statements() {
    let power = "1 POWER: PROCEDURE(X, Y);\n2   Z ← 1;\n3   J ← 1;\n4 LAB: IF Y ≥ J THEN\n5   DO; Z ← Z * X;\n\
                 6   J ← J + 1;\n7   GO TO LAB; END;\n8   RETURN (Z);\n9 END;\n";
    assert_eq!(program(power).to_string(), program(&example("power.pli")).to_string());
    let search = "1\n     SEARCH:\n          PROC(A, L, U, X, FOUND, J);\n 2          DCL A(*) INTEGER;\n \
                  3          DCL (L, U, X, FOUND, J) INTEGER;\n 4          FOUND = 0;\n \
                  5          DO WHILE (L¬>U & FOUND=0);\n 6                   J = (L+U)/2;\n \
                  7                   IF X = A(J) THEN FOUND = 1\n8                          ELSE IF X < A(J)\n \
                  9                                THEN U = J-1\n10                                ELSE L = J+1;\n\
                  11          END;\n12          IF FOUND = 0\n                          THEN J = L-1;\n13     END;\n";
    assert_eq!(program(search).to_string(), program(&example("search.pli")).to_string());
}

#[test]
fn the_examples_of_the_paper_end_with_its_numbers() {
    for (name, last) in [("sum", 6), ("power", 9), ("twoloops", 6), ("search", 13)] {
        let numbers = numbers(&procedure(&example(&format!("{name}.pli"))));
        assert_eq!(numbers.last(), Some(&last), "{name}");
    }
}

#[test]
fn every_example_comes_back_from_its_listing() {
    let mut count = 0;
    for entry in std::fs::read_dir(examples()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "pli") {
            assert_round_trip(&program(&std::fs::read_to_string(&path).unwrap()));
            count += 1;
        }
    }
    assert!(count >= 4);
}
