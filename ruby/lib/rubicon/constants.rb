# frozen_string_literal: true

module Rubicon
  # `nil`, `true` and `false` compare themselves with a symbolic value, or are combined with one, by Ruby's own code and by
  # libraries that are not rewritten: the answer is the side of the path.
  module Constants
    %i[== ===].each do |name|
      define_method(name) do |other|
        SymbolicObject === other && other.sort && Rubicon.path ? other == self : super(other)
      end
    end

    %i[& | ^].each do |name|
      define_method(name) do |other|
        SymbolicObject === other && other.sort && Rubicon.path ? Rubicon.decide(Rubicon.logical(self, name, other)) : super(other)
      end
    end

    [NilClass, TrueClass, FalseClass].each { |klass| klass.prepend(self) }
  end
end
