# frozen_string_literal: true

module Rubicon
  class Rewriter
    # The pure form of an expression: text that computes the same and raises `NotPure` when a value that it meets could
    # change, fork or fail. Nil when the expression has no such form.
    module Pure
      LITERALS = %i[int float true false nil].freeze

      module_function

      def literal?(node)
        LITERALS.include?(node.type)
      end

      # The pure forms of two branches, and the variables that they assign.
      def branches(yes, no)
        first = yes ? statement(yes) : "nil"
        second = no ? statement(no) : "nil"
        first && second && [first, second, (assigned(yes) + assigned(no)).uniq]
      end

      # The pure forms of two branches without assignments.
      def expressions(yes, no)
        forms = [expression(yes), expression(no)]
        forms.all? && forms
      end

      # Text that makes sure that variables exist.
      def declared(names)
        names.map { |name| "#{name} = #{name}; " }.join
      end

      # Lambdas that read and write variables.
      def variables(names)
        return "->{[]}, ->(_v){}" if names.empty?

        "->{[#{names.join(', ')}]}, ->(__rubicon_v){#{names.join(', ')}, = *__rubicon_v}"
      end

      def assigned(node)
        return [] unless node.is_a?(Parser::AST::Node)

        own = node.type == :lvasgn ? [node.children[0]] : []
        own + node.children.flat_map { |child| assigned(child) }
      end

      def statement(node)
        case node.type
        when :begin
          parts = node.children.map { |child| statement(child) }
          parts.all? && "(#{parts.join('; ')})"
        when :lvasgn
          value = node.children[1] && expression(node.children[1])
          value && "#{node.children[0]} = #{value}"
        else expression(node)
        end
      end

      def expression(node)
        case node.type
        when *LITERALS then node.loc.expression.source
        when :str then string(node)
        when :sym then node.children[0].inspect
        when :lvar then node.children[0].to_s unless node.children[0].start_with?("_")
        when :ivar then node.children[0].to_s
        when :begin then node.children.size == 1 && expression(node.children[0])
        when :send then call(node)
        when :and, :or then logic(node)
        when :if then conditional(node)
        end || nil
      end

      def string(node)
        node.loc.expression.source.include?("\n") || !node.children[0].valid_encoding? ? nil : node.children[0].dump
      end

      def call(node)
        receiver, name, *args = node.children
        return nil if receiver.nil? || name.end_with?("!") || name.match?(/\w=\z/) || name == :[]=

        parts = [receiver, *args].map { |part| expression(part) }
        return nil unless parts.all?
        return "::Rubicon.pure_not(#{parts[0]})" if name == :!

        "::Rubicon.pure_send(#{[parts[0], name.inspect, *parts.drop(1)].join(', ')})"
      end

      def logic(node)
        left, right = node.children.map { |child| expression(child) }
        left && right && "::Rubicon.pure_logic(#{left}, :#{node.type}, ->{#{right}})"
      end

      def conditional(node)
        cond, yes, no = node.children.map { |child| child ? expression(child) : "nil" }
        cond && yes && no && "::Rubicon.pure_if(#{cond}, ->{#{yes}}, ->{#{no}})"
      end
    end
  end
end
