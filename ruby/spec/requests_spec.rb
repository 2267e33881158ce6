# frozen_string_literal: true

# What is sent to the solver.
RSpec.describe "a request" do
  def wire(path)
    Rubicon::Wire.path(path)
  end

  def column(variable, name, at = 0)
    { column: [{ var: variable }, name], at: at }
  end

  it "states a specification" do
    paths = paths_of do |path|
      variable, a = Rubicon::Quantifiers.variable(Author, :a)
      path.variables << variable
      Rubicon.run("a.famous.implies { a.books.should_not include(Book.first) }", binding.tap { |b| b.local_variable_set(:a, a) })
    end
    Rubicon::Path.settle(paths)
    first = { sql: 'SELECT "books".* FROM "books" ORDER BY "books"."id" ASC LIMIT 1', parameters: [], at: 0 }
    books = { sql: 'SELECT "books".* FROM "books" WHERE "books"."author_id" = $1', parameters: [column("a", "id")], at: 0,
              as: { of: { var: "a" }, name: "books" } }
    sent = wire(paths.find { |path| path.conditions.any? { |c| c.expression.rator == :not } })
    expect(sent).to eq(
      condition: [{ expression: { op: "not", args: [{ op: "null?", args: [{ row: first, index: 0 }] }] }, place: "(source):1" }],
      hypotheses: [{ expression: column("a", "famous"), place: "(source):1" }],
      obligations: [{ expression: { op: "not", args: [{ in: [{ row: first, index: 0 }, books] }] }, text: "(source):1", place: "(source):1" }],
      writes: [], ending: { kind: "completed" }
    )
  end

  it "states an invariant" do
    Rubicon::Schema.reset
    block = eval(Rubicon::Rewriter.rewrite("proc { Author.forall { |a| Book.exists { |b| b.author_id == a.id } } }"), binding, "(source)", 1)
    Rubicon.invariant("all authors have books", &block)
    equal = { op: "==", args: [column("b", "author_id"), column("a", "id")] }
    expect(Rubicon::Invariants.facts).to eq [
      { text: "all authors have books", place: "(source):1",
        expression: { forall: { name: "a", table: "authors", at: 0 }, body: { exists: { name: "b", table: "books", at: 0 }, body: equal } } }
    ]
  ensure
    Rubicon::Invariants.stated.clear
  end

  it "describes tables with what is true of their rows" do
    Rubicon::Schema.reset
    books = Rubicon::Schema.request([])[:tables].find { |table| table[:name] == "books" }
    expect(books[:columns]).to include(
      { name: "author_id", type: :key, null: true, references: "authors" },
      { name: "title", type: :text, null: false, values: %w[a b c] },
      { name: "state", type: :int, null: false, values: [0, 1, 2] },
      { name: "lent", type: :bool, null: true }, { name: "printed_at", type: :time, null: true }
    )
    expect(books).to include(model: "Book", key: "id", unique: [%w[author_id title]])
    readings = Rubicon::Schema.request([])[:tables].find { |table| table[:name] == "readings" }
    expect(readings[:columns]).to include({ name: "book_id", type: :key, null: false, references: "books", constraint: true })
    notes = Rubicon::Schema.request([])[:tables].find { |table| table[:name] == "notes" }
    expect(notes[:columns]).to include({ name: "subject_id", type: :key, null: true, references: nil, polymorphic: "subject_type" })
  end

  it "describes what validations let pass" do
    Rubicon::Schema.reset
    tables = Rubicon::Schema.request([])[:tables].to_h { |table| [table[:name], table[:columns]] }
    expect(tables["books"]).to include({ name: "pages", type: :int, null: false, least: 0 })
    expect(tables["notes"]).to include({ name: "place", type: :int, null: true, values: [1, 2] })
    expect(tables["readers"]).to include({ name: "name", type: :text, null: false, filled: true })
  end

  it "makes obligations of matchers" do
    texts = {
      "b.pages.should eq 3" => { op: "==", args: [column("b", "pages"), { int: 3 }] },
      "b.pages.should <= 3" => { op: "<=", args: [column("b", "pages"), { int: 3 }] },
      "b.pages.should_not > 3" => { op: "not", args: [{ op: ">", args: [column("b", "pages"), { int: 3 }] }] },
      "3.should <= 2" => { bool: false },
      "RSpec::Expectations.fail_with('no')" => { bool: false },
      "b.pages.should == 3" => { op: "==", args: [column("b", "pages"), { int: 3 }] },
      "expect(b.pages).not_to eq 3" => { op: "!=", args: [column("b", "pages"), { int: 3 }] },
      "expect(b.pages).to be > 3" => { op: ">", args: [column("b", "pages"), { int: 3 }] },
      "b.pages.should be_between(1, 3)" => { op: "and", args: [{ op: ">=", args: [column("b", "pages"), { int: 1 }] },
                                                                 { op: "<=", args: [column("b", "pages"), { int: 3 }] }] },
      "b.lent.should be_nil" => { op: "null?", args: [column("b", "lent")] },
      "b.lent.should be_truthy" => { op: "truth", args: [column("b", "lent")] },
      "expect(b).to have_attributes(pages: 1)" => { op: "==", args: [column("b", "pages"), { int: 1 }] },
      "b.pages.should satisfy { |n| n > 1 }" => { op: ">", args: [column("b", "pages"), { int: 1 }] },
      "1.should eq 1" => { bool: true }
    }
    texts.each { |text, expected| expect([text, obligation(only_path(text, b: Book))]).to eq [text, expected] }
  end

  it "has whole seconds, as the solver has them" do
    paths_of { expect(Time.current.usec).to eq 0 }
  end

  it "lets values into a response, which nobody can read" do
    expect(alarms("Rubicon.writing { { title: b.title, book: b }.to_json }; true", b: Book)).to eq []
  end

  it "shows nothing of what was not assigned on the way to a refusal" do
    controller = double(view_assigns: { "form" => 1 })
    assigns = ->(successful) { Rubicon::Controllers::Assigns.new(controller, double(successful?: successful), true) }
    expect([assigns[false][:form], assigns[false][:books].include?(1), assigns[true][:books]]).to eq [1, false, nil]
  end

  it "ends a path where an expectation without symbols fails" do
    path = only_path("1.should eq 2; 'x' + b.title", b: Book)
    expect(path.ending[:kind]).to eq "completed"
    expect(obligation(path)).to eq(bool: false)
  end

  it "refuses a matcher that knows no symbols" do
    expect(alarms("expect(b.title).to match(/a/)", b: Book)).to eq ["the matcher Match on a symbolic value"]
  end

  it "forks on null where Ruby would raise" do
    endings = paths_of_text("a.born + 1 > 2", a: Author).map { |path| path.ending[:error] || path.ending[:kind] }
    expect(endings).to eq ["NoMethodError: undefined method `+' for nil:NilClass", "completed"]
  end

  it "has the writes of a path" do
    path = paths_of_text("Note.create(text: b.title); b.destroy; true", b: Book).find { |p| p.writes.size == 2 && p.ending[:kind] == "completed" }
    expect(wire(path)[:writes].map(&:keys).map(&:first)).to eq %i[insert delete]
    expect(wire(path)[:writes][0]).to include(insert: "notes", name: "new1", values: hash_including("text" => column("b", "title")))
  end

  it "knows values that opaque columns have" do
    expect(Rubicon::Wire.expression(1.5)).to eq(opaque: "1.5")
    expect(Rubicon::Wire.expression(BigDecimal("1.50"))).to eq(opaque: "1.5")
  end
end
