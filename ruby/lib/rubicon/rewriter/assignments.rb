# frozen_string_literal: true

module Rubicon
  class Rewriter
    # Assignments with an operator.
    module Assignments
      private

      def on_or_asgn(node)
        assignment(node, "::Rubicon.test", ->(value) { value })
      end

      def on_and_asgn(node)
        assignment(node, "!::Rubicon.test", ->(value) { "::Rubicon.falsy(#{value})" })
      end

      # `x &= v` asks `true`, `false`, `nil` and lists what they are together with the value.
      def on_op_asgn(node)
        target, operator, right = node.children
        return if !SETS.include?(operator) || Pure.literal?(right)

        between = node.loc.operator
        combined = ->(read) { "= ::Rubicon.member((#{read}), :#{operator}, (" }
        case target.type
        when :lvasgn, :ivasgn, :gvasgn, :cvasgn then token(between, combined[target.children[0]])
        when :send, :csend then operated(target, node, between, combined)
        when :indexasgn then operated_element(target, node, between, combined)
        else return
        end
        @edits.insert_after(node.loc.expression, "))")
      end

      def operated(target, node, between, combined)
        receiver, name = target.children
        return token(between, combined["self.#{name}"]) if receiver.type == :self

        object = temporary
        dot = target.type == :csend ? "&." : "."
        token(receiver.loc.expression.end.join(between.end), "))#{dot}#{name} #{combined["#{object}.#{name}"]}")
        @edits.insert_before(node.loc.expression, "(#{object} = (")
      end

      def operated_element(target, node, between, combined)
        receiver, *indices = target.children
        object, index = temporary, temporary
        opening, closing, read = indexing(object, index, indices)
        token(receiver.loc.expression.end.join(start(target, indices)), "))#{opening}")
        token(stop(target, indices).join(between.end), "#{closing} #{combined[read]}")
        @edits.insert_before(node.loc.expression, "(#{object} = (")
      end

      # `x ||= v` becomes `(test(t = x) ? t : x = (v))`, `x &&= v` becomes `(!test(t = x) ? falsy(t) : x = (v))`: nothing is
      # assigned where Ruby assigns nothing.
      def assignment(node, test, kept)
        target = node.children[0]
        between = node.loc.operator
        value = temporary
        kept = kept.call(value)
        case target.type
        when :lvasgn then local(node, between, target.children[0], test, value, kept)
        when :ivasgn, :gvasgn then variable(node, between, target.children[0], test, value, kept)
        when :cvasgn then variable(node, between, target.children[0], defined(node, target, test), value, kept)
        when :send then attribute(target, node, between, test, value, kept)
        when :csend then safe_attribute(target, node, between, test, value, kept)
        when :indexasgn then element(target, node, between, test, value, kept)
        end
      end

      # `@@x ||= v` may be the first mention of the variable.
      def defined(node, target, test)
        node.type == :or_asgn ? "defined?(#{target.children[0]}) && #{test}" : test
      end

      # A local variable may be new here: it is assigned in any case.
      def local(node, between, name, test, value, kept)
        token(between, "= (#{test}(#{value} = #{name}) ? #{kept} : (")
        @edits.insert_after(node.loc.expression, "))")
      end

      def variable(node, between, name, test, value, kept)
        token(between, "= (")
        wrap(node, "(#{test}(#{value} = #{name}) ? #{kept} : ", "))")
      end

      # `a.b ||= v`: the receiver is evaluated once; `self.b ||= v` may call a private writer, so `self` stays.
      def attribute(target, node, between, test, value, kept)
        receiver, name = target.children
        return variable(node, between, "self.#{name}", test, value, kept) if receiver.type == :self

        object = temporary
        from = receiver.loc.expression.end.join(between.end)
        token(from, ")).#{name}) ? #{kept} : #{object}.#{name} = (")
        wrap(node, "(#{test}(#{value} = (#{object} = (", "))")
      end

      # `a&.b ||= v`
      def safe_attribute(target, node, between, test, value, kept)
        receiver, name = target.children
        object = temporary
        from = receiver.loc.expression.end.join(between.end)
        read = "#{test}(#{value} = #{object}.#{name})"
        token(from, ")).nil? ? nil : #{read} ? #{kept} : #{object}.#{name} = (")
        wrap(node, "((#{object} = (", "))")
      end

      # `a[k] ||= v`: receiver and indices are evaluated once.
      def element(target, node, between, test, value, kept)
        receiver, *indices = target.children
        object, index = temporary, temporary
        opening, closing, read = indexing(object, index, indices)
        token(receiver.loc.expression.end.join(start(target, indices)), "))#{opening}")
        token(stop(target, indices).join(between.end), "#{closing}) ? #{kept} : #{read} = (")
        wrap(node, "(#{test}(#{value} = (#{object} = (", "))")
      end

      # The texts around indices that are kept, and the text that reads the element again.
      def indexing(object, index, indices)
        one = indices.size == 1 && !%i[splat block_pass hash kwargs].include?(indices[0].type)
        one ? ["[(#{index} = (", "))]", "#{object}[#{index}]"] : ["[*(#{index} = [", "])]", "#{object}[*#{index}]"]
      end

      def start(target, indices)
        indices.any? ? indices[0].loc.expression.begin : target.loc.end.begin
      end

      def stop(target, indices)
        indices.any? ? indices.last.loc.expression.end : target.loc.end.begin
      end
    end

    include Assignments
  end
end
