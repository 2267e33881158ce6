# frozen_string_literal: true

module Rubicon
  # The rows of a counterexample in a real database, and the specification run on them in the same application.
  class Replay
    # What the run came to: "confirmed" when the specification fails on the rows too, else "disagreed"; and why.
    Outcome = Struct.new(:verdict, :message)

    # `rows` and `variables` are those of the solver's answer; `raised` is the name of the class of the exception that
    # ends the path that fails, nil when an expectation is broken.
    def initialize(rows, variables, raised: nil)
      @rows = rows
      @variables = variables
      @raised = raised
    end

    def run(specification)
      outcome = nil
      ActiveRecord::Base.transaction(requires_new: true, joinable: false) do
        insert
        outcome = broken_invariant || outcome(specification)
        raise ActiveRecord::Rollback
      end
      outcome
    end

    # The rows as the database has them.
    def insert
      connection = ActiveRecord::Base.connection
      connection.disable_referential_integrity do
        @rows.each { |table, rows| rows.each { |row| connection.insert_fixture(Replay.stored(table, row), table) } }
      end
    end

    # `forall` on the variables of the counterexample; other ones are all records.
    def forall(range, block)
      return Replay.records(range).each { |record| block.call(record) } if @everywhere

      name = fresh(Quantifiers.name(block))
      return Replay.records(range).each { |record| block.call(record) } unless @variables.key?(name)

      value = value(range, @variables[name])
      block.call(value) if !Records.relation?(range) || range.include?(value)
    end

    def exists(range, block)
      return (-16..15).any? { |value| block.call(value) } if range == Integer

      Replay.records(range).any? { |record| holds?(block, record) }
    end

    class << self
      # All records of a model or a relation.
      def records(range)
        raise ArgumentError, "a quantifier over #{range} in a replay" unless Quantifiers.model(range)

        Records.relation?(range) ? range.to_a : range.unscoped.to_a
      end

      # A row with the values of its columns as the database stores them, and something in columns that must not be null.
      def stored(table, row)
        columns = Schema.columns(table)
        filled = columns.values.reject { |c| c.null || row.key?(c.name) }.to_h { |c| [c.name, filler(c.sort)] }
        filled.merge(row).to_h { |name, value| [name, stored_value(columns[name], value)] }
      end

      private

      def filler(sort)
        { bool: false, int: 0, time: 0, key: 0 }.fetch(sort, "")
      end

      def stored_value(column, value)
        column&.sort == :time && value.is_a?(Integer) ? Time.at(value).utc : value
      end
    end

    private

    # A counterexample that breaks what the user stated is none.
    def broken_invariant
      @everywhere = true
      Rubicon.replay = self
      broken = Invariants.stated.find { |_, block| !holds?(block) }
      Outcome.new("disagreed", "the rows break the invariant \"#{broken[0]}\"") if broken
    ensure
      @everywhere = false
      Rubicon.replay = nil
    end

    def holds?(block, *args)
      block.call(*args) != false
    rescue RSpec::Expectations::ExpectationNotMetError
      false
    end

    def outcome(specification)
      @names = []
      Rubicon.replay = self
      specification.reset
      value = specification.range ? forall(specification.range, specification.block) : specification.block.call
      return Outcome.new("disagreed", "the specification holds on these rows") unless value.equal?(false)

      @raised ? other("the property is false") : Outcome.new("confirmed", "the property is false")
    rescue *Rubicon.passed_on
      raise
    rescue RSpec::Expectations::ExpectationNotMetError, StandardError, NotImplementedError, SystemStackError => e
      said = "#{e.class}: #{e.message}".strip.lines.first.strip
      same = @raised ? e.class.ancestors.any? { |c| c.name == @raised } : RSpec::Expectations::ExpectationNotMetError === e
      same ? Outcome.new("confirmed", said) : other(said)
    ensure
      Rubicon.replay = nil
    end

    # A failure, but not the one that was found.
    def other(said)
      Outcome.new("disagreed", "#{said}, and not #{@raised || "a broken expectation"}")
    end

    def value(range, value)
      return value unless value.is_a?(Hash)

      Quantifiers.model(range).unscoped.find(value["id"])
    end

    def fresh(name)
      unique = name.to_s
      number = 1
      unique = "#{name}#{number += 1}" while @names.include?(unique)
      @names << unique
      unique
    end
  end
end
