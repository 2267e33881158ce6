# frozen_string_literal: true

require "fileutils"

module Rubicon
  # A counterexample as an RSpec example: it makes the rows and states the expectation, without symbolic values.
  module Tests
    class << self
      # Writes the example of a failure into the folder that `RUBICON_WRITE_TESTS` names.
      def write(result)
        folder = ENV["RUBICON_WRITE_TESTS"]
        return unless folder

        FileUtils.mkdir_p(folder)
        path = File.join(folder, "#{file_name(result.name)}_spec.rb")
        File.write(path, text(result))
        path
      end

      # The text of the example.
      def text(result)
        file, line = result.place.match(/\A(.*):(\d+)\z/).captures
        example = Source.new(File.read(file), file).example(line.to_i)
        <<~RUBY
          # frozen_string_literal: true

          # A counterexample to #{result.place}: #{result.name}
          require "rubicon/example"

          RSpec.describe #{example.described || result.name.inspect}#{example.type} do
            it #{example.title.inspect} do
          #{indent(rows(result.answer['rows']), 4)}

          #{indent(variables(result.answer['variables']), 4)}

          #{indent(example.body, 4)}
            end
          end
        RUBY
      end

      private

      def file_name(name)
        name.downcase.gsub(/[^a-z0-9]+/, "_")[0, 80].gsub(/\A_|_\z/, "")
      end

      def rows(rows)
        rows.flat_map do |table, list|
          list.map { |row| "Rubicon.row #{table.inspect}, #{literal(Replay.stored(table, row))}" }
        end.join("\n")
      end

      def literal(row)
        row.map { |name, value| "#{name}: #{value.is_a?(Time) ? "Time.at(#{value.to_i}).utc" : value.inspect}" }.join(", ")
      end

      def variables(variables)
        (variables || {}).map do |name, value|
          next "#{name} = #{value.inspect}" unless value.is_a?(Hash)

          "#{name} = #{Schema.model(value['table']).name}.unscoped.find(#{value['id']})"
        end.join("\n")
      end

      def indent(text, by)
        text.lines.map { |line| line.strip.empty? ? line : "#{' ' * by}#{line}" }.join.chomp
      end
    end

    # An example as it stands in its file.
    class Source
      Example = Struct.new(:described, :type, :title, :body)

      def initialize(text, path)
        @buffer = Parser::Source::Buffer.new(path, source: text)
        @ast = Parser::Ruby31.new(Rewriter::Builder.new).parse(@buffer)
      end

      # The example whose block contains a line.
      def example(line)
        groups = []
        found = nil
        visit(@ast) do |node|
          next unless node.type == :block && covers?(node, line)

          name = node.children[0].children[1]
          groups << node if %i[describe context].include?(name)
          found = node if %i[it specify example].include?(name)
        end
        Example.new(described(groups), type(groups), title(found), body(found, line))
      end

      private

      def visit(node, &block)
        return unless node.is_a?(Parser::AST::Node)

        block.call(node)
        node.children.each { |child| visit(child, &block) }
      end

      def covers?(node, line)
        node.loc.expression.line <= line && line <= node.loc.expression.last_line
      end

      def described(groups)
        first = groups.map { |group| group.children[0].children[2] }.find { |node| node&.type == :const }
        first&.loc&.expression&.source
      end

      def type(groups)
        described(groups).to_s.end_with?("Controller") ? ", type: :controller" : ""
      end

      def title(node)
        argument = node&.children&.first&.children&.at(2)
        argument&.type == :str ? argument.children[0] : "counterexample"
      end

      # The statements without the quantifiers around them; `implies` becomes `if`.
      def body(node, _line)
        text = node.children[2].loc.expression.source
        loop do
          changed = without_quantifier(text)
          break if changed == text

          text = changed
        end
        least = text.lines.drop(1).reject { |l| l.strip.empty? }.map { |l| l[/\A */].size }.min || 0
        text.lines.each_with_index.map { |l, i| i.zero? || l.strip.empty? ? l : l[[least, l[/\A */].size].min..] }.join
      end

      # The text with one quantifier less, or one `implies`.
      def without_quantifier(text)
        buffer = Parser::Source::Buffer.new("(body)", source: text)
        ast = Parser::Ruby31.new(Rewriter::Builder.new).parse(buffer)
        visit(ast) do |child|
          next unless child.type == :block

          name = child.children[0].children[1]
          return replaced(text, child, inner(child)) if name == :forall
          return replaced(text, child, conditional(child)) if name == :implies
        end
        text
      end

      def replaced(text, node, by)
        range = node.loc.expression
        text[0...range.begin_pos] + by + text[range.end_pos..]
      end

      def inner(node)
        node.children[2] ? outdented(node.children[2].loc.expression) : ""
      end

      # Lines of a block stand as far in as its first.
      def outdented(range)
        column = range.column
        first, *rest = range.source.lines
        [first, *rest.map { |l| l.strip.empty? ? l : l[[column, l[/\A */].size].min..] }].join
      end

      def conditional(node)
        condition = node.children[0].children[0].loc.expression.source
        "if #{condition}\n#{inner(node).lines.map { |l| "  #{l}" }.join}\nend"
      end
    end
  end
end
