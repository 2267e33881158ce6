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
      def body(node, line)
        @rewriter = Parser::Source::TreeRewriter.new(@buffer)
        quantifiers(node.children[2])
        range = node.children[2].loc.expression
        text = @rewriter.process
        lines = text.lines[range.line - 1..range.last_line - 1]
        lines = lines.reject { |l| l.include?(REMOVED) }
        least = lines.reject { |l| l.strip.empty? }.map { |l| l[/\A */].size }.min || 0
        lines.map { |l| l.strip.empty? ? l : l[least..] }.join
      end

      REMOVED = "# rubicon-removed"

      def quantifiers(node)
        visit(node) do |child|
          next unless child.type == :block

          case child.children[0].children[1]
          when :forall then unwrap(child)
          when :implies then conditional(child)
          end
        end
      end

      def unwrap(node)
        opening = node.loc.expression.begin.join(node.children[2] ? node.children[2].loc.expression.begin : node.loc.end.begin)
        @rewriter.replace(opening, "#{REMOVED}\n")
        @rewriter.replace(node.loc.end, REMOVED)
      end

      def conditional(node)
        condition = node.children[0].children[0]
        @rewriter.insert_before(condition.loc.expression, "if ")
        @rewriter.replace(condition.loc.expression.end.join(node.loc.begin), "")
      end
    end
  end
end
