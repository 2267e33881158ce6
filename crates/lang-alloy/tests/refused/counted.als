sig A {}
run { one r: A -> A | some r } -- ERROR: `one` and `lone` over variables that stand for more than atoms is not supported
