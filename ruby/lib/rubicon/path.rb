# frozen_string_literal: true

module Rubicon
  # One path of a specification: what its branches decided, what it assumed, what must hold, and what it wrote.
  class Path
    # A decision: which side, whether the other side may still be run, and the key of its condition, by which a second
    # run knows that it meets the same branch.
    Decision = Struct.new(:key, :side, :open, :kind)
    # An expression with its text and its place in the source.
    Clause = Struct.new(:expression, :text, :place, :decision)

    attr_reader :decisions, :conditions, :hypotheses, :obligations, :writes, :variables, :queries
    attr_accessor :alarm, :ending, :text_allowed
    # A write of this path that breaks what specifications take for true: an alarm, unless the path ends in another way.
    attr_accessor :broken
    # The scopes of the run.
    attr_writer :scopes

    # The path within which this one is a formula, or nil.
    attr_reader :outer

    # `prefix` are the decisions that an earlier run has made; `judge` says which sides of a new branch are possible.
    def initialize(prefix, judge, outer = nil)
      @prefix = prefix
      @judge = judge
      @outer = outer
      @decisions = []
      @known = {}
      @conditions = []
      @hypotheses = []
      @obligations = []
      @writes = outer ? outer.writes.dup.freeze : []
      @variables = []
      @queries = 0
      @last_read = 0
      @read = Set.new
    end

    # The columns, `[table, name]`, that this path asked about.
    def read
      @outer ? @outer.read : @read
    end

    # Notes the columns of an expression.
    def ask(expression)
      case expression
      when Exp
        read << [Records.table(expression.rands[0]), expression.rands[1].to_s] if expression.rator == :column
        expression.rands.each { |rand| ask(rand) }
      when Query then expression.parameters.each { |parameter| ask(parameter) }
      end
    end

    # The side of a branch that this path takes: true or false.
    def decide(condition, place, kind = :branch)
      condition = Ops.truth(condition)
      return condition unless Rubicon.sym?(condition)

      ask(condition)
      known = known(condition)
      return known unless known.nil?

      decision = following(condition) || judged(condition, kind)
      @decisions << decision
      learn(condition, decision.side)
      record(condition, decision, place)
      decision.side
    end

    # The side of a condition that this path knows already, else nil.
    def known(condition)
      side = @known[condition.key]
      return side unless side.nil?

      opposite = Ops.not(condition)
      side = @known[opposite.key] if Rubicon.sym?(opposite)
      side.nil? ? @outer&.known(condition) : !side
    end

    # How many rows a table can have now: those of its scope and those that were made; nil when there are no scopes.
    def most_rows(table)
      return @outer.most_rows(table) if @outer

      scope = @scopes && (@scopes.fetch(:tables, {}).transform_keys(&:to_s)[table] || @scopes[:default])
      scope && scope + writes.count { |write| write[:kind] == :insert && write[:table] == table }
    end

    # A name that no other variable of this path has.
    def fresh(name)
      taken = names
      return name unless taken.include?(name.to_s)

      (2..).each { |n| return :"#{name}#{n}" unless taken.include?("#{name}#{n}") }
    end

    # The names of all variables.
    def names
      @variables.map { |variable| variable.name.to_s } + (@outer ? @outer.names : [])
    end

    def oblige(expression, text, place)
      ask(expression)
      @obligations << Clause.new(expression, text, place)
    end

    # The expressions that hold on this path so far.
    def assumed
      (@conditions + @hypotheses).map(&:expression)
    end

    # Whether the path matters to the verdict.
    def matters?
      @obligations.any? || @ending[:kind] != "completed"
    end

    # The decisions up to one of them, as text.
    def trace(index)
      @decisions.take(index).map { |d| "#{d.key}=#{d.side}" }.join(";")
    end

    # A hypothesis becomes a condition when the side on which it does not hold matters too: the conditions of paths
    # exclude each other.
    def self.settle(paths)
      split = paths.select(&:matters?).flat_map do |path|
        path.decisions.each_index.select { |i| path.decisions[i].kind == :hypothesis && !path.decisions[i].side }
            .map { |i| path.trace(i) }
      end
      paths.each { |path| path.demote(split) }
    end

    # Moves the hypotheses that are named by their traces to the conditions.
    def demote(traces)
      moved, kept = @hypotheses.partition { |clause| traces.include?(trace(clause.decision)) }
      @conditions.concat(moved)
      @hypotheses.replace(kept)
    end

    # Notes that the database is asked now; gives the number of writes before.
    def reads
      Rubicon.alarm("the database after a transaction that was rolled back when its writes had been read") if @spoiled
      @last_read = @writes.size
    end

    # Takes back the writes after the first ones. What was read in between refers to them: they stay, and nothing more can
    # be asked.
    def roll_back(size)
      return if @writes.size <= size
      return @spoiled = true if @last_read > size

      @writes.slice!(size..)
    end

    # Counts a query, for specifications that bound how many there are.
    def count_query
      @queries += 1
    end

    # The prefix of the next run, or nil when all sides were run.
    def next_prefix
      rest = @decisions.dup
      rest.pop while rest.any? && !rest.last.open
      return nil if rest.empty?

      last = rest.pop
      rest << Decision.new(last.key, !last.side, false, last.kind)
    end

    private

    def learn(condition, side)
      @known[condition.key] = side
      return unless condition.is_a?(Exp)

      parts = condition.rands if (condition.rator == :and && side) || (condition.rator == :or && !side)
      parts&.each { |part| learn(part, side) if Rubicon.sym?(part) }
      learn(condition.rands[0], !side) if condition.rator == :not && Rubicon.sym?(condition.rands[0])
    end

    # A hypothesis is no condition where it is assumed; where it is not, its negation is one.
    def record(condition, decision, place)
      if decision.kind == :hypothesis && decision.side
        return @hypotheses << Clause.new(condition, nil, place, @decisions.size - 1)
      end

      expression = decision.side ? condition : Ops.not(condition)
      @conditions << Clause.new(expression, nil, place) unless decision.kind == :forced
    end

    def following(condition)
      decision = @prefix[@decisions.size]
      return nil unless decision

      same = decision.key == condition.key
      Rubicon.alarm("the application takes another path when it is run again: something random or left over") unless same
      decision
    end

    # Asks which sides are possible; the true side comes first. Both sides of a hypothesis are run: whether it can hold
    # within the scopes is what the solver says at the end, with the scope at which it can.
    def judged(condition, kind)
      return Decision.new(condition.key, true, true, kind) if kind == :hypothesis

      yes, no = @judge.call(self, condition)
      return Decision.new(condition.key, false, false, :forced) unless yes
      return Decision.new(condition.key, true, false, :forced) unless no

      Decision.new(condition.key, true, true, kind)
    end
  end
end
