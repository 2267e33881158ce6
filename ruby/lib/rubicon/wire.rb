# frozen_string_literal: true

module Rubicon
  # Expressions, queries and writes as the format between library and solver has them (docs/rubicon-format.md).
  module Wire
    OPERATORS = %i[== != < <= > >= + - * / % and or not implies iff if null? truth].freeze

    module_function

    def expression(value)
      case value
      when Variable then { var: value.name.to_s }
      when Exp then exp(value)
      when SymbolicObject then raise Alarm.new("a symbolic object without a sort", Rubicon.place)
      else constant(value)
      end
    end

    def constant(value)
      case value
      when nil then { null: true }
      when true, false then { bool: value }
      when Integer then { int: value }
      when String then { text: value }
      when Time, DateTime, ActiveSupport::TimeWithZone then { time: value.to_i }
      when Date then { time: value.to_time(:utc).to_i }
      when Float, BigDecimal then { opaque: value.to_d.to_s("F") }
      else
        return expression(Records.expression(value)) if Records.record?(value)

        raise Alarm.new("a #{value.class} in an expression", Rubicon.place)
      end
    end

    def exp(value)
      rands = value.rands
      case value.rator
      when *OPERATORS then { op: value.rator.to_s, args: rands.map { |rand| expression(rand) } }
      when :constant then constant(rands[0])
      when :column then { column: [expression(rands[0]), rands[1]], at: rands[2] }
      when :record then { record: [rands[0], expression(rands[1])], at: rands[2] }
      when :row then { row: query(rands[0]), index: rands[1] }
      when :value then { value: query(rands[0]), index: rands[1] }
      when :count then { count: query(rands[0]) }
      when :some then { some: query(rands[0]) }
      when :in then { in: [expression(rands[0]), query(rands[1])] }
      when :same then { same: rands.map { |rand| query(rand) } }
      when :forall, :exists then quantifier(value)
      else raise Alarm.new("`#{value.rator}` in an expression", Rubicon.place)
      end
    end

    # `forall` and `exists` have a variable, the query that it ranges over or nil, and a body.
    def quantifier(value)
      variable, range, body = value.rands
      binder = { name: variable.name.to_s }
      if range then binder[:query] = query(range)
      elsif variable.table then binder.merge!(table: variable.table, at: value.rands[3] || 0)
      else binder[:type] = variable.sort.to_s
      end
      { value.rator => binder, body: expression(body) }
    end

    def query(query)
      text = { sql: query.sql, parameters: query.parameters.map { |p| expression(p) }, at: query.at }
      text[:as] = { of: expression(query.label[0]), name: query.label[1].to_s } if query.label
      text
    end

    def clause(clause)
      { expression: expression(clause.expression), place: clause.place }
    end

    def obligation(clause)
      { expression: expression(clause.expression), text: clause.text, place: clause.place }
    end

    def variable(variable)
      return { name: variable.name.to_s, type: "record", table: variable.table } if variable.table

      { name: variable.name.to_s, type: variable.sort.to_s }
    end

    def write(write)
      case write[:kind]
      when :insert then { insert: write[:table], values: values(write[:values]), name: write[:name] }
      when :update then { update: query(write[:query]), values: values(write[:values]) }
      else { delete: query(write[:query]) }
      end
    end

    def values(values)
      values.to_h { |name, value| [name.to_s, expression(value)] }
    end

    def path(path)
      { condition: path.conditions.map { |c| clause(c) }, hypotheses: path.hypotheses.map { |c| clause(c) },
        obligations: path.obligations.map { |c| obligation(c) }, writes: path.writes.map { |w| write(w) },
        ending: path.ending }
    end
  end
end
