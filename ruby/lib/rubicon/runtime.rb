# frozen_string_literal: true

module Rubicon
  # What rewritten code calls. Each function is cheap when no value is symbolic.
  module Runtime
    # A pattern of `when`, while a path runs.
    class When
      def initialize(pattern)
        @pattern = pattern
      end

      def ===(subject)
        return @pattern === subject unless Rubicon.symbolic?(subject) || Rubicon.symbolic?(@pattern)

        Rubicon.decide(Runtime.case_eq(@pattern, subject))
      end
    end

    # What is asked without a block of something that has elements.
    Tested = Struct.new(:list) do
      %i[any? all? none? one?].each do |name|
        define_method(name) { list.public_send(name) { |item| Rubicon.test(item) } }
      end
    end

    module_function

    # Whether a pattern of `case` takes a symbolic value.
    def case_eq(pattern, subject)
      case pattern
      when Module then instance?(pattern, subject)
      when Regexp then Rubicon.alarm("a regular expression on a symbolic value")
      when Range then range(pattern, subject)
      when Proc then pattern.call(subject)
      else Ops.eq(pattern, subject)
      end
    end

    CLASSES = { bool: [TrueClass, FalseClass], int: [Integer], text: [String], key: [Integer] }.freeze

    # Whether a value is an instance of a class.
    def instance?(klass, subject)
      return klass === subject unless Rubicon.sym?(subject)
      return Ops.null?(subject) if klass == NilClass
      return Ops.truth(subject) if klass == TrueClass && subject.sort == :bool

      return time?(klass, subject) if subject.sort == :time

      classes = CLASSES.fetch(subject.sort) { Rubicon.alarm("the class of a symbolic value of sort #{subject.sort}") }
      return Ops.and(Ops.not(Ops.truth(subject)), Ops.not(Ops.null?(subject))) if klass == FalseClass && subject.sort == :bool

      classes.any? { |c| c <= klass } ? Ops.not(Ops.null?(subject)) : false
    end

    # Active Record chooses the class by the type of a column, and by its settings: only that a column's time is a `Time` is known.
    def time?(klass, subject)
      time = Ops.exp?(subject, :column) && Schema.time?(*subject.rands)
      zoned = defined?(ActiveSupport::TimeWithZone) && klass.equal?(ActiveSupport::TimeWithZone)
      Rubicon.alarm("the class of a symbolic value of sort time") if zoned || klass <= Date || (klass.equal?(Time) && !time)
      Time <= klass ? Ops.not(Ops.null?(subject)) : false
    end

    def range(range, subject)
      lower = range.begin.nil? || Ops.compare(:>=, subject, range.begin)
      upper = range.end.nil? || Ops.compare(range.exclude_end? ? :< : :<=, subject, range.end)
      Ops.and(Ops.not(Ops.null?(subject)), lower, upper)
    end

    # Whether a list, a range or a relation has the value.
    def include?(list, value)
      case list
      when Range then range(list, value)
      when Array, Set then Ops.or(*list.map { |item| Ops.eq(item, value) })
      else
        return Queries.include?(list, value) if Records.relation?(list)

        Rubicon.alarm("`include?` of a #{list.class} and a symbolic value")
      end
    end
  end

  class << self
    # The path that runs, or nil.
    attr_reader :path
    # The replay that runs, or nil.
    attr_accessor :replay

    # Runs a block with a path.
    def on(path)
      before = @path
      @path = path
      yield
    ensure
      @path = before
    end

    # Whether a branch is tried for merging.
    def pure?
      @pure
    end

    # Runs a block in which nothing may fork, write or raise.
    def pure
      before = @pure
      @pure = true
      yield
    ensure
      @pure = before
    end

    # The side of a condition on this path.
    def decide(condition)
      condition = Ops.truth(condition)
      return condition unless sym?(condition)
      raise NotPure if @pure
      raise Alarm.new("a branch on a symbolic value outside of a specification", place) unless @path

      @path.decide(condition, place)
    end

    # Ends the path: what it met has no symbolic meaning.
    def alarm(what)
      raise NotPure if @pure

      alarm = Alarm.new(what, place)
      @path.alarm ||= alarm if @path
      raise alarm
    end

    # Whether a value is symbolic or a record, list or relation with something symbolic in it.
    def symbolic?(value)
      case value
      when SymbolicObject then true
      when Array, Set then @path ? value.any? { |item| symbolic?(item) } : value.any? { |item| sym?(item) }
      when Hash then value.any? { |_, item| symbolic?(item) }
      else !@path.nil? && Records.symbolic?(value)
      end
    end

    # `if x`: the value itself, or the side that a symbolic one takes.
    def test(value)
      SymbolicObject === value ? decide(value) : value
    end

    # The value of `a && b` where `a` does not hold.
    def falsy(value)
      return value unless SymbolicObject === value

      value.sort == :bool && !decide(Ops.null?(value)) ? false : nil
    end

    # What `filter_map` keeps of the value: the value itself, or nil.
    def kept(value)
      SymbolicObject === value && !decide(value) ? nil : value
    end

    # The value, or nil on the path on which it is null.
    def settle(value)
      SymbolicObject === value && value.sort && decide(Ops.null?(value)) ? nil : value
    end

    # A list or hash in which nil is nil: Ruby looks for it by itself.
    def settled(list)
      return list unless @path && symbolic?(list)

      case list
      when Array then list.map { |item| settle(item) }
      when Hash then list.transform_values { |item| settle(item) }
      else list
      end
    end

    # A list of the sides that its elements take: Ruby tests them by itself.
    def tested(list)
      return list unless @path && Enumerable === list && !Records.relation?(list)
      return symbolic?(list) ? list.map { |item| test(item) } : list if Array === list

      Runtime::Tested.new(list)
    end

    # What Ruby looks at by itself must not be symbolic.
    def concrete(value)
      values = Array === value ? value : [value]
      alarm("a method that looks at symbolic values by itself") if @path && values.any? { |item| sym?(item) && item.sort }
      value
    end

    # What a method with a question mark answers: a library gets the side of the path, rewritten code the value.
    def answer(value)
      SymbolicObject === value && value.sort && !@pure && !application?(caller_locations(2, 1)) ? decide(value) : value
    end

    # `x.to_s` of rewritten code.
    def to_text(value)
      alarm("`inspect` of a symbolic value") if @path && [Array, Hash].any? { |c| c === value } && symbolic?(value)
      return value.to_s unless SymbolicObject === value && %i[key int text].include?(value.sort) && !@path&.text_allowed

      decide(Ops.null?(value)) ? "" : Ops.text_of(value)
    end

    # The receiver of `&.`.
    def safe(value)
      return value unless SymbolicObject === value && value.sort

      decide(Ops.null?(value)) ? nil : value
    end

    def eq(first, second)
      return Expectations.operator(first, :==, second) if @path && expectation?(first)
      return first == second if matcher?(first)
      return first == second if @path.nil? && !(SymbolicObject === first) && !(SymbolicObject === second)

      Ops.eq(text(first), text(second))
    end

    def ne(first, second)
      first = text(first)
      second = text(second)
      return first != second unless symbolic?(first) || symbolic?(second)

      equal = Ops.eq(first, second)
      Ops.not(equal)
    end

    # Whether a comparison builds a matcher: `be <= y`.
    def matcher?(value)
      defined?(Expectations) && value.is_a?(RSpec::Matchers::BuiltIn::Be)
    end

    # Whether `==` is RSpec's `x.should == y`.
    def expectation?(value)
      defined?(Expectations) && value.is_a?(RSpec::Matchers::BuiltIn::OperatorMatcher)
    end

    # Text that is a marker is the value that it stands for; text that holds one has no meaning.
    def text(value)
      @path && String === value && value.include?("rubicon-symbol-") ? Markers.unmark(value) : value
    end

    def not(value)
      SymbolicObject === value ? Ops.not(value) : !value
    end

    # A comparison whose right side alone is symbolic.
    def compare(first, operator, second)
      return first.public_send(operator, second) if expectation?(first) || matcher?(first)
      return Scalar.call(first, operator, [second], nil) if SymbolicObject === first && first.sort
      return first.public_send(operator, second) if SymbolicObject === first || !(SymbolicObject === second)

      Scalar.operand([second])
      Ops.compare(operator, first, second)
    end

    # The equality of values without sorts, as the paper has it.
    def untyped_eq(first, second)
      Exp.new(:==, [first, second], :bool)
    end

    def when(pattern)
      @path && !pattern.is_a?(Regexp) ? Runtime::When.new(pattern) : pattern
    end

    # Whether `pattern === value` is a question about symbolic values; a regular expression asks by itself.
    def case?(pattern, value)
      !@path.nil? && !pattern.is_a?(Regexp) && (symbolic?(value) || symbolic?(pattern))
    end

    def case_of(pattern, value)
      Runtime.case_eq(pattern, value)
    end

    def whens(patterns)
      patterns.to_a.map { |pattern| self.when(pattern) }
    end

    # The subject of a construct that Ruby decides by itself.
    def subject(value)
      alarm("pattern matching on a symbolic value") if @path && symbolic?(value)
      value
    end

    # `list.include?(value)` of rewritten code, and other methods that look for a value or compare lists.
    def member(list, name, value, &block)
      return list.public_send(name, value, &block) unless symbolic?(value) || symbolic?(list)

      case name
      when :include?, :member?, :exclude? then included(list, name, value)
      when :eql? then Ops.eq(list, value)
      when :equal? then identical(list, value)
      when :index, :find_index, :rindex, :count then placed(list, name, value)
      when :value?, :has_value?, :key then valued(list, name, value)
      when :any?, :all?, :none?, :one? then Array === list ? list.public_send(name, self.when(value)) : list.public_send(name, value)
      else combined(list, name, value, &block)
      end
    end

    def included(list, name, value)
      return list.public_send(name, value) if sym?(list)

      found = Runtime.include?(list, value)
      name == :exclude? ? Ops.not(found) : found
    end

    def identical(first, second)
      same = first.equal?(second)
      alarm("the identity of a symbolic value") if !same && (sym?(first) || sym?(second))
      same
    end

    # Ruby compares `nil`, `true` and `false` by itself.
    def placed(list, name, value)
      return list.public_send(name, value) unless Array === list

      list.public_send(name) { |item| decide(Ops.eq(item, value)) }
    end

    # The same of the values of a hash.
    def valued(hash, name, value)
      return hash.public_send(name, value) unless Hash === hash

      found = hash.find { |_, item| decide(Ops.eq(item, value)) }
      name == :key ? found&.first : !found.nil?
    end

    # `true & value` and its like: Ruby tests the value.
    def logical(first, name, second)
      case name
      when :& then first ? Ops.truth(second) : false
      when :| then first ? true : Ops.truth(second)
      else first ? Ops.not(second) : Ops.truth(second)
      end
    end

    # Ruby compares what is not symbolic by itself.
    def combined(list, name, value, &block)
      return logical(list, name, value) if [nil, true, false].any? { |constant| constant.equal?(list) } && %i[& | ^].include?(name)

      scalars = Array === list && [*list, *value].any? { |item| sym?(item) }
      alarm("`#{name}` of a list with symbolic values") if scalars
      list.public_send(name, value, &block)
    end

    # A block or method that decides, for a library that calls it.
    def predicate(callable, function = :test)
      return callable unless @path && callable

      callable = callable.to_proc
      proc { |*args, &block| public_send(function, callable.call(*args, &block)) }
    end
  end
end
