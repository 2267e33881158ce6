# frozen_string_literal: true

RSpec.describe Rubicon::Rewriter do
  # Texts on concrete values, which must give what Ruby gives without the rewriting; `p` notes what happens in order.
  CONCRETE = [
    "if 1 == 1 then :a else :b end", "x = nil; x ||= 3; x", "x = false; x &&= p(1); x", "[1, 2].include?(2)",
    "[1, 2].include? 3", "not true", "!nil", "1 != 2", "(p(nil) or p(2))", "(p(1) and p(nil))", "p(nil) && p(1)", "p(1) || p(2)",
    "case 3 when 1, 2 then :low when *[3, 4] then :mid else :high end", "case 'ab' when /a(.)/ then $1 end",
    "case when false then 1 when p(nil) then 2 else 3 end", "i = 0; i += 1 while i < 3; i", "i = 5; i -= 1 until i <= 2; i",
    "begin; i = (i || 0) + 1; end while i < 2; i", "nil&.foo", "'a'&.upcase", "h = {}; h[p(:k)] ||= p(1); h[:k] ||= p(2); h",
    "h = { a: nil }; h[:a] &&= 1; h", "unless false then 1 else 2 end", "1 if nil", "2 unless nil", "true ? 1 : 2",
    "[1, 2, 3].select(&:odd?)", "[1, 2, 3].select { |n| n > 1 and n != 3 }", "[nil, 1].find { |n| n }", "x = 5 if false; x",
    "[1, 2].any? do |n| next true if n == 2; false end", "@a ||= p(1); @a ||= p(2); @a", "$rubicon_test ||= 4", "x = (1 if true) || 2; x",
    "def m(a = (nil || 3)) a end; m", "->(a) { a && 1 }.call(2)", "[[1, 2]].any? { |a, b| a == 1 && b == 2 }",
    "{ a: 1 }.select { |k, v| k == :a && v == 1 }", "x = 3\ny = x ==\n  3\ny", "x = true &&\n  false\nx", "puts(1) || return\n2",
    "case [1, [2]]\nin [a, [b]] if a < b then b end", "case { n: 1 }\nin { n: Integer => n } then n end", "x = [3, 4]; x => [a, *]; a",
    "begin; raise 'x' if true; rescue => e; e.message == 'x'; end", "(1..3).include?(2)", "%w[a b].exclude?('a')", "p(1) < p(2)",
    "o = Struct.new(:b).new(nil); o.b ||= p(7); o.b ||= p(8); o.b", "o = Struct.new(:b).new(1); (p(o)).b &&= 5; o.b",
    "(/(?<y>.)b/ =~ 'ab') && y", "x = <<~T == \"a\\n\" && 1\n  a\nT\nx", "defined?(a && b)", "(1 if (2..3) ) && 4", "1.then { _1 == 1 }",
    "[3, 1].sort_by { |n| n }.first == 1", "a = *nil || [1]; a", "a, b = true && 1, false || 2; [a, b]", "!(1 == 2) ? 1 : 2", "(not 1 == 2) && 3",
    "'é' == 'é' && 'ü' != 'ö'", "\"\\xff\".b == \"\\xff\".b", "x = 1; x == 1 ? (y = 2) : (y = 3); y", "if (x = 3) && x > 2 then x end",
    "1.to_s + nil.to_s", "def z?(x) return !x if x; x || 3 end; [z?(1), z?(nil)]", "def self.y?; begin; 1; rescue; 2; end; end; y?",
    "[1, nil].reject(&:nil?)", "h = Hash.new { |g, k| g[k] = k && 1 }; h[2]", "loop { break 5 if true }", "(1 and 2 or 3)", "p(!true || p(2))",
    "frozen = Struct.new(:v) { def w; @w ||= 1; end }.new(1); frozen.w; frozen.freeze; frozen.w",
    "x = 'a=b'; x.index(/(=)/) ? $1 : 0", "x = 'a=b'; y = /(.)$/; x.rindex(y); $1", "p([1, 2]).index(p(2))", "p([1, 2]).rindex p(2)", "[1].index 1",
    "{ a: 1 }.delete(:b) { |k| [k, 9] }", "[1, 2].delete(3) { 4 }", "p([1]) - p([1])", "3 - p(2) - 1", "[1] | [2] & [2]", "5 & 3 | 8", "x = [1]\nx -\n  [1]",
    "true.!", "[1, nil].compact", "[nil].any?", "[nil]&.all?", "[1, nil].one?", "[3].any?(1..3)", "%w[ab].grep(/a(.)/) { $1 }", "/a(.)/ === 'ab' && $1",
    "Integer === p(1)", "[1, 2].filter_map { |n| n if n > 1 }", "[1].filter_map(&:succ)", "[1, 1].chunk { |n| n }.to_a", "[1, 2].reduce(:&)", "true ^ p(nil)",
    "{ a: 1 }.key(1)", "{ a: nil }.compact", "[1, 2].many? { |n| n > 1 }", "Struct.new(:key).new(1).key", "[4, 5].bsearch { |n| n >= 5 }", "h = { a: false }; h[:a] ||= p(1)",
    "{ 1 => 2 }.count([1, 2])", "'hello'.count('l')", "'hello'.delete('l')", "1.eql?(1.0)", "x = 'a'; x.equal?(x)", "[1].union([2])", "[3, 4].find_index(4)",
    "def q?; if p(1) then return false else return true end; end; q?", "def q?; begin; raise 'x'; rescue => e # why\n e.message == 'x'; end; end; q?",
    "def q?\n  raise 'x'\nrescue => e\n  # why\n  return false\nend\nq?", "def q?; p(1) => y; end; q?", "def q?; { a: 1 } in { a: Integer => x }; end; q?",
    "def q? = p(1) || 2\nq?", "[1, 2, 3].select { |n| next true if n == 2; n == 3 }", "[1, 2].map { |n| [n].any? { |m| next m > 1; false } }",
    "(1..9).select { |n| true if (n == 3)..(n == 5) }", "(1..9).select { |n| true if (n == 3)...(n == 3) }", "(1..4).select { |n| true if (n == 2).. }", "0 in [a, *a]", "(1..4).select { |n| true if p(n) && (n == 2)..(n == 3) }",
    "(1..4).reject { |n| true unless !((n == 2)..(n == 3)) }", "x = 1; 3 if defined?(x) && x == 1", "\"\#{nil || 3}\" =~ /\#{nil || 3}/",
    "x = nil\nx ||= # why\n  p(3)\nx", "a = [nil, 2]; a[0, 1] ||= 3; a", "a = { [1, 2] => nil }; k = [[1, 2]]; a[*k] ||= p(4); a",
    "o = Struct.new(:b).new(nil); o&.b ||= p(7); o&.b ||= p(8); o.b", "o = nil; o&.b ||= p(7)", "o = Struct.new(:b).new(2); o::b ||= 3; o.b",
    "class RubiconCv; def self.t; remove_class_variable(:@@c) if class_variable_defined?(:@@c); @@c ||= 3; @@c ||= 4; @@c &&= 5; end; end; RubiconCv.t",
    "x = true; x &= p(nil); x", "x = 6; x &= 3; x |= 8; x ^= 1; x -= 2; x", "x = [1, 2]; x -= [p(2)]; x |= [3]; x &= [3]; x",
    "o = Struct.new(:b).new(true); o.b &= p(false); o.b", "h = { a: 6 }; h[p(:a)] &= 3; h", "@v = true; @v ^= p(true); @v", "def r=(x) @r = x end; def r() @r end; self.r = 7; self.r &= p(3); r",
    "1.==(1)", "p(1).!=(p(2))", "3.<(p(4))", "1&.==(1)", "p([1, 2]).include?(\n  2, # why\n)", "['a'].include?(<<~T)\n  a\nT\n", "['ab'].include?(<<~T.strip)\n  ab\nT\n",
    "p(<<~A).==(\n  a\nA\n  \"a\\n\")", "def f(&) [1, 2].select(&) end; f { |x| x > 1 }", "def f(&) g(&) end; def g(&b) b.call(3) end; f { |x| x + 1 }",
    "case when *[nil, 1] then 2 else 3 end", "o = Class.new { define_method(:a?) { next 1 if true; 2 } }.new; o.a?", "[1, nil]&.select(&:nil?)", "[nil, 1]&.compact&.size",
    "o = Class.new { class_eval \"def a?; nil || 4; end\" }.new; o.a?", "eval('1 == 1 && 2')", "instance_eval <<~T, 'x', 3\n  nil || __LINE__\nT\n",
    "x = 1; h = { x: }; h[:x] == 1", "def f(...) g(...) end; def g(a, b: 2) a == 1 && b end; f(1, b: 3)", "a = *(1..3) && [4]; a", "x = if true then 1 end || 2",
    "x = begin; 1; ensure; 2; end; x == 1", "i = 0; i += 1 until (i == 3) || i > 5; i", "for i in [1, 2] do break i if i == 2 end", "x = (1 in Integer) && 5", "case 5\nin 0..3 then 1\nin n if n > 4 then n end",
    "def f(a, b = a && 2, *c, d:, e: d || 3, **g) [b, e] end; f(1, d: nil)", "->(x = nil || 1) { x }.()", "x = [1, 2] in [a, b] unless false; [a, b]", "catch(:x) { throw :x, 1 == 1 && 2 }",
    "nil.to_a.any? || false", "%i[a b].any? { _1 == :b }", "begin; Integer('x'); rescue ArgumentError, TypeError => e; e.class == ArgumentError; else 1; ensure 2; end", "x = (raise 'a' rescue nil) || 3; x"
  ].freeze

  def noting(text)
    seen = []
    scope = Object.new
    scope.define_singleton_method(:p) { |value| seen << value.inspect[0, 20].sub(/0x\h+/, ""); value }
    scope.define_singleton_method(:puts) { |value| seen << value; nil }
    value = yield(text, scope.instance_eval { binding })
    [value, seen].inspect.gsub(/0x\h+/, "")
  end

  CONCRETE.each do |text|
    it "keeps what Ruby does: #{text.inspect}" do
      plain = noting(text) { |t, scope| eval("-> {#{t}\n}.call", scope) }
      rewritten = noting(text) { |t, scope| eval("-> {#{described_class.rewrite(t) || t}\n}.call", scope) }
      expect(rewritten).to eq plain
    end
  end

  it "keeps the lines" do
    text = "x =\n  1 ||\n  2 # two\nif x ==\n    1 and # one\n    x\n  raise 'here'\nend\n"
    expect(described_class.rewrite(text).lines.size).to eq text.lines.size
    expect { eval(described_class.rewrite(text), Object.new.instance_eval { binding }, "t", 1) }
      .to raise_error { |e| expect(e.backtrace[0]).to start_with "t:7" }
  end

  # In the first order the application loads the gem after `Rubicon.rewrite`, in the second before.
  [%w[rubicon cancancan rubicon/rspec], %w[cancancan rubicon rubicon/rspec]].each do |order|
    it "rewrites gems that decide, loaded in the order #{order.join(', ')}" do
      script = "%w[logger rails active_record/railtie action_controller/railtie].each { |f| require f }\n" \
               "#{order.inspect}.each { |f| require f; Rubicon.rewrite(Dir.mktmpdir) if f == 'rubicon' }\n" \
               "puts Rubicon::Loader.files.keys.grep(%r{cancan/(ability|conditions_matcher|rule)\\.rb}).size"
      output, = Open3.capture2e("ruby", "-I#{File.expand_path('../lib', __dir__)}", "-rtmpdir", "-e", script)
      expect(output).to eq "3\n"
    end
  end

  # A file that the rewriting refuses.
  def refused(folder, text)
    path = File.join(File.realpath(folder), "odd#{folder.hash}.rb")
    File.write(path, text)
    allow(described_class).to receive(:rewrite).and_raise(Rubicon::Rewriter::Edits::Overlap, "line 1")
    expect { load path }.to output(/odd.*rb is not rewritten, and what uses it is undecided: .*line 1/).to_stderr
    path
  ensure
    RSpec::Mocks.space.proxy_for(described_class).reset
  end

  it "runs a file that cannot be rewritten as it is, and names it" do
    Dir.mktmpdir do |folder|
      Rubicon.rewrite(folder)
      path = refused(folder, "ODD_FILE = 1 || 2\n")
      expect(ODD_FILE).to eq 1
      expect(Rubicon::Loader.failed.keys).to include path
    end
  end

  it "ends a path that calls a method or a block of a file that is not rewritten, with the file and the line" do
    Dir.mktmpdir do |folder|
      Rubicon.rewrite(folder)
      path = refused(folder, "module OddCalls\n  def self.odd(x)\n    x ? 1 : 2\n  end\n  define_method(:w) { 1 }\n  P = ->(x) { x }\nend\n")
      { "OddCalls.odd(b.lent)" => 2, "OddCalls::P.call(b)" => 6, "Object.new.extend(OddCalls).w" => 5 }.each do |text, line|
        ending = paths_of_text(text, b: Book)[0].ending
        expect(ending).to eq(kind: "alarm", what: "code that is not rewritten (Rubicon::Rewriter::Edits::Overlap: line 1)", place: "#{path}:#{line}")
      end
      expect(alarms("b.lent ? 1 : 2", b: Book)).to eq []
      expect(OddCalls.odd(false)).to eq 2
    end
  end

  it "ends a path that calls a method of a file that was loaded before the rewriting began" do
    Dir.mktmpdir do |folder|
      path = File.join(File.realpath(folder), "early.rb")
      File.write(path, "module EarlyCalls\n  def self.early(x)\n    x ? 1 : 2\n  end\nend\n")
      require path
      Rubicon.rewrite(folder)
      Rubicon::Loader.find_unseen
      expect(paths_of_text("EarlyCalls.early(b.lent)", b: Book)[0].ending).to include(what: "code that is not rewritten (it was loaded past the rewriting)", place: "#{path}:2")
      expect(alarms("b.lent ? 1 : 2", b: Book)).to eq []
    end
  end

  it "rewrites a file in the encoding that it states" do
    Dir.mktmpdir do |folder|
      Rubicon.rewrite(folder)
      path = File.join(File.realpath(folder), "latin.rb")
      File.binwrite(path, "# encoding: iso-8859-1\nLATIN_TEXT = nil || \"\xE9\"\n")
      load path
      expect(LATIN_TEXT.encode("UTF-8")).to eq "é"
      expect(Rubicon::Loader.files).to include path
    end
  end

  it "rewrites a folder by whatever name it is reached" do
    Dir.mktmpdir do |folder|
      Dir.mkdir(File.join(folder, "real"))
      File.symlink("real", File.join(folder, "link"))
      File.write(File.join(folder, "real", "linked.rb"), "LINKED = nil || 1\n")
      Rubicon.rewrite(File.join(folder, "link"))
      load File.join(folder, "link", "linked.rb")
      expect(Rubicon::Loader.files).to include File.join(folder, "link", "linked.rb")
    end
  end

  it "rewrites what is loaded from a chosen folder, and nothing else" do
    Dir.mktmpdir do |folder|
      Dir.mkdir(File.join(folder, "in"))
      Rubicon.rewrite(File.join(folder, "in"))
      %w[in out].each { |name| FileUtils.mkdir_p(File.join(folder, name)) && File.write(File.join(folder, name, "f.rb"), "V_#{name.upcase} = !nil\n") }
      %w[in out].each { |name| load File.join(File.realpath(folder), name, "f.rb") }
      loaded = Rubicon::Loader.files.keys.map { |path| path.delete_prefix(File.realpath(folder)) }
      expect(loaded).to include "/in/f.rb"
      expect(loaded).not_to include "/out/f.rb"
    end
  end
end
