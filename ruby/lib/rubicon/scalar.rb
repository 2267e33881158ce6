# frozen_string_literal: true

module Rubicon
  # What methods of scalars mean. A method that has no meaning here ends the path with an alarm that names it.
  module Scalar
    ARITHMETIC = %i[+ - * / %].freeze
    DIVISION = %i[/ %].freeze
    # Methods that cannot be asked of null: the path on which the value is null raises, as Ruby does.
    NUMERIC = {
      even?: ->(x) { Ops.eq(Exp.new(:%, [x, 2], :int), 0) },
      odd?: ->(x) { Ops.not(Ops.eq(Exp.new(:%, [x, 2], :int), 0)) },
      zero?: ->(x) { Ops.eq(x, 0) },
      positive?: ->(x) { Ops.compare(:>, x, 0) },
      negative?: ->(x) { Ops.compare(:<, x, 0) },
      succ: ->(x) { Exp.new(:+, [x, 1], :int) },
      next: ->(x) { Exp.new(:+, [x, 1], :int) },
      pred: ->(x) { Exp.new(:-, [x, 1], :int) },
      :-@ => ->(x) { Exp.new(:-, [0, x], :int) },
      :+@ => ->(x) { x },
      to_i: ->(x) { x },
      abs: ->(x) { Exp.new(:if, [Ops.compare(:<, x, 0), Exp.new(:-, [0, x], :int), x], :int) }
    }.freeze
    # Questions about times, at the clock of the path.
    CLOCK = { past?: :<, future?: :> }.freeze
    SAME = %i[to_time to_datetime in_time_zone utc getutc localtime getlocal].freeze
    TRUE_FALSE = %i[& | ^].freeze

    module_function

    # Whether the method has a model for the value's sort.
    def model?(value, name)
      case value.sort
      when :int then NUMERIC.key?(name) || ARITHMETIC.include?(name) || Ops::ORDER.include?(name) || %i[coerce between?].include?(name)
      when :key then name == :to_i || Ops::ORDER.include?(name)
      when :time then SAME.include?(name) || CLOCK.key?(name) || name == :between? || Ops::ORDER.include?(name)
      when :bool then TRUE_FALSE.include?(name)
      else false
      end
    end

    def call(value, name, args, block)
      return value.rands[0] if name == :to_i && Ops.exp?(value, :text_of) && args.empty?
      return leaf(value, name, args, block) if !model?(value, name) && Ops.conditional?(value)

      return of_null(name, args, block) if null?(value)

      Rubicon.alarm("`#{name}` of a symbolic value of sort #{value.sort}") if block || !model?(value, name)
      apply(value, name, args)
    end

    # What Ruby says of nil. `1 + nil` and `1 <=> nil` ask for `coerce`, and take nil for an answer that it is not there.
    def of_null(name, args, block)
      return nil if name == :coerce
      return Rubicon.logical(nil, name, args[0]) if TRUE_FALSE.include?(name) && args.size == 1

      nil.public_send(name, *args, &block)
    end

    # The method of a value that is known not to be null.
    def apply(value, name, args)
      return Ops.compare(name, value, operand(args)) if Ops::ORDER.include?(name)
      return arithmetic(name, value, integer(args)) if ARITHMETIC.include?(name) && value.sort == :int
      return [Exp.new(:constant, [integer(args)], :int), value] if name == :coerce
      return between(value, *args) if name == :between?
      return Ops.compare(CLOCK[name], value, Time.now) if CLOCK.key?(name)
      return logic(name, value, args[0]) if TRUE_FALSE.include?(name)
      return value unless value.sort == :int && args.empty?

      NUMERIC.fetch(name).call(value)
    end

    # An operation on integers. Ruby's quotient and remainder are rounded down, those of the format to zero.
    def arithmetic(name, value, other)
      return Exp.new(name, [value, other], :int) unless DIVISION.include?(name)

      refuse_zero(other)
      rest = Exp.new(:%, [value, other], :int)
      return Exp.new(:if, [apart?(rest, other), Exp.new(:+, [rest, other], :int), rest], :int) if name == :%

      quotient = Exp.new(:/, [value, other], :int)
      Exp.new(:if, [apart?(rest, other), Exp.new(:-, [quotient, 1], :int), quotient], :int)
    end

    # Whether a remainder and its divisor have different signs.
    def apart?(rest, divisor)
      return Ops.compare(divisor.positive? ? :< : :>, rest, 0) unless Rubicon.sym?(divisor)

      Ops.or(Ops.and(Ops.compare(:<, rest, 0), Ops.compare(:>, divisor, 0)), Ops.and(Ops.compare(:>, rest, 0), Ops.compare(:<, divisor, 0)))
    end

    # The path on which a divisor is zero does what Ruby does.
    def refuse_zero(divisor)
      zero = Ops.eq(divisor, 0)
      return if zero.equal?(false)
      raise NotPure if Rubicon.pure?

      raise ZeroDivisionError, "divided by 0" if Rubicon.decide(zero)
    end

    # Ruby looks at the upper bound only where the lower one holds.
    def between(value, lower, upper)
      above = Ops.compare(:>=, value, operand([lower]))
      return false unless Ops.null?(upper).equal?(false) || Rubicon.decide(above)

      Ops.and(above, Ops.compare(:<=, value, operand([upper])))
    end

    def logic(name, value, other)
      return Ops.and(value, other) if name == :&
      return Ops.or(value, other) if name == :|

      Ops.not(Ops.eq(Ops.truth(value), Ops.truth(other)))
    end

    # Forks on null.
    def null?(value)
      null = Ops.null?(value)
      return false if null.equal?(false)
      raise NotPure if Rubicon.pure?

      Rubicon.decide(null)
    end

    # The method of the leaf that a conditional has on this path.
    def leaf(value, name, args, block)
      raise NotPure if Rubicon.pure?

      condition, yes, no = value.rands
      (Rubicon.decide(condition) ? yes : no).public_send(name, *args, &block)
    end

    # The right side of a comparison or an operation; Ruby raises when it is null.
    def operand(args, error = ArgumentError, text = "comparison with nil failed")
      raise error, text if null?(args[0])

      args[0]
    end

    def integer(args)
      other = operand(args, TypeError, "nil can't be coerced into Integer")
      Rubicon.alarm("arithmetic of an integer and #{other.class}") unless Ops.sort_of(other) == :int
      other
    end
  end

  # Methods that every object has: they would answer without asking `method_missing`.
  class SymbolicObject
    def ==(other)
      return true if equal?(other)
      return Rubicon.untyped_eq(self, other) if @sort.nil?

      Rubicon.decide(Ops.eq(self, other))
    end

    def !=(other)
      equal = self == other
      Rubicon.sym?(equal) ? Ops.not(equal) : !equal
    end

    # Library code that negates a value takes the side of the path.
    def !
      @sort.nil? ? Ops.not(self) : !Rubicon.decide(self)
    end

    # Rewritten code asks `Rubicon.compare`; a library, or Ruby itself, tests the answer.
    Ops::ORDER.each do |operator|
      define_method(operator) do |other|
        next method_missing(operator, other) if @sort.nil?

        Rubicon.decide(Scalar.call(self, operator, [other], nil))
      end
    end

    # Ruby asks it when it compares lists, and in hashes.
    def eql?(other)
      return true if equal?(other) || (SymbolicObject === other && key == other.key)
      return false if @sort.nil? || Rubicon.query_builder?(caller_locations(1, 1))

      Rubicon.decide(Ops.eq(self, other))
    end

    # Active Record builds its queries with sets of values: to it, equal expressions are equal.
    def hash
      return super if @sort.nil?

      Rubicon.alarm("a symbolic value as the key of a hash, or in a set") unless Rubicon.query_builder?(caller_locations(1, 1))
      key.hash
    end

    def <=>(other)
      return 0 if equal?(other)
      return (Scalar.null?(other) ? 0 : nil) if Scalar.null?(self)
      return nil if Ops.sort_of(other).nil? || Scalar.null?(other)
      return -1 if Rubicon.decide(Scalar.call(self, :<, [other], nil))

      Rubicon.decide(Ops.eq(self, other)) ? 0 : 1
    end

    # Whoever asks, a library too, gets the side of the path. What asks without a method sees an object that is not nil.
    def nil?
      @sort.nil? || Rubicon.path.nil? ? false : Rubicon.decide(Ops.null?(self))
    end

    def blank?
      return false if Ops.exp?(self, :text_of)
      return Rubicon.decide(Ops.not(Ops.truth(self))) if @sort == :bool
      return Rubicon.decide(Ops.null?(self)) unless @sort == :text

      Rubicon.decide(Ops.or(Ops.null?(self), Ops.eq(self, "")))
    end

    def present?
      !blank?
    end

    def presence
      blank? ? nil : self
    end

    def empty?
      return false if Ops.exp?(self, :text_of)

      Rubicon.alarm("`empty?` of a symbolic value of sort #{@sort}") unless @sort == :text
      return nil.empty? if Scalar.null?(self)

      Rubicon.decide(Ops.eq(self, ""))
    end

    def in?(list)
      Rubicon.decide(Runtime.include?(list, self))
    end

    def try(name = nil, *args, &block)
      return nil if Rubicon.decide(Ops.null?(self))

      name ? public_send(name, *args, &block) : yield(self)
    end
    alias try! try

    def to_s
      return super if @sort.nil?
      return Scalar.leaf(self, :to_s, [], nil) if Ops.conditional?(self)

      Rubicon.text_of(self)
    end

    # Addresses are text: what they are compared with is looked at where that happens.
    def to_param
      return super if @sort.nil?

      Markers.mark(self)
    end

    def to_query(name)
      "#{name}=#{Markers.mark(self)}"
    end

    def is_a?(klass)
      return super if @sort.nil? || klass <= SymbolicObject || !Rubicon.application?(caller_locations(1, 1))

      Rubicon.decide(Runtime.instance?(klass, self))
    end
    alias kind_of? is_a?

    # In a response that is written, values are text that nobody can ask for.
    def as_json(*)
      return method_missing(:as_json) if @sort.nil?

      Rubicon.path&.text_allowed ? Markers.mark(self) : Rubicon.alarm("`as_json` of a symbolic value of sort #{@sort}")
    end

    def to_json(*args)
      return method_missing(:to_json) if @sort.nil?

      Rubicon.path&.text_allowed ? Markers.mark(self).to_json(*args) : Rubicon.alarm("`to_json` of a symbolic value of sort #{@sort}")
    end

    %i[to_str to_int to_f to_r to_sym to_hash to_proc to_regexp].each do |name|
      define_method(name) do |*|
        next method_missing(name) if @sort.nil?
        next Scalar.leaf(self, name, [], nil) if Ops.conditional?(self)

        Rubicon.alarm("`#{name}` of a symbolic value of sort #{@sort}")
      end
    end

    # `Object` has these, and answers nil.
    def =~(_other)
      return method_missing(:=~, _other) if @sort.nil?

      Rubicon.alarm("a regular expression on a symbolic value of sort #{@sort}")
    end

    def !~(other)
      !(self =~ other)
    end

    # Values do not change: they are their own copies.
    def dup
      self
    end
    alias clone dup
    alias deep_dup dup
    alias freeze dup
    alias itself dup
  end
end
