# frozen_string_literal: true

module Rubicon
  # A symbolic number in an address: whether it meets what a route requires of the part.
  module Routes
    # One class of characters, repeated; and numbers that do not begin with zero.
    REPEATED = /\A(?<class>\\d|\\w|\.|\[(?:\\.|[^\]\\\[])+\])[+*]\z/.freeze
    LEADING = /\A\[1-9\](?:\\d|\[0-9\])\*\z/.freeze

    class << self
      # A text that stands for a marker where a requirement is tested, nil where the value does not meet it.
      def tested(requirement, text)
        value = number(text)
        least = value && least(requirement.source)
        Rubicon.alarm("what a route requires of a symbolic value: #{requirement.inspect}") unless least
        "1" if value.sort == :key || least == :any || Rubicon.decide(Ops.compare(:>=, value, least))
      end

      private

      def number(text)
        value = Markers.unmark(text)
        value = value.rands[0] if Ops.exp?(value, :text_of)
        value if %i[int key].include?(value.sort)
      end

      # From which number on all numbers meet a requirement; nil where it is another kind of requirement.
      def least(source)
        return 1 if LEADING.match?(source)

        characters = REPEATED.match(source) && Regexp.new("\\A#{Regexp.last_match[:class]}\\z")
        return nil unless characters && ("0".."9").all? { |digit| characters.match?(digit) }

        characters.match?("-") ? :any : 0
      end
    end

    # Rails looks for a route of which all parts are there.
    module Formatter
      private

      def missing_keys(route, parts)
        return super unless Rubicon.path

        required = route.path.requirements
        super(route, parts.to_h { |name, part| [name, required[name] && Markers.in?(part) ? Routes.tested(required[name], part) : part] })
      end
    end

    ActionDispatch::Journey::Formatter.prepend(Formatter)
  end
end
