sig A { f: A }
let m0[x] = x + x.f
let m1[x] = m0[m0[x]]
let m2[x] = m1[m1[x]]
let m3[x] = m2[m2[x]]
let m4[x] = m3[m3[x]]
let m5[x] = m4[m4[x]]
let m6[x] = m5[m5[x]] -- ERROR: a model that grows this large when its macros are replaced by their bodies is not supported
run { some m6[A] }
