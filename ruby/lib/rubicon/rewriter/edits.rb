# frozen_string_literal: true

module Rubicon
  class Rewriter
    # Changes of a text, made at once at the end. What is put around an inner range is put before what is put around an
    # outer one: at one place, texts before a range nest outwards to the left, and texts after one to the right.
    class Edits
      # Two replacements overlap: the text cannot be made.
      class Overlap < StandardError
      end

      def initialize(source)
        @source = source
        @before = {}
        @after = {}
        @replaced = {}
      end

      # Whether nothing was changed.
      def empty?
        @before.empty? && @after.empty? && @replaced.empty?
      end

      def wrap(range, before, after)
        insert_before(range, before)
        insert_after(range, after)
      end

      def insert_before(range, text)
        @before[range.begin_pos] = text + @before.fetch(range.begin_pos, "")
      end

      def insert_after(range, text)
        @after[range.end_pos] = @after.fetch(range.end_pos, "") + text
      end

      # With `over`, the text replaces what was to replace the range.
      def replace(range, text, over: false)
        raise Overlap, "line #{range.line}" if @replaced.key?(range.begin_pos) && !over

        @replaced[range.begin_pos] = [range.end_pos, text]
      end

      # The changed text.
      def process
        source = @source.ascii_only? ? @source : @source.chars
        at = 0
        parts = (@before.keys | @after.keys | @replaced.keys).sort.flat_map do |position|
          raise Overlap, "at #{position}" if position < at

          kept = source[at...position]
          stop, text = @replaced.fetch(position, [position, ""])
          at = stop
          [kept, @after[position], @before[position], text]
        end
        (parts << source[at..]).compact.map { |part| part.is_a?(Array) ? part.join : part }.join
      end
    end
  end
end
