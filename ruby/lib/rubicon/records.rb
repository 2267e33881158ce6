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

      relation?(value) && !value.loaded? || (relation?(value) && value.records.any? { |record| Rubicon.symbolic?(record) })
    end

    # Equality of records: same model, same key. A record without a key equals itself alone.
    def eq(first, second)
      a = row_of(first)
      b = row_of(second)
      return false if NilClass === a || NilClass === b || table(a) != table(b)

      a.key == b.key || Exp.new(:==, [a, b], :bool)
    end

    # The row that a record or an expression is, nil for what is none.
    def row_of(value)
      return value if Rubicon.sym?(value) && value.sort == :record

      record?(value) && !(NilClass === value.id) ? expression(value) : nil
    end

    # The table of a row.
    def table(row)
      return row.table if row.is_a?(Variable)

      row.rands[0].is_a?(Query) ? row.rands[0].table : row.rands[0]
    end

    # The row that a record is.
    def expression(record)
      id = record.id
      return id.rands[0] if Ops.exp?(id, :column) && id.rands[1] == record.class.primary_key && of_table?(id.rands[0], record)

      Exp.new(:record, [record.class.table_name, id, Rubicon.now], :record)
    end

    def of_table?(expression, record)
      table(expression) == record.class.table_name
    end

    # A method of a record in a pure branch: its columns, and what it belongs to.
    def pure_send(receiver, name, args)
      raise NotPure unless record?(receiver)

      case name
      when :==, :!= then return name == :== ? Ops.eq(receiver, args[0]) : Ops.not(Ops.eq(receiver, args[0]))
      when :nil? then return false
      end
      raise NotPure unless args.empty?

      belonging(receiver, name) || (generated?(receiver, name) ? receiver.public_send(name) : raise(NotPure))
    end

    # What a record belongs to, as a row that may be null; nil for other methods.
    def belonging(record, name)
      reflection = record.class.reflect_on_association(name)
      return nil unless reflection && !reflection.polymorphic?
      return record.public_send(name) if reflection.collection? && generated_association?(record, name)
      raise NotPure unless Associations.plain?(reflection) && generated_association?(record, name)
      raise NotPure if record.association(name).loaded?

      key = record._read_attribute(reflection.foreign_key)
      raise NotPure unless Rubicon.sym?(key)

      Associations.row(reflection.klass.table_name, key)
    end

    def generated_association?(record, name)
      record.method(name).owner.is_a?(ActiveRecord::Associations::Builder::Association) ||
        record.method(name).owner.inspect.include?("GeneratedAssociationMethods")
    end

    # Whether the method is the reader that Active Record makes for a column.
    def generated?(record, name)
      return false unless record.class.column_names.include?(name.to_s)

      owner = record.method(name).owner
      owner.is_a?(ActiveRecord::AttributeMethods::GeneratedAttributeMethods) || owner == ActiveRecord::AttributeMethods::PrimaryKey
    end
  end

  # The number of writes before what is asked now.
  def self.now
    return 0 unless @path

    @path.reads
  end
end
