# frozen_string_literal: true

# Each text is run on symbols once, and on many random databases: the one path whose conditions hold of the rows must say
# what Ruby says.
RSpec.describe "a run on symbols" do
  TEXTS = {
    "a column" => "b.title == 'a'",
    "a negated column" => "!(b.title != 'a')",
    "order" => "b.pages > 2 && b.pages <= 4",
    "arithmetic" => "b.pages + 1 == 3 * b.pages - 3",
    "a concrete receiver" => "5 - b.pages > 2 && 3 < b.pages",
    "a boolean" => "b.lent ? a.famous : !a.famous",
    "an attribute query" => "b.lent? || a.famous?",
    "an attribute query of a number" => "b.pages?",
    "null" => "b.lent.nil?",
    "null of a number" => "a.born.nil? ? b.pages.zero? : a.born > 2",
    "blank" => "a.born.blank? || b.title.blank?",
    "present" => "b.lent.present?",
    "presence" => "(a.born.presence || 7) == 7",
    "try" => "(a.born.try(:succ) || 0) > 3",
    "safe navigation" => "(a.born&.succ || 0) > 3",
    "or-assignment" => "x = b.lent; x ||= a.famous; x ? true : false",
    "and-assignment" => "x = b.lent; x &&= a.famous; x ? true : false",
    "case" => "case b.title when 'a', 'b' then b.pages == 1 when 'c' then a.famous else false end",
    "case with a range" => "case b.pages when 0..2 then true when 3 then a.famous else false end",
    "case with classes" => "case a.born when nil then false when Integer then true else raise end",
    "case without a subject" => "case when b.pages > 3 then true when a.famous then false else b.lent? end",
    "unless" => "unless b.pages > 2 then a.famous else !a.famous end",
    "a loop" => "n = 0; while n < b.pages && n < 3 do n += 1 end; n == 2",
    "until" => "n = 0; n += 1 until n >= b.pages || n == 3; n == 1",
    "a list has" => "%w[a b].include?(b.title)",
    "a list has, from a library" => "b.title.in?(%w[a c])",
    "a list has not" => "%w[a b].exclude?(b.title)",
    "a range has" => "(1..3).include?(b.pages)",
    "a predicate block" => "[1, 2, 3].any? { |n| n == b.pages }",
    "select" => "[1, 2, 3].select { |n| n > b.pages }.size == 2",
    "a predicate symbol" => "[b, b].all?(&:lent)",
    "sort" => "[b.pages, 2].sort.first == 2 || b.pages < 2",
    "max" => "[b.pages, 3].max > 3",
    "sort by a difference" => "[b.pages, 2].sort { |x, y| x - y }.first == 2",
    "counting up to a column" => "n = 0; 1.upto(b.pages) { n += 1; break if n > 6 }; n == 3",
    "eql" => "b.title.eql?('a') || 'b'.eql?(b.title)",
    "a place in a list" => "[nil, true, false].index(b.lent) == 1",
    "how often it is in a list" => "[true, nil, true].count(b.lent) == 2",
    "the last place in a list" => "['a', 'b', 'a'].rindex(b.title) == 2",
    "equal records" => "b.author == a",
    "another record" => "b.author != a",
    "records in a list" => "[a].include?(b.author)",
    "records from a library" => "[a].index(b.author) == 0",
    "unique records" => "[a, b.author].compact.uniq.size == 1",
    "belongs to" => "b.author.nil? || b.author.name == 'a'",
    "belongs to, safely" => "b.author&.famous? ? true : false",
    "has many" => "a.books.include?(b)",
    "has many, none" => "a.books.empty?",
    "has many, a count" => "a.books.count == 1",
    "has many, a size" => "a.books.size > 1",
    "has many, a length" => "a.books.length > 1",
    "has many, a map" => "a.books.map(&:pages).include?(3)",
    "has many, each" => "n = 0; a.books.each { |x| n += x.pages }; n > 4",
    "has many, all" => "a.books.all? { |x| x.pages > 1 }",
    "has many, loaded" => "a.books.to_a; a.books.include?(b)",
    "has many through" => "a.readings.any?",
    "has many through, has" => "Reader.all.any? { |r| b.readers.include?(r) }",
    "has one" => "a.first_book == b",
    "polymorphic" => "a.notes.exists?",
    "polymorphic, the other way" => "Note.all.all? { |n| n.subject_type != 'Author' || n.subject_id != a.id }",
    "a scope" => "Book.thick.include?(b)",
    "a scope with a record" => "Book.of(a).exists?",
    "find" => "Book.find(b.id) == b",
    "find by" => "Book.find_by(title: b.title) == b",
    "find by two" => "Book.find_by(author: a, title: 'a').nil?",
    "where" => "Book.where(title: 'a').where.not(pages: 1).exists?",
    "where with a list" => "Book.where(pages: [1, b.pages]).count > 1",
    "where with text" => "Book.where('pages > ? AND title = ?', b.pages, 'a').any?",
    "where with null" => "Author.where(born: nil).none?",
    "where with a query" => "Book.where(author_id: Author.where(famous: true).select(:id)).include?(b)",
    "or" => "Book.where(title: 'a').or(Book.where(pages: 1)).include?(b)",
    "merge" => "Book.where(title: 'a').merge(Book.thick).any?",
    "not" => "Book.where.not(author: a).include?(b)",
    "joins" => "Book.joins(:author).where(authors: { famous: true }).include?(b)",
    "left joins" => "Author.left_joins(:books).where(books: { id: nil }).include?(a)",
    "distinct" => "Author.joins(:books).distinct.count == 1",
    "exists with a condition" => "Book.exists?(title: b.title, pages: 3)",
    "order, first" => "Book.order(:pages, :id).first == b",
    "order, last" => "Book.order(:pages, :id).last == b",
    "first" => "Book.first == b",
    "last" => "Book.last == b",
    "limit" => "Book.order(:id).limit(1).include?(b)",
    "offset" => "Book.order(:id).offset(1).first == b",
    "pluck" => "Book.order(:id).pluck(:pages).last == b.pages",
    "pluck of two" => "Book.order(:id).pluck(:title, :pages).include?(['a', 1])",
    "ids" => "a.book_ids.include?(b.id)",
    "many" => "a.books.many?",
    "an enumeration" => "b.sold? || b.lost?",
    "an enumeration's text" => "b.state == 'draft'",
    "an enumeration's scope" => "Book.sold.include?(b)",
    "includes" => "Author.includes(:books).all? { |x| x.books.empty? }",
    "preload" => "Author.preload(:books).to_a.sum { |x| x.books.size } == Book.where.not(author_id: nil).where(author_id: Author.select(:id)).count",
    "implication" => "(b.pages > 2).implies(a.famous) ? true : false",
    "exists" => "Book.exists { |x| x.pages > b.pages }",
    "to_i" => "b.pages.to_i.positive?",
    "a text of a number" => "b.id.to_s == '1' && b.pages.to_s == '3'",
    "texts of numbers" => "b.id.to_s == a.id.to_s",
    "a text and a number" => "b.id.to_s == b.id",
    "a query with a text of a number" => "Book.where(id: b.author_id.to_s).exists? || Book.find_by(id: b.id.to_s) != b",
    "between" => "b.pages.between?(1, 3)",
    "a time" => "b.printed_at.nil? || b.printed_at.past?",
    "a time that is compared" => "!b.printed_at.nil? && b.printed_at > Time.at(10) && b.printed_at < 1.year.from_now",
    "a time that is written" => "b.update_columns(printed_at: Time.at(77)); Book.find(b.id).printed_at == Time.at(77)",
    "an ability" => "Judge.new(a).can?(:read, b)",
    "an ability by a block" => "Judge.new(a).cannot?(:update, b)",
    "an ability of a query" => "Book.accessible_by(Judge.new(a)).include?(b)",
    "even" => "b.pages.even? && !b.pages.odd?",
    "coerce" => "10 - b.pages == 9",
    "a merged value" => "x = a.famous ? 1 : 2; x == b.pages",
    "a merged text" => "x = if a.famous then 'a' else 'b' end; x == b.title",
    "a merged text as text" => "x = a.famous ? 'a' : 'b'; \"\#{x}c\" == 'ac'",
    "a record in a set" => "Set.new([a, b.author]).size == 1",
    "a record as key" => "{ a => 1 }[b.author] == 1",
    "create" => "Book.create(title: 'b', pages: b.pages, author: a); Book.where(title: 'b', author: a).count == 1",
    "create, the row" => "x = Note.create(subject: b, text: 'x'); Note.last == x && b.id == x.subject_id",
    "create, refused" => "Author.create(name: '').persisted?",
    "create, not unique by the model" => "Reader.create(name: 'r1').persisted?",
    "create, not unique by the database" => "begin; Book.create!(title: b.title, author: b.author); true; rescue ActiveRecord::RecordNotUnique; false; end",
    "create, without a row it needs" => "begin; Reading.new(book_id: b.author_id, reader_id: 1).save!(validate: false); true; rescue ActiveRecord::InvalidForeignKey; false; rescue ActiveRecord::NotNullViolation; b.author_id == 1; end",
    "create by an association" => "x = a.books.create(title: 'c', pages: 4); a.books.include?(x) || x.new_record?",
    "build by an association" => "x = a.books.build(title: 'a'); x.author == a",
    "save" => "b.pages = b.pages + 1; b.save!; Book.find(b.id).pages > 3",
    "save, unchanged" => "b.title = 'a'; b.changed?",
    "save, changed by a symbol" => "b.pages = a.born || 0; b.pages_changed?",
    "update" => "b.update(title: 'c') if Book.where(title: 'c').none?; Book.where(title: 'c').include?(b)",
    "update, an enumeration" => "b.lost!; Book.lost.include?(b) && b.lost?",
    "update, a reference" => "b.update_columns(author_id: a.id); a.books.include?(b) && b.reload.author == a",
    "update of all" => "Book.where(pages: b.pages).update_all(pages: 4); Book.find(b.id).pages == 4 && Book.thick.count > 1",
    "destroy" => "b.destroy; Book.count.zero? && Reading.where(book_id: b.id).none?",
    "delete of all" => "Reading.where(book_id: b.id).delete_all; Reading.exists?",
    "reload" => "Book.where(id: b.id).update_all(pages: 3); b.pages == 3 || b.reload.pages == 3",
    "a transaction that is rolled back" => "Note.transaction(requires_new: true) { Note.create(text: 'x'); raise ActiveRecord::Rollback }; Note.exists?(text: 'x')",
    "null and a method of its own" => "a.born.to_i.zero? || a.born.to_s == 'x' || (b.lent & a.famous)",
    "null in an order" => "(a.born <=> 2).nil? || [a.born, 2].compact.max == 3",
    "rounding down" => "(b.pages - 4) / 3 == -2 || (b.pages - 4) % -3 == -1 || (b.pages - 4) % 3 == 2",
    "a divisor that may be zero" => "7 / (b.pages - 3) == -4 || b.pages % (b.pages - 2) == 1",
    "null in a computation" => "begin; 3 - a.born == 0; rescue TypeError; true; end",
    "null as a bound" => "begin; b.pages.between?(1, a.born); rescue ArgumentError; true; end",
    "null as a list" => "[*a.born, 1].size == 1 || Array(b.lent).empty?",
    "null, asked by a library" => "Array.wrap(a.born).empty? || [a.born].all?(&:nil?)",
    "null and what there is of it" => "a.born.respond_to?(:succ) && a.born.instance_of?(Integer) && a.born.class == Integer",
    "null in a query" => "Book.where(author_id: b.author_id).include?(b) && Book.where.not(lent: b.lent).none?",
    "null in a list of a query" => "Book.where(lent: [b.lent, true]).include?(b)",
    "null in a prepared query" => "Book.find_by(lent: b.lent, author_id: b.author_id).nil?",
    "null in a validation" => "Note.new(place: a.born).valid?",
    "compact" => "[a.born, b.lent].compact.size == 2 || { a: a.born }.compact.empty?",
    "compact, safely" => "(b.author && [b.author.born])&.compact&.empty? ? true : false",
    "any and all without a block" => "[b.lent, nil].any? || [b.lent, a.famous].all? || [b.lent].none? || [b.lent, a.famous].one?",
    "any and all with a pattern" => "[b.pages].all?(1..3) || [a.born].none?(Integer) || [b.lent].any?(nil)",
    "grep" => "[a.born, b.lent, b.title].grep(nil).size == 1 || [b.title].grep('a').any?",
    "a pattern" => "Integer === a.born && !(nil === b.lent) && (1..3) === a.born",
    "filter and map" => "[a.born, b.lent].filter_map { |x| x }.size == 1 || [a, b].filter_map(&:id).empty?",
    "chunk" => "[a.born, 1].chunk { |x| x }.to_a.size == 2",
    "many with a block" => "Book.all.many? { |x| x.lent }",
    "constants and a value" => "(true & b.lent) || (false | b.lent) || (nil | b.lent) || (true ^ a.famous)",
    "a constant is combined with a value" => "x = true; x &= b.lent; y = false; y |= a.famous; z = [x, y]; z == [true, false]",
    "a constant is compared by a library" => "[nil, true].index(b.lent) == 0 || [[nil, 1]].assoc(b.lent) == [nil, 1] || [true, false].reduce { |x, y| y.then { x.send(:&, b.lent) } }",
    "a dotted comparison" => "nil.==(b.lent) || b.pages.!=(3) && 2.<(b.pages)",
    "a safe inclusion" => "[nil, 3]&.include?(a.born) || [nil]&.select { |x| x == b.lent }&.any? { |x| x.nil? }",
    "a safe predicate" => "[a, b.author].compact&.select(&:famous)&.size == 1",
    "a comment within" => "x = a.born\nx ||= # none\n  7\n[1,\n 7].include?(x # it\n)",
    "a safe or-assignment" => "k = Struct.new(:v).new(b.lent); k&.v ||= 5; k.v == 5",
    "or-assignment of elements" => "k = [b.lent, 2]; k[*[0]] ||= 5; k[0] == 5",
    "next in a condition" => "[1, 2, 3].select { |n| next b.lent if n == 1; next a.famous unless n == 2; false }.size == 1",
    "a block without a name" => "def self.f(&) [1, 2].select(&) end; f { |n| n == 1 ? b.lent : a.famous }.size == 1",
    "a flip-flop" => "(1..4).select { |n| true if (n == b.pages)..(n == 3) }.size == 2",
    "text that is evaluated" => "eval('b.lent ? a.famous : b.pages == 3')",
    "a question that is defined by a block" => "Class.new { define_method(:q?) { |x| next x if true; 1 } }.new.then { |o| [o].any? { |y| y.q?(b.lent) } }",
    "a return in a rescue" => "def self.h?(x) raise 'x' if x; x rescue => e # why\n return true end; h?(b.lent) ? true : false".sub("; x rescue", "; x\nrescue").sub("# why\n return true end", "# why\n return true\nend"),
    "a condition on what is defined" => "defined?(String) && b.lent ? true : false",
    "conditions in a list" => "case when *[b.lent, a.famous] then true else false end",
    "update all, refused" => "begin; Book.where(author_id: a.id).update_all(title: b.title); Book.where(title: 'a').count == 1; rescue ActiveRecord::RecordNotUnique; false; end",
    "update columns, refused" => "begin; b.update_columns(author_id: a.id, title: 'a'); true; rescue ActiveRecord::RecordNotUnique; false; end",
    "update all of a foreign key, refused" => "begin; Reading.update_all(book_id: b.pages); true; rescue ActiveRecord::InvalidForeignKey; false; end",
    "update all with null, refused" => "begin; Book.where(pages: 3).update_all(title: nil); true; rescue ActiveRecord::NotNullViolation; false; end",
    "update all with null in a unique column" => "begin; Book.update_all(author_id: nil); true; rescue ActiveRecord::RecordNotUnique; false; end",
    "update all of an enumeration" => "Book.where(pages: 3).update_all(state: :sold); Book.sold.exists?",
    "values of a hash" => "{ a: nil, b: 3 }.value?(a.born) && { a: nil, b: 3 }.key(a.born) == :b",
    "or-assignment of an element" => "h = { k: b.lent }; h[:k] ||= 5; h[:k] == 5",
    "and-assignment of an element" => "h = { k: b.lent }; h[:k] &&= 5; h[:k] == 5",
    "negation by a method" => "b.lent.! || a.famous.!",
    "any and all of what has elements" => "[b.lent].lazy.any? || [b.lent].each.all?",
    "an equality of one's own" => "Struct.new(:v) { def ==(other) v == other.v end }.then { |k| [k.new(b.pages)].include?(k.new(2)) }",
    "an `eql?` of one's own" => "Struct.new(:v) { def eql?(o) v.eql?(o.v) end; def hash; 1; end }.then { |k| [k.new(b.pages), k.new(2)].uniq.one? }",
    "the absolute" => "(b.pages - 3).abs == 2",
    "the class of a time" => "case b.printed_at when nil then true when Numeric then a.famous else false end",
    "has many, a size with a built one" => "a.books.build(title: 'a'); a.books.size == 2",
    "a size of no owner" => "Author.new.books.size == 0 && Book.none.count == 0",
    "sum of rows" => "a.books.sum(&:pages) > 3",
    "polymorphic, the owner" => "Note.first&.subject == b",
    "a counter" => "r = Reading.first; r&.destroy; Reader.all.any? { |x| x.readings_count < 0 }",
    "a counter's size" => "Reader.all.any? { |x| x.readings.size != x.readings.count }",
    "find or create" => "x = Reader.find_or_create_by(name: 'r1'); Reader.where(name: 'r1').count == 1 && x.id == Reader.first.id"
  }.freeze

  def rows(random)
    ids = [nil, 1, 2]
    authors = (1..random.rand(1..2)).map { |i| { id: i, name: %w[a b][random.rand(2)], famous: random.rand(2) == 1, born: [nil, 1, 3][random.rand(3)] } }
    books = (1..random.rand(1..2)).map do |i|
      { id: i, author_id: ids[random.rand(3)], title: %w[a b c][random.rand(3)], pages: random.rand(6), state: random.rand(3),
        lent: [nil, true, false][random.rand(3)], printed_at: [nil, Time.at(0), Time.at(2**35)][random.rand(3)] }
    end
    readers = (1..random.rand(0..2)).map { |i| { id: i, name: "r#{i}" } }
    readings = readers.any? ? (1..random.rand(0..2)).map { |i| { id: i, book_id: random.rand(1..books.size), reader_id: random.rand(1..readers.size) } } : []
    notes = (1..random.rand(0..2)).map { |i| { id: i, subject_type: %w[Author Book][random.rand(2)], subject_id: random.rand(1..2) } }
    { "authors" => authors, "books" => books.uniq { |b| [b[:author_id], b[:title]] }, "readers" => readers,
      "readings" => readings.select { |r| r[:book_id] <= books.uniq { |b| [b[:author_id], b[:title]] }.size }, "notes" => notes }
  end

  def insert(rows)
    rows.each { |table, list| list.each { |row| ActiveRecord::Base.connection.insert_fixture(row, table) } }
  end

  # What a path says of the rows, nil when it is not taken.
  def said(path)
    evaluator = Evaluator.of(path, "a" => ["authors", 1], "b" => ["books", 1])
    return nil unless evaluator.taken?(path)
    return path.ending[:error].split(": ")[0] if path.ending[:kind] == "raised"

    path.obligations.map { |o| evaluator.value(Rubicon::Wire.expression(o.expression)) }
  ensure
    evaluator&.close
  end

  def concretely(text)
    scope = Object.new.instance_eval { binding }
    scope.local_variable_set(:a, Author.find(1))
    scope.local_variable_set(:b, Book.find(1))
    Rubicon.replay = Rubicon::Replay.new({}, {})
    [Rubicon.run(text, scope)]
  rescue StandardError => e
    e.class.name
  ensure
    Rubicon.replay = nil
  end

  TEXTS.each do |name, text|
    it "says of #{name} what Ruby says" do
      paths = paths_of_text(text, a: Author, b: Book)
      expect(paths.map { |path| path.ending[:what] }.compact).to eq []
      (ENV.key?("EFFIGY_WHOLE") ? 10 : 5).times do |seed|
        ActiveRecord::Base.transaction(requires_new: true) do
          insert(rows(Random.new(seed)))
          said = paths.filter_map { |path| said(path) }
          expect(said.size).to eq(1), "#{said.size} paths are taken"
          expect(said[0]).to eq(concretely(text))
          raise ActiveRecord::Rollback
        end
      end
    end
  end
end
