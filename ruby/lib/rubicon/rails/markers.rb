# frozen_string_literal: true

module Rubicon
  # Text that stands for a symbolic value where only text passes: in SQL, in parameters of a request, in a page.
  module Markers
    PATTERN = /rubicon-symbol-(\d+)-x/.freeze

    @symbols = []

    class << self
      # The text of a symbolic value.
      def mark(value)
        index = @symbols.index { |symbol| symbol.key == value.key } || @symbols.push(value).size - 1
        "rubicon-symbol-#{index}-x"
      end

      # Whether a text has a symbolic value in it.
      def in?(text)
        text.is_a?(String) && PATTERN.match?(text)
      end

      # The value that a text stands for.
      def symbol(index)
        @symbols.fetch(index)
      end

      # Forgets the values of a path.
      def reset
        @symbols = []
      end

      # A structure with texts in place of symbolic values and of records.
      def mark_all(value)
        case value
        when SymbolicObject then Rubicon.decide(Ops.null?(value)) ? nil : mark(value)
        when Hash then value.transform_values { |item| mark_all(item) }
        when Array then value.map { |item| mark_all(item) }
        else Records.record?(value) && Rubicon.sym?(value.id) ? mark(value.id) : value
        end
      end

      # A structure with symbolic values again. A text that has more than one value in it has no meaning.
      def unmark_all(value)
        case value
        when String then unmark(value)
        when Hash then value.each { |name, item| value[name] = unmark_all(item) }
        when Array then value.map { |item| unmark_all(item) }
        else value
        end
      end

      # The value is a text here, as what stands for it is.
      def unmark(text)
        found = PATTERN.match(text)
        return text unless found

        Rubicon.alarm("text in which a symbolic value is a part") unless found[0] == text
        Ops.text_of(symbol(found[1].to_i))
      end
    end
  end

  class << self
    # The text of a symbolic value: a marker where pages and structures are written, elsewhere it has no meaning.
    def text_of(value)
      return Markers.mark(value) if @path&.text_allowed

      alarm("`to_s` of a symbolic value of sort #{value.sort}")
    end

    # Runs a block that writes a page, in which a symbolic value may become text.
    def writing
      before = @path&.text_allowed
      @path.text_allowed = true if @path
      yield
    ensure
      @path.text_allowed = before if @path
    end
  end
end
