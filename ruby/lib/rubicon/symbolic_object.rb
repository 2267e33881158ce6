# frozen_string_literal: true

module Rubicon
  # A symbolic value: an object of the application that stands for any value (section 2.1 of the paper).
  # Without a sort every method yields an expression, as in the paper. With a sort (`:bool`, `:int`, `:text`, `:time`,
  # `:key`, `:opaque`) a method has its model in `Scalar`, or the path ends with an alarm.
  #
  # Code that is not rewritten sees an object that is not nil and equal to itself alone.
  class SymbolicObject
    # The sort of a scalar, or nil. `nullable` tells whether the value may be null.
    attr_reader :sort, :nullable

    def initialize(sort = nil, nullable: false)
      @sort = sort
      @nullable = nullable
      @vals = []
    end

    # A value that this object has under a path condition (section 2.2).
    def add_val(condition, value)
      @vals << [condition, value]
    end

    # The symbolic state: pairs of path condition and value (section 2.2).
    def vals
      @vals
    end

    # Text that two values share exactly when they are the same expression.
    def key
      @key ||= "object#{object_id}"
    end

    def method_missing(name, *args, &block)
      return Scalar.call(self, name, args, block) if @sort

      Rubicon.alarm("a block for `#{name}` of a symbolic object") if block
      Exp.new(name, [self] + args)
    end

    # Ruby asks whether there is `to_a` for `[*x]` and `Array(x)`: nil is an empty list.
    def respond_to_missing?(name, _private = false)
      return nullable && !Rubicon.path.nil? && Scalar.null?(self) if @sort && name == :to_a
      return Scalar.model?(self, name) if @sort

      !name.start_with?("to_") && !Printing::PROTOCOL.include?(name)
    end
  end

  # An expression over symbolic values: an operator and its operands.
  class Exp < SymbolicObject
    # The operator, and what it is applied to.
    attr_reader :rator, :rands

    def initialize(rator, rands, sort = nil, nullable: false)
      super(sort, nullable: nullable)
      @rator = rator
      @rands = rands
    end

    # The state of a merged value: each leaf of nested conditionals with the condition on which it is the value.
    def vals
      return @vals unless rator == :if

      yes = Exp.leaves(rands[1]).map { |c, v| [Exp.conjunction(rands[0], c), v] }
      no = Exp.leaves(rands[2]).map { |c, v| [Exp.conjunction(Exp.new(:not, [rands[0]], :bool), c), v] }
      yes + no
    end

    def key
      @key ||= "(#{rator} #{rands.map { |rand| Rubicon.key_of(rand) }.join(' ')})"
    end

    # The guarded leaves of a value.
    def self.leaves(value)
      value.is_a?(Exp) && value.rator == :if ? value.vals : [[true, value]]
    end

    # A conjunction that leaves `true` out.
    def self.conjunction(first, second)
      second.equal?(true) ? first : Exp.new(:and, [first, second], :bool)
    end
  end

  # A variable of a specification or of a quantifier, with its name; `table` stands with records.
  class Variable < SymbolicObject
    attr_reader :name, :table

    def initialize(name, sort = nil, table: nil, nullable: false)
      super(sort, nullable: nullable)
      @name = name
      @table = table
    end

    def key
      @key ||= "$#{name}"
    end
  end

  # A query of the database: SQL with `$1`, `$2` for the parameters, and the number of writes before it.
  class Query
    attr_reader :sql, :parameters, :at, :table, :label

    # `table` is the table whose rows the query gives, nil for a query of one column. `label` is how people write it.
    def initialize(sql, parameters, at:, table: nil, label: nil)
      @sql = sql
      @parameters = parameters
      @at = at
      @table = table
      @label = label
    end

    def key
      @key ||= "[#{sql} #{parameters.map { |p| Rubicon.key_of(p) }.join(' ')} @#{at}]"
    end
  end

  # The key of any operand.
  def self.key_of(value)
    case value
    when SymbolicObject, Query then value.key
    else value.inspect
    end
  end

  # Whether a value is symbolic.
  def self.sym?(value)
    SymbolicObject === value
  end
end
