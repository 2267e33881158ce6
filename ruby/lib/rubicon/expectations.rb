# frozen_string_literal: true

require "rspec/core"
require "rspec/expectations"

module Rubicon
  # RSpec's expectations on a path: one on a symbolic value is an obligation, any other one is checked at once.
  module Expectations
    BuiltIn = RSpec::Matchers::BuiltIn

    class << self
      # One expectation; the block is what RSpec would do.
      def state(positive, actual, matcher, &native)
        expression = expression(actual, matcher)
        return natively(actual, matcher, &native) if expression.equal?(:native)

        oblige(positive ? Ops.truth(expression) : Ops.not(expression))
        positive
      end

      # `x.should == y`
      def operator(matcher, operator, expected)
        actual = matcher.instance_variable_get(:@actual)
        value = compared(actual, operator, expected)
        positive = matcher.is_a?(BuiltIn::PositiveOperatorMatcher)
        oblige(positive ? Ops.truth(value) : Ops.not(value))
      end

      private

      def compared(actual, operator, expected)
        return actual.public_send(operator, expected) unless [actual, expected].any? { |v| Rubicon.symbolic?(v) }

        operator == :== ? Ops.eq(actual, expected) : Rubicon.compare(actual, operator, expected)
      end

      def oblige(expression)
        place = Rubicon.place
        Rubicon.path.oblige(expression, Rubicon.source_at(place), place)
      end

      # An expectation without a symbolic value: where it fails, the path has failed and ends.
      def natively(actual, matcher)
        check_native(actual, matcher)
        yield
        oblige(true)
        true
      rescue RSpec::Expectations::ExpectationNotMetError => e
        place = Rubicon.place
        Rubicon.path.oblige(false, e.message.strip.lines.map(&:strip).reject(&:empty?).join(" "), place)
        raise PathEnd
      end

      # A matcher that knows nothing of symbolic values must not get one: not as an object, and not as text.
      def check_native(actual, matcher)
        expected = matcher.respond_to?(:expected) ? matcher.expected : matcher.instance_variable_get(:@expected)
        address = matcher.class.name == "RSpec::Rails::Matchers::RedirectTo::RedirectTo" && actual.location
        Rubicon.alarm("an address that has a symbolic value in it") if [address, expected, actual].any? { |v| Markers.in?(v) }
        return unless [actual, expected].any? { |value| !value.is_a?(Proc) && Rubicon.symbolic?(value) }

        Rubicon.alarm("the matcher #{matcher.class.name&.split('::')&.last} on a symbolic value")
      end

      def expression(actual, matcher)
        case matcher
        when BuiltIn::Eq, BuiltIn::Eql, BuiltIn::Equal then symbolic(actual, matcher.expected) { Ops.eq(actual, matcher.expected) }
        when BuiltIn::BeTruthy then symbolic(actual) { Ops.truth(actual) }
        when BuiltIn::BeFalsey then symbolic(actual) { Ops.not(actual) }
        when BuiltIn::BeNil then symbolic(actual) { Ops.eq(actual, nil) }
        when BuiltIn::BeComparedTo then comparison(actual, matcher)
        when BuiltIn::BeBetween then between(actual, matcher)
        when BuiltIn::Include then inclusion(actual, matcher)
        when BuiltIn::BePredicate then predicate(actual, matcher)
        when BuiltIn::Satisfy then Ops.truth(matcher.instance_variable_get(:@block).call(actual))
        when BuiltIn::HaveAttributes then attributes(actual, matcher)
        else :native
        end
      end

      def symbolic(*values)
        values.any? { |value| Rubicon.symbolic?(value) } ? yield : :native
      end

      def comparison(actual, matcher)
        expected = matcher.instance_variable_get(:@expected)
        operator = matcher.instance_variable_get(:@operator)
        symbolic(actual, expected) { operator == :== ? Ops.eq(actual, expected) : Rubicon.compare(actual, operator, expected) }
      end

      def between(actual, matcher)
        lower, upper = %i[@min @max].map { |name| matcher.instance_variable_get(name) }
        symbolic(actual, lower, upper) { Ops.and(Ops.compare(:>=, actual, lower), Ops.compare(:<=, actual, upper)) }
      end

      def inclusion(actual, matcher)
        return Ops.and(*matcher.expecteds.map { false }) if actual.is_a?(Controllers::Nothing)
        return :native unless Ops.list?(actual) || actual.is_a?(Set)

        expecteds = matcher.expecteds
        symbolic(actual, *expecteds) { Ops.and(*expecteds.map { |expected| Runtime.include?(actual, expected) }) }
      end

      # `be_admin` asks `admin?`, which may be symbolic.
      def predicate(actual, matcher)
        return :native unless Rubicon.symbolic?(actual)

        name = matcher.send(:predicate)
        args = matcher.instance_variable_get(:@args)
        Ops.truth(actual.public_send(name, *args))
      end

      def attributes(actual, matcher)
        values = matcher.expected
        symbolic(actual, values) { Ops.and(*values.map { |name, value| Ops.eq(actual.public_send(name), value) }) }
      end
    end

    # `x.should == y` and its like, whoever calls it.
    module Operators
      %i[== < <= > >=].each do |operator|
        define_method(operator) { |expected| Rubicon.path ? Expectations.operator(self, operator, expected) : super(expected) }
      end

      %i[=~ ===].each do |operator|
        define_method(operator) do |expected|
          Rubicon.alarm("`should #{operator}` of a symbolic value") if Rubicon.path && [@actual, expected].any? { |v| Rubicon.symbolic?(v) }
          super(expected)
        end
      end
    end

    BuiltIn::OperatorMatcher.prepend(Operators)

    # The two ends of `expect`.
    module Positive
      def handle_matcher(actual, matcher = nil, message = nil, &block)
        return super unless Rubicon.path && matcher

        Expectations.state(true, actual, matcher) { super }
      end
    end

    # `not_to`, `should_not`
    module Negative
      def handle_matcher(actual, matcher = nil, message = nil, &block)
        return super unless Rubicon.path && matcher

        Expectations.state(false, actual, matcher) { super }
      end
    end

    RSpec::Expectations::PositiveExpectationHandler.singleton_class.prepend(Positive)
    RSpec::Expectations::NegativeExpectationHandler.singleton_class.prepend(Negative)
  end

  class << self
    # The text of a line of a source file.
    def source_at(place)
      path, line = place.match(/\A(.*):(\d+)\z/)&.captures
      return place unless path && File.file?(path)

      @sources ||= {}
      (@sources[path] ||= File.readlines(path))[line.to_i - 1].to_s.strip
    end
  end
end
