# frozen_string_literal: true

# What models declare of columns and the database does not keep.
RSpec.describe Rubicon::Choices do
  def read(text, **variables)
    paths_of_text(text, **variables).reduce(Set.new) { |all, path| all | path.read }
  end

  def met(text, **variables)
    described_class.met(read(text, **variables)).map(&:what)
  end

  it "is named, with the line that declares it" do
    Rubicon::Schema.reset
    declared = described_class.of("books").to_h { |assumed| [assumed.what, assumed.place] }
    lines = File.readlines(File.expand_path("support/library.rb", __dir__))
    expect(declared.keys).to eq ["books.title is one of a, b, c", "books.pages is at least 0", "books.state is one of draft, sold, lost"]
    expect(lines[declared["books.state is one of draft, sold, lost"][/\d+\z/].to_i - 1]).to include "enum state:"
    expect(described_class.of("readers").map(&:what)).to eq ["readers.name is present"]
    expect(described_class.of("notes").map(&:what)).to eq ["notes.place is one of 1, 2"]
  end

  it "says what a validation alone keeps different" do
    stub_const("Tale", Class.new(ActiveRecord::Base) { self.table_name = "authors" })
    Tale.validates :name, uniqueness: { scope: :born }
    expect(described_class.send(:uniques, Tale).map(&:what)).to eq ["authors.name is unique within born"]
  end

  it "is met where a specification reads the column, and not elsewhere" do
    expect(met("b.lent ? true : false", b: Book)).to eq []
    expect(met("r.name.nil?", r: Reader)).to eq ["readers.name is present"]
    expect(met("Reader.where(name: 'a').any?")).to eq ["readers.name is present"]
    expect(met("Reader.where(readings_count: 1).any?")).to eq []
    expect(read("Book.where('pages > 1').any?; b.sold?", b: Book)).to include(%w[books pages], %w[books state])
  end

  it "has the words of the model and its place where the solver rests on values" do
    Rubicon::Schema.reset
    said = [{ "name" => "choices", "what" => "books.state is 0, 1 or 2" }, { "name" => "overflow", "what" => "no number overflows" }]
    named = described_class.named(said)
    expect(named).to match [{ "name" => "choices", "what" => "books.state is one of draft, sold, lost", "where" => /library\.rb:\d+\z/ }, said[1]]
  end

  def endings(text, **variables)
    paths_of_text(text, **variables).map { |path| path.ending[:what] || path.ending[:kind] }.uniq
  end

  it "is broken by a write of another value, which leaves the path undecided" do
    broken = "a write after which it is not true that books.title is one of a, b, c"
    expect(endings("b.update_columns(title: 'z'); true", b: Book)).to match_array [broken, "raised"]
    expect(endings("b.title = 'z'; b.save!(validate: false); true", b: Book)).to include broken
    expect(endings("Book.where(pages: 3).update_all(title: 'z'); true")).to match_array [broken, "raised"]
    expect(endings("Book.new(title: 'z').save(validate: false); true")).to include broken
    expect(endings("b.update_columns(title: 'c'); true", b: Book)).to match_array %w[completed raised]
    expect(endings("b.update_columns(title: a.name); true", a: Author, b: Book)).to match_array [broken, "completed", "raised"]
    expect(endings("b.update_columns(pages: -1); true", b: Book)).to eq ["a write after which it is not true that books.pages is at least 0"]
    expect(endings("Book.where(pages: 3).update_all(state: 7); true")).to eq ["raised"]
    expect(endings("Note.where(text: nil).update_all(place: 7); true")).to eq ["a write after which it is not true that notes.place is one of 1, 2"]
    expect(endings("n.update_columns(place: nil); true", n: Note)).to eq ["completed"]
  end

  it "leaves what fails there a failure" do
    path = paths_of_text("b.update_columns(title: 'z'); b.title.should eq 'a'", b: Book).find { |p| p.obligations.any? }
    expect([path.ending[:kind], obligation(path)]).to eq ["alarm", { bool: false }]
  end

  it "stands in the text of what holds, three of them" do
    answer = { "scopes" => { "books" => 2 }, "assumes" => %w[a b c d].map { |what| { "name" => "choices", "what" => what } } }
    result = Rubicon::Specification::Result.new(verdict: "holds", answer: answer, paths: [1])
    expect(Rubicon::Reports.text(result, nil)).to eq "holds up to 2 books (1 paths), assuming a; b; c; and 1 more"
  end

  it "stands in the result of what holds, beside what the solver assumes" do
    specification = Rubicon::Specification.new(nil, proc {})
    paths = paths_of_text("r.name == 'a'", r: Reader)
    overflow = { "name" => "overflow", "what" => "no number overflows" }
    assumed = specification.assumed(paths, { "verdict" => "holds", "assumes" => [overflow] })
    expect(assumed).to match [overflow, { "name" => "choices", "what" => "readers.name is present", "where" => /library\.rb:\d+\z/ }]
    expect(specification.assumed(paths, { "verdict" => "fails" })).to eq []
  end
end
