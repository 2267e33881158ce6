//! Numbers and texts for calls: values at the edges first, then random ones.

/// A generator, the same in every run.
pub struct Random {
    state: u64,
    /// Which call of each function is made: the first ones sweep the edges.
    pub round: usize,
    /// Which function is called: each begins at other edges.
    pub subject: usize,
}

impl Random {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed, round: 0, subject: 0 }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        // SplitMix64 (Steele, Lea and Flood 2014), as `base::random`, on which this crate may not depend.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below another one.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    /// Whether one of so many cases is met.
    pub fn once_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    /// One of some values.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// The edge whose turn it is, while there are some.
    pub fn edge<T: Copy>(&self, edges: &[T]) -> Option<T> {
        let place = self.round + self.subject * 17;
        (self.round < edges.len()).then(|| edges[place % edges.len()])
    }

    /// An integer, often one at an edge.
    pub fn integer(&mut self) -> i64 {
        const EDGES: &[i64] = &[
            0,
            1,
            -1,
            9,
            10,
            42,
            99,
            100,
            127,
            128,
            -128,
            255,
            256,
            32767,
            -32768,
            65535,
            i32::MAX as i64,
            i32::MIN as i64,
            u32::MAX as i64,
            i64::MAX,
            i64::MIN,
        ];
        match self.below(3) {
            0 => self.pick(EDGES),
            1 => self.bits() as i64 >> self.below(64),
            _ => self.below(1000) as i64 - 500,
        }
    }

    /// An integer as a C expression of type `long`.
    pub fn long(&mut self) -> String {
        format!("(long){:#x}UL", self.integer())
    }

    /// The bits of a `double`, often one at an edge.
    pub fn double(&mut self) -> u64 {
        const EDGES: &[f64] = &[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            1.5,
            2.5,
            -2.5,
            0.1,
            9.995,
            0.999_999_5,
            99.5,
            1e5,
            123_456.0,
            999_999.5,
            1e-5,
            1e22,
            1e23,
            9_007_199_254_740_993.0,
            4_503_599_627_370_495.5,
            0.499_999_999_999_999_94,
            2_147_483_647.5,
            9.223_372_036_854_776e18,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            5e-324,
            f64::EPSILON,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            709.9,
            -745.2,
            std::f64::consts::PI,
        ];
        if let Some(edge) = self.edge(EDGES) {
            return edge.to_bits();
        }
        match self.below(4) {
            0 => self.pick(EDGES).to_bits(),
            1 => self.bits(),
            2 => ((self.below(200_001) as f64 - 1e5) / self.pick(&[1.0, 2.0, 8.0, 10.0, 1000.0]))
                .to_bits(),
            _ => (self.bits() as f64 * 2f64.powi(self.below(140) as i32 - 100)).to_bits(),
        }
    }

    /// The bits of a `float`.
    pub fn single(&mut self) -> u32 {
        match self.below(2) {
            0 => (f64::from_bits(self.double()) as f32).to_bits(),
            _ => self.bits() as u32,
        }
    }

    /// A `double` as a C expression.
    pub fn d(&mut self) -> String {
        format!("D({:#x}UL)", self.double())
    }

    /// A `float` as a C expression.
    pub fn f(&mut self) -> String {
        format!("F({:#x}U)", self.single())
    }

    /// A `long double` as a C expression: one that a `double` is, or any with its first bit.
    pub fn l(&mut self) -> String {
        match self.below(4) {
            0 => {
                let high = self.bits() as u32 & 0xffff;
                let low = self.bits() >> 1 | u64::from(high & 0x7fff != 0) << 63;
                format!("L({high:#x},{low:#x}UL)")
            }
            1 => format!("(long double){}", self.f()),
            _ => format!("(long double){}", self.d()),
        }
    }

    /// Text of a few letters, with what matters to functions on strings.
    pub fn text(&mut self) -> String {
        const EDGES: &[&str] = &[
            "",
            "a",
            "A",
            "b",
            "ab",
            "abc",
            "abcabc",
            "ABC",
            "aBc",
            "aab",
            "aaab",
            "hello, there",
            " \t x",
            "a,b;c",
            ",,a,",
            "\u{80}\u{ff}",
            "a\u{ff}",
            "zz",
            "0",
            "[",
            "@`{",
            "abcdefghijklmnopqrstuvwxyz",
        ];
        if self.once_in(2) {
            return self.pick(EDGES).to_owned();
        }
        let length = self.below(12);
        (0..length).map(|_| self.pick(&['a', 'b', 'A', 'c', ',', ' ', '1', '\u{ff}'])).collect()
    }
}

/// A text, whose characters are bytes, as a C literal.
pub fn quoted(text: &str) -> String {
    let bytes = text.chars().map(|c| match c {
        ' ' | '!' | '#'..='>' | '@'..='[' | ']'..='~' => c.to_string(),
        other => format!("\\{:03o}", other as u32 & 0xff),
    });
    format!("\"{}\"", bytes.collect::<String>())
}
