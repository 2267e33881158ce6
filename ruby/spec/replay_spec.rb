# frozen_string_literal: true

# Rows of a counterexample in a real database.
RSpec.describe Rubicon::Replay do
  def specification(range, &block)
    Rubicon::Specification.new(range, block)
  end

  def replay(rows, variables, specification)
    Rubicon::Schema.reset
    described_class.new(rows, variables).run(specification)
  end

  it "confirms what fails on the rows" do
    rows = { "authors" => [{ "id" => 1, "name" => "a", "famous" => true }] }
    outcome = replay(rows, { "a" => { "table" => "authors", "id" => 1 } }, specification(Author) { |a| a.should_not be_famous })
    expect(outcome.verdict).to eq "confirmed"
    expect(Author.count).to eq 0
  end

  it "disagrees when the specification holds on them" do
    rows = { "authors" => [{ "id" => 1, "name" => "a", "famous" => false }] }
    outcome = replay(rows, { "a" => { "table" => "authors", "id" => 1 } }, specification(Author) { |a| a.should_not be_famous })
    expect(outcome.verdict).to eq "disagreed"
  end

  it "disagrees when something else fails on them" do
    rows = { "authors" => [{ "id" => 1, "name" => "a", "famous" => true }] }
    given = { "a" => { "table" => "authors", "id" => 1 } }
    Rubicon::Schema.reset
    raising = specification(Author) { |a| raise ArgumentError, "no #{a.name}" }
    breaking = specification(Author) { |a| a.should_not be_famous }
    said = { nil => raising, "KeyError" => raising, "ArgumentError" => breaking }.map do |raised, run|
      outcome = described_class.new(rows, given, raised: raised).run(run)
      [outcome.verdict, outcome.message[/and not .*/]]
    end
    expect(said).to eq [["disagreed", "and not a broken expectation"], ["disagreed", "and not KeyError"], ["disagreed", "and not ArgumentError"]]
    same = %w[ArgumentError StandardError].map { |raised| described_class.new(rows, given, raised: raised).run(raising).verdict }
    expect(same).to eq %w[confirmed confirmed]
  end

  it "disagrees when the rows break an invariant" do
    Rubicon.invariant("famous authors were born") { Author.forall { |a| a.famous.implies { a.born.should_not be_nil } } }
    rows = { "authors" => [{ "id" => 1, "name" => "a", "famous" => true }] }
    outcome = replay(rows, { "a" => { "table" => "authors", "id" => 1 } }, specification(Author) { |a| a.should_not be_famous })
    expect(outcome.message).to eq "the rows break the invariant \"famous authors were born\""
  ensure
    Rubicon::Invariants.stated.clear
  end

  it "gives times, booleans and columns that are not named" do
    rows = { "books" => [{ "id" => 7, "printed_at" => 100, "lent" => true }] }
    seen = nil
    replay(rows, { "b" => { "table" => "books", "id" => 7 }, "n" => 3 },
           specification(Book) { |b| Integer.forall { |n| seen = [b.printed_at.to_i, b.lent, b.title, n] } })
    expect(seen).to eq [100, true, "", 3]
  end

  it "runs quantifiers over all rows within an invariant" do
    block = proc { Author.forall { |a| Book.exists { |b| b.author_id == a.id }.should be_truthy } }
    rows = { "authors" => [{ "id" => 1, "name" => "a" }] }
    Rubicon.invariant("each has a book", &block)
    expect(replay(rows, {}, specification(nil) { true }).message).to include "each has a book"
  ensure
    Rubicon::Invariants.stated.clear
  end
end

RSpec.describe Rubicon::Tests do
  it "writes an example that makes the rows and states the expectation" do
    Rubicon::Schema.reset
    Dir.mktmpdir do |folder|
      file = File.join(folder, "x_spec.rb")
      File.write(file, <<~RUBY)
        describe Author do
          it "is not famous" do
            Author.forall do |a|
              Integer.forall do |n|
                (n > 2 && a.born).implies do
                  a.should_not be_famous
                end
              end
            end
          end
        end
      RUBY
      answer = { "rows" => { "authors" => [{ "id" => 1, "name" => "a", "famous" => true, "born" => 5 }] },
                 "variables" => { "a" => { "table" => "authors", "id" => 1 }, "n" => 3 } }
      text = described_class.text(Rubicon::Specification::Result.new(name: "x", place: "#{file}:3", answer: answer))
      expect(text.lines.drop(3).join).to eq <<~RUBY
        require "rubicon/example"

        RSpec.describe Author do
          it "is not famous" do
            Rubicon.row "authors", id: 1, name: "a", famous: true, born: 5

            a = Author.unscoped.find(1)
            n = 3

            if (n > 2 && a.born)
              a.should_not be_famous
            end
          end
        end
      RUBY
    end
  end
end
