static char a[4], b[4];

int main(void) {
    char *volatile to_b = b;
    char *inside_a = a;
    inside_a += to_b - inside_a;
    return *inside_a;
}
