# frozen_string_literal: true

module Rubicon
  # Expressions as the paper prints a verification condition: `o.access = 'private' and o.user != u implies ...`.
  module Infix
    SIGNS = { :== => "=", :!= => "!=", :< => "<", :<= => "<=", :> => ">", :>= => ">=", :+ => "+", :- => "-", :* => "*", :/ => "/", :% => "%" }.freeze
    # How strongly operators bind, the weakest first.
    STRENGTH = { implies: 1, or: 2, and: 3, not: 4 }.freeze

    module_function

    # The condition of a specification, when all paths assume the same, and those that demand something that can be false
    # demand the same; else nil.
    def condition(paths, variables)
      stating = paths.select { |path| path.obligations.any? }
      return nil if stating.uniq { |path| path.hypotheses.map { |h| Rubicon.key_of(h.expression) } }.size > 1

      demands = paths.flat_map { |path| path.obligations.map { |o| [path.hypotheses.map(&:expression), o.expression] } }
      demands = demands.reject { |_, demanded| demanded.equal?(true) }.uniq { |assumed, demanded| [*assumed, demanded].map { |e| Rubicon.key_of(e) } }
      return nil unless demands.size == 1 && !demands[0][1].equal?(false) && paths.none? { |path| path.ending[:kind] == "raised" }

      assumed, demanded = demands[0]
      [quantified(variables), premise(assumed), "  #{text(demanded)}"].compact.join("\n")
    end

    def quantified(variables)
      return nil if variables.empty?

      "all #{variables.map { |v| "#{v.name}: #{v.table ? Schema.model(v.table).name : v.sort.to_s.capitalize}" }.join(', ')} |"
    end

    def premise(assumed)
      return nil if assumed.empty?

      "  #{assumed.map { |e| text(e, STRENGTH[:and]) }.join(' and ')} implies"
    end

    # The text of an expression; `strength` is that of what stands around it.
    def text(value, strength = 0)
      return constant(value) unless value.is_a?(Exp)

      case value.rator
      when :and, :or, :implies then parenthesized(value.rator, value.rands, strength)
      when :not then negation(value.rands[0])
      when *SIGNS.keys then value.rands.map { |rand| text(rand, 5) }.join(" #{SIGNS[value.rator]} ")
      when :null? then "#{text(value.rands[0], 5)} is null"
      when :column then column(value)
      when :record then record(value)
      when :row then "#{query(value.rands[0])}[#{value.rands[1]}]"
      when :value then "#{query(value.rands[0])}[#{value.rands[1]}]"
      when :in then "#{text(value.rands[0], 5)} in #{query(value.rands[1])}"
      when :some then "some #{query(value.rands[0])}"
      when :count then "\##{query(value.rands[0])}"
      when :forall, :exists then quantifier(value)
      when :if then "(if #{text(value.rands[0])} then #{text(value.rands[1])} else #{text(value.rands[2])})"
      else value.rands.map { |rand| text(rand) }.join(", ")
      end
    end

    def constant(value)
      case value
      when Variable then value.name.to_s
      when nil then "null"
      when String then "'#{value}'"
      else value.inspect
      end
    end

    def parenthesized(operator, operands, strength)
      own = STRENGTH[operator]
      text = operands.map { |operand| text(operand, own) }.join(" #{operator} ")
      own < strength ? "(#{text})" : text
    end

    def negation(value)
      return "#{text(value.rands[0], 5)} is not null" if Ops.exp?(value, :null?)

      value.is_a?(Exp) && %i[column truth].include?(value.rator) ? "not #{text(value, 4)}" : "not (#{text(value)})"
    end

    def column(value)
      row, name, at = value.rands
      "#{text(row, 5)}.#{name}#{"'" * at.to_i}"
    end

    # What a record belongs to has the name that its model gives it.
    def record(value)
      table, key = value.rands
      reflection = Ops.exp?(key, :column) && belonging(key, table)
      reflection ? "#{text(key.rands[0], 5)}.#{reflection.name}" : "#{table}[#{text(key)}]"
    end

    def belonging(key, table)
      Schema.model(Records.table(key.rands[0]))&.reflect_on_all_associations(:belongs_to)&.find do |reflection|
        !reflection.polymorphic? && reflection.foreign_key.to_s == key.rands[1] && reflection.klass.table_name == table
      end
    end

    def query(query)
      return "#{text(query.label[0], 5)}.#{query.label[1]}" if query.label && query.label[0].is_a?(Variable)

      "(#{query.sql.gsub(/\$(\d+)/) { text(query.parameters[Regexp.last_match(1).to_i - 1]) }})"
    end

    def quantifier(value)
      variable, range, body = value.rands
      "(#{value.rator == :forall ? 'all' : 'some'} #{variable.name}: #{range ? query(range) : variable.table || variable.sort} | #{text(body)})"
    end
  end
end
