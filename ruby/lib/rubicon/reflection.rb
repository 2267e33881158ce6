# frozen_string_literal: true

module Rubicon
  # What an application asks about a value as an object. Libraries, and this one, see the object that stands for it.
  module Reflection
    # Who looks at an object for people.
    PRINTERS = %w[p pp].freeze

    module_function

    # The class of the value on this path.
    def class_of(value)
      return NilClass if Scalar.null?(value)
      return Rubicon.decide(value) ? TrueClass : FalseClass if value.sort == :bool

      Runtime::CLASSES.fetch(value.sort) { Rubicon.alarm("the class of a symbolic value of sort #{value.sort}") }[0]
    end
  end

  # The methods.
  class SymbolicObject
    def class
      @sort && Rubicon.path && Rubicon.application?(caller_locations(1, 1)) ? Reflection.class_of(self) : super
    end

    def instance_of?(klass)
      return super if @sort.nil? || !Rubicon.application?(caller_locations(1, 1))

      Reflection.class_of(self) == klass
    end

    # Ruby asks for private methods too, before it takes a value for another one: those are alarms.
    def respond_to?(name, all = false)
      return super unless !all && Runtime::CLASSES.key?(@sort) && Rubicon.path && Rubicon.application?(caller_locations(1, 1))
      return nil.respond_to?(name) if Scalar.null?(self)

      Runtime::CLASSES[@sort][0].method_defined?(name)
    end

    def frozen?
      @sort && Rubicon.path && Rubicon.application?(caller_locations(1, 1)) ? Reflection.class_of(self) != String : super
    end

    def inspect
      asked = @sort && Rubicon.path && caller_locations(1, 1)
      Rubicon.alarm("`inspect` of a symbolic value") if asked && Rubicon.application?(asked) && !Reflection::PRINTERS.include?(asked[0].label)
      Printing.exp(self)
    end
  end
end
