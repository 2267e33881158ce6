# frozen_string_literal: true

module Rubicon
  # Expressions as text: the paper's `Exp(if, [...])`, and its symbolic states.
  module Printing
    # What Ruby itself asks of any object: never a message that an untyped symbolic object answers.
    PROTOCOL = %i[marshal_dump _dump exception begin call each].freeze

    module_function

    # The paper's print. `names` gives the names of objects, by identity: the local variables of a binding.
    def exp(value, names = nil)
      named = names&.find { |_, object| object.equal?(value) }
      return named[0].to_s if named

      case value
      when Exp then "Exp(#{value.rator}, [#{operands(value).map { |rand| exp(rand, names) }.join(', ')}])"
      when Variable then value.name.to_s
      when SymbolicObject then "SymbolicObject"
      when Query then value.label ? "#{exp(value.label[0], names)}.#{value.label[1]}" : value.sql
      when String then "'#{value}'"
      else value.inspect
      end
    end

    # The state of a value as section 2.2 prints it, a pair a line.
    def state(value, names = nil)
      value.vals.map { |condition, val| "#{exp(condition, names)} => #{exp(val, names)}" }.join(",\n")
    end

    # The objects that local variables of a binding name.
    def names(binding)
      binding.local_variables.reject { |n| n.start_with?("__rubicon") }
             .to_h { |name| [name, binding.local_variable_get(name)] }
             .select { |_, object| object.instance_of?(SymbolicObject) || object.instance_of?(Variable) }
    end

    # A conditional without `else` has two operands.
    def operands(value)
      value.rator == :if && NilClass === value.rands[2] ? value.rands.take(2) : value.rands
    end
  end
end
