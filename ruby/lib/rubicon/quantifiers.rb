# frozen_string_literal: true

module Rubicon
  # `forall`, `exists` and `implies`.
  module Quantifiers
    SCALARS = { Integer => :int, String => :text, Time => :time, TrueClass => :bool }.freeze

    class << self
      # A variable of a class, a relation or a list, and the value that a block gets for it.
      def variable(range, name)
        model = model(range)
        unless model
          sort = SCALARS.fetch(range) { raise ArgumentError, "forall over #{range}: a model, Integer, String or Time" }
          variable = Variable.new(name, sort)
          return [variable, variable]
        end
        Rubicon.alarm("the table `#{model.table_name}`, which the database does not have: load the schema") unless model.table_exists?
        variable = Variable.new(name, :record, table: model.table_name)
        [variable, Records.instantiate(model, variable)]
      end

      # The model whose records a class or a relation has.
      def model(range)
        return range.klass if Records.relation?(range)

        range if range.is_a?(Class) && Records.active_record? && range < ActiveRecord::Base
      end

      # The name of a block's variable.
      def name(block)
        block.parameters.dig(0, 1) || :x
      end

      # A quantifier within a specification: its variable is one more of the specification.
      def within(range, block)
        path = Rubicon.path
        return formula(:forall, range, block) if path.outer

        variable, value = variable(range, path.fresh(name(block)))
        path.variables << variable
        return block.call(value) unless Records.relation?(range)

        Rubicon.implies(Queries.include?(range, value)) { block.call(value) }
      end

      # A quantifier as an expression: the block is run on all its paths.
      def formula(kind, range, block)
        variable = nil
        outer = Rubicon.path
        paths = Explorer.new(outer: outer).paths do |path|
          variable, value = variable(range, path.fresh(name(block)))
          path.variables << variable
          block.call(value)
        end
        query = Records.relation?(range) ? Queries.of(range) : nil
        Exp.new(kind, [variable, query, body(kind, paths), Rubicon.now], :bool)
      end

      # What an expression is that was run on paths: true when on each path that is taken all obligations hold.
      def body(kind, paths)
        parts = paths.map { |path| part(kind, path) }
        kind == :exists ? Ops.or(*parts) : Ops.and(*parts)
      end

      private

      def part(kind, path)
        unless path.ending[:kind] == "completed"
          raise Alarm.new("in a formula: #{path.ending[:what] || path.ending[:error]}", path.ending[:place])
        end

        taken = path.conditions.map(&:expression)
        assumed = path.hypotheses.map(&:expression)
        holds = Ops.implies(Ops.and(*assumed), Ops.and(*path.obligations.map(&:expression)))
        kind == :exists ? Ops.and(*taken, holds) : Ops.implies(Ops.and(*taken), holds)
      end
    end

    # What classes and relations get.
    module Range
      # The block holds for all records of a model, rows of a relation, or values of a class.
      def forall(&block)
        return Rubicon.replay.forall(self, block) if Rubicon.replay
        return Quantifiers.within(self, block) if Rubicon.path

        Specification.new(self, block).verify
      end

      # Whether the block holds for some record or value.
      def exists(&block)
        return Rubicon.replay.exists(self, block) if Rubicon.replay
        raise ArgumentError, "`exists` stands within `forall`, `invariant` or `check`" unless Rubicon.path

        Quantifiers.formula(:exists, self, block)
      end
    end

    Class.include(Range)

    # What conditions get.
    module Implication
      # Runs the block, or gives the second condition, where the receiver holds.
      def implies(*other, &block)
        Rubicon.implies(self, *other, &block)
      end
    end

    Object.include(Implication)
  end

  class << self
    # `condition.implies { ... }`: what the block states is stated where the condition holds.
    def implies(condition, *other)
      return Ops.implies(condition, other[0]) unless other.empty?
      return (yield if test(condition)) unless @path

      yield if @path.decide(Ops.truth(condition), place, :hypothesis)
    end
  end
end
