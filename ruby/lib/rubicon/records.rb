# frozen_string_literal: true

module Rubicon
  # Records of Active Record as expressions. Without Active Record there are none.
  module Records
    module_function

    def active_record?
      defined?(ActiveRecord::Base)
    end

    # Whether a value is a record of a model.
    def record?(value)
      active_record? && ActiveRecord::Base === value
    end

    # Whether a value is a query of Active Record.
    def relation?(value)
      active_record? && ActiveRecord::Relation === value
    end

    # Whether a record's identity is symbolic, or a relation's rows are.
    def symbolic?(value)
      return Rubicon.sym?(value.id) if record?(value) && value.class.primary_key

      relation?(value) && !value.loaded? || (relation?(value) && value.records.any? { |record| symbolic?(record) })
    end

    # Equality of records: same model, same key. A record without a key equals itself alone.
    def eq(first, second)
      return false unless record?(first) && record?(second) && same_model?(first, second)
      return false if first.id.nil? || second.id.nil?

      a = expression(first)
      b = expression(second)
      a.key == b.key || Exp.new(:==, [a, b], :bool)
    end

    def same_model?(first, second)
      first.class.base_class == second.class.base_class
    end

    # The row that a record is.
    def expression(record)
      id = record.id
      return id.rands[0] if Ops.exp?(id, :column) && id.rands[1] == record.class.primary_key && of_table?(id.rands[0], record)

      Exp.new(:record, [record.class.table_name, id, Rubicon.now], :record)
    end

    def of_table?(expression, record)
      table = expression.is_a?(Variable) ? expression.table : expression.rands[0]
      table = table.table if table.is_a?(Query)
      table == record.class.table_name
    end

    # A method of a record in a pure branch: its columns, and what it belongs to.
    def pure_send(receiver, name, args)
      raise NotPure unless record?(receiver)

      case name
      when :==, :!= then return name == :== ? Ops.eq(receiver, args[0]) : Ops.not(Ops.eq(receiver, args[0]))
      when :nil? then return false
      end
      raise NotPure unless args.empty? && generated?(receiver, name)

      receiver.public_send(name)
    end

    # Whether the method is the reader that Active Record makes for a column.
    def generated?(record, name)
      return false unless record.class.column_names.include?(name.to_s)

      owner = record.method(name).owner
      owner.is_a?(ActiveRecord::AttributeMethods::GeneratedAttributeMethods) || owner == ActiveRecord::AttributeMethods::PrimaryKey
    end
  end

  # The number of writes before what happens now.
  def self.now
    @path ? @path.writes.size : 0
  end
end
