static int limit(int v) {
  if (v > 9)
    return 9;
  return v;
}
#define BIG(v) ((v) > 50 && (v) != 77)
