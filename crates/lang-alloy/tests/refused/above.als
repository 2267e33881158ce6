sig A extends C {} -- ERROR: this signature is above itself
sig C extends A {}
