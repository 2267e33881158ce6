# frozen_string_literal: true

module Rubicon
  # Operations on values of which some are symbolic. Each gives a Ruby value where the answer is one, else an expression.
  module Ops
    ORDER = %i[< <= > >=].freeze

    module_function

    # What a condition on the value decides: true, false, or an expression of sort `:bool` that is never null.
    def truth(value)
      return value ? true : false unless Rubicon.sym?(value)
      return value if value.sort.nil?
      return ite(value.rands[0], truth(value.rands[1]), truth(value.rands[2])) if conditional?(value)
      return self.not(null?(value)) unless value.sort == :bool

      value.nullable ? Exp.new(:truth, [value], :bool) : value
    end

    def not(value)
      value = truth(value)
      return !value unless Rubicon.sym?(value)
      return value.rands[0] if exp?(value, :not)
      return Exp.new(value.rator == :== ? :!= : :==, value.rands, :bool) if exp?(value, :==) || exp?(value, :!=)

      Exp.new(:not, [value], :bool)
    end

    def and(*values)
      junction(:and, values, true)
    end

    def or(*values)
      junction(:or, values, false)
    end

    def implies(first, second)
      first = truth(first)
      second = truth(second)
      return second if first.equal?(true)
      return true if first.equal?(false) || second.equal?(true)

      Exp.new(:implies, [first, second], :bool)
    end

    # A conditional expression of sort `:bool`.
    def ite(condition, yes, no)
      return self.or(condition, no) if yes.equal?(true)
      return self.and(condition, yes) if no.equal?(false)
      return self.and(self.not(condition), no) if yes.equal?(false)
      return implies(condition, yes) if no.equal?(true)

      Exp.new(:if, [condition, yes, no], :bool)
    end

    # Whether the value is null.
    def null?(value)
      return value.nil? unless Rubicon.sym?(value)
      return ite(value.rands[0], null?(value.rands[1]), null?(value.rands[2])) if conditional?(value)

      Rubicon.path&.ask(value) if !value.nullable && exp?(value, :column)
      value.nullable ? Exp.new(:null?, [value], :bool) : false
    end

    # Equality as Ruby's `==` has it: null equals null alone.
    def eq(first, second)
      return first == second unless Rubicon.symbolic?(first) || Rubicon.symbolic?(second)
      return true if first.equal?(second)
      if [first, second].any? { |value| Records.record?(value) || record_row?(value) }
        return null_row(first, second) if NilClass === first || NilClass === second

        return Records.eq(first, second)
      end
      return lists(first, second) if list?(first) || list?(second)
      return hashes(first, second) if first.is_a?(Hash) || second.is_a?(Hash)

      scalars(first, second)
    end

    # One of `<`, `<=`, `>`, `>=` of two scalars that are not null.
    def compare(operator, first, second)
      sorts = [sort_of(first), sort_of(second)]
      orderable = sorts.all?(&:nil?) || (sorts - [nil, :int, :time, :key]).empty?
      Rubicon.alarm("the order of #{sorts.compact.join(' and ')} values") unless orderable
      Exp.new(operator, [first, second], :bool)
    end

    # The sum of integers; null is zero, as in `COALESCE(x, 0) + y`.
    def sum(first, second)
      first = 0 if Rubicon.decide(null?(first))
      [first, second].any? { |value| Rubicon.sym?(value) } ? Exp.new(:+, [first, second], :int) : first + second
    end

    # The sort of a scalar, nil when it has none.
    def sort_of(value)
      case value
      when SymbolicObject then value.sort
      when true, false then :bool
      when Integer then :int
      when String then :text
      when Time, Date then :time
      when Float, BigDecimal then :opaque
      else :time if defined?(ActiveSupport::TimeWithZone) && ActiveSupport::TimeWithZone === value
      end
    end

    # Whether a constant can be an operand of the format.
    def constant?(value)
      NilClass === value || !sort_of(value).nil?
    end

    def exp?(value, rator)
      value.is_a?(Exp) && value.rator == rator
    end

    # A conditional that has a constant among its leaves: what is asked of it is asked of the leaves.
    def conditional?(value)
      exp?(value, :if) && !value.sort.nil? && value.rands.drop(1).any? { |v| !Rubicon.sym?(v) || exp?(v, :if) }
    end

    def junction(rator, values, unit)
      values = values.map { |value| truth(value) }
      return !unit if values.any? { |value| value.equal?(!unit) }

      values = values.reject { |value| value.equal?(unit) }.uniq { |value| Rubicon.key_of(value) }
      return unit if values.empty?

      values.one? ? values[0] : Exp.new(rator, values, :bool)
    end

    def scalars(first, second)
      first, second = second, first unless Rubicon.sym?(first)
      return true if Rubicon.key_of(first) == Rubicon.key_of(second)
      return spread(first, second) if conditional?(first)
      return spread(second, first) if conditional?(second)
      return texts(first, second) if [first, second].any? { |value| exp?(value, :text_of) }
      return null?(first) if NilClass === second
      return first if second.equal?(true) && first.sort == :bool && !first.nullable
      return self.not(first) if second.equal?(false) && first.sort == :bool && !first.nullable
      second = second.to_i if first.sort == :int && sort_of(second) == :opaque && !Rubicon.sym?(second) && second == second.to_i
      return both_null(first, second) unless comparable?(first, second)

      Exp.new(:==, [first, second], :bool)
    end

    def record_row?(value)
      Rubicon.sym?(value) && value.sort == :record
    end

    # A record is not nil; a row may be.
    def null_row(first, second)
      row = NilClass === first ? second : first
      record_row?(row) ? null?(row) : false
    end

    # The text of a number, a key or a Boolean: parameters of requests are such texts.
    def text_of(value)
      value.sort == :text ? value : Exp.new(:text_of, [value], :text)
    end

    # Equality where one side is the text of a value that is no text.
    def texts(first, second)
      first, second = second, first unless exp?(first, :text_of)
      value = first.rands[0]
      return eq(value, second.rands[0]) if exp?(second, :text_of)
      return false if NilClass === second || (sort_of(second) && sort_of(second) != :text)

      Rubicon.alarm("the text of a number beside a symbolic text") if Rubicon.sym?(second)
      return second == "true" ? truth(value) : second == "false" && self.not(value) if value.sort == :bool

      second.match?(/\A(0|-?[1-9]\d*)\z/) && eq(value, second.to_i)
    end

    def spread(conditional, other)
      condition, yes, no = conditional.rands
      ite(condition, eq(yes, other), eq(no, other))
    end

    # Sorts that have no value in common but null.
    def both_null(first, second)
      self.and(null?(first), null?(second))
    end

    KEYS = %i[int key].freeze

    def comparable?(first, second)
      a = sort_of(first)
      b = sort_of(second)
      return true if a.nil? && b.nil?
      return Rubicon.sym?(second) || first.sort.nil? if a.nil? || b.nil?

      a == b || (KEYS.include?(a) && KEYS.include?(b))
    end

    def list?(value)
      value.is_a?(Array) || (defined?(ActiveRecord::Relation) && value.is_a?(ActiveRecord::Relation))
    end

    def lists(first, second)
      return false unless list?(first) && list?(second)

      first = first.to_a
      second = second.to_a
      return false unless first.size == second.size

      self.and(*first.zip(second).map { |a, b| eq(a, b) })
    end

    def hashes(first, second)
      return false unless first.is_a?(Hash) && second.is_a?(Hash) && first.keys == second.keys

      self.and(*first.keys.map { |name| eq(first[name], second[name]) })
    end
  end
end
