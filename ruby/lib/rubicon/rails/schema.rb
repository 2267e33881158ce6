# frozen_string_literal: true

module Rubicon
  # The tables of the application, from its database and its models: what a column holds, and what is always true of rows.
  module Schema
    # `references` is the table whose key a column holds, `polymorphic` the column that names the model.
    Column = Struct.new(:name, :sort, :null, :references, :constraint, :values, :polymorphic, :filled, :least, :most, keyword_init: true)
    SORTS = { string: :text, text: :text, integer: :int, bigint: :int, boolean: :bool, datetime: :time, timestamp: :time,
              date: :time }.freeze

    class << self
      # The models that have a table, base classes only.
      def models
        ActiveRecord::Base.descendants.select { |model| model.base_class? && !model.abstract_class? && model.table_exists? }
                          .uniq(&:table_name).sort_by(&:table_name)
      end

      # The model of a table.
      def model(table)
        models.find { |model| model.table_name == table }
      end

      # The columns of a table by name.
      def columns(table)
        @columns ||= {}
        @columns[table] ||= read_columns(table)
      end

      # Loads all models, so that their tables are known.
      def load
        ::Rails.application.eager_load! if defined?(::Rails.application) && ::Rails.application
        reset
      end

      # Forgets what was read: models were loaded since.
      def reset
        @columns = nil
        Choices.reset
      end

      # The request that describes all tables, with the invariants that the user has stated.
      def request(facts)
        { request: "schema", dialect: "sqlite", tables: models.map { |model| table(model) }, facts: facts }
      end

      # Whether a column of a row is a time, not a date.
      def time?(row, name, _at = nil)
        column = model(Records.table(row)).columns_hash[name]
        !column.nil? && column.type != :date
      end

      # Whether a column holds a key.
      def sort(table, name)
        columns(table).fetch(name).sort
      end

      # Columns of unique indexes that hold of all rows; an index with a condition says less.
      def indexed(model)
        indexes = model.connection.indexes(model.table_name).select { |index| index.unique && index.where.nil? }
        indexes.map(&:columns).select { |columns| columns.is_a?(Array) }
      end

      # Columns that validations keep different.
      def validated(model)
        validators(model, ActiveRecord::Validations::UniquenessValidator).flat_map do |validator|
          next [] unless (validator.options.keys - %i[scope message]).empty?

          validator.attributes.map { |name| [*validator.options[:scope], name].map { |n| column_of(model, n) } }
        end
      end

      private

      def table(model)
        columns = columns(model.table_name).values.reject { |column| column.name == model.primary_key }
        { name: model.table_name, model: model.name, key: model.primary_key,
          columns: columns.map { |column| wire(column) }, unique: unique(model) }
      end

      def wire(column)
        text = { name: column.name, type: column.sort, null: column.null }
        text[:references] = column.references if column.sort == :key
        text[:constraint] = true if column.constraint
        text[:values] = column.values if column.values
        text[:polymorphic] = column.polymorphic if column.polymorphic
        text[:filled] = true if column.filled && column.sort == :text
        text.merge({ least: column.least, most: column.most }.compact)
      end

      def unique(model)
        (indexed(model) + validated(model)).uniq
      end

      # The column of an attribute, or of what a record belongs to.
      def column_of(model, name)
        reflection = model.reflect_on_association(name)
        (reflection ? reflection.foreign_key : name).to_s
      end

      # Validations that hold of every row that was saved.
      def validators(model, klass)
        model.validators.select do |validator|
          validator.is_a?(klass) && (validator.options.keys & %i[if unless on]).empty?
        end
      end

      def read_columns(table)
        model = model(table) or Rubicon.alarm("table #{table}, which has no model")
        required = required(model)
        model.columns.to_h do |column|
          [column.name, read_column(model, column, required)]
        end
      end

      def read_column(model, column, required)
        key = column.name == model.primary_key
        reference = references(model)[column.name]
        sort = key || reference ? :key : SORTS.fetch(column.type, :opaque)
        Column.new(name: column.name, sort: sort, null: !key && column.null && !required.include?(column.name),
                   references: key ? model.table_name : reference&.first, constraint: constraint?(model, column.name, reference),
                   values: values(model, column, sort), polymorphic: reference&.last, filled: required.include?(column.name),
                   **(sort == :int ? bounds(model, column.name) : {}))
      end

      # The least and the greatest number that validations let pass.
      def bounds(model, name)
        options = validators(model, ActiveModel::Validations::NumericalityValidator).select { |v| v.attributes.include?(name.to_sym) }
                                                                                    .map(&:options)
        at = ->(option, by) { options.map { |o| o[option] }.grep(Integer).map { |bound| bound + by } }
        { least: (at[:greater_than_or_equal_to, 0] + at[:greater_than, 1]).max,
          most: (at[:less_than_or_equal_to, 0] + at[:less_than, -1]).min }
      end

      # Columns that a validation keeps from being null.
      def required(model)
        present = validators(model, ActiveModel::Validations::PresenceValidator)
                  .reject { |v| v.options[:allow_nil] || v.options[:allow_blank] }.flat_map(&:attributes)
        present.reject { |name| model.columns_hash[name.to_s]&.type == :boolean }.map { |name| column_of(model, name) }
      end

      # What a foreign key refers to: a table, or a polymorphic reference with the column of its type.
      def references(model)
        model.reflect_on_all_associations(:belongs_to).to_h do |reflection|
          next [reflection.foreign_key.to_s, [nil, reflection.foreign_type.to_s]] if reflection.polymorphic?

          [reflection.foreign_key.to_s, [reflection.klass.table_name, nil]]
        end
      end

      # Whether the database or the model keeps the reference valid: a foreign key. A model that requires its owner when it
      # is saved does not keep the owner from being deleted.
      def constraint?(model, name, reference)
        return false unless reference&.first

        model.connection.foreign_keys(model.table_name).any? { |key| key.column == name }
      end

      # The values that an enumeration or a validation names.
      def values(model, column, sort)
        return nil unless %i[text int].include?(sort)
        return model.defined_enums[column.name].values if model.defined_enums.key?(column.name)

        validator = validators(model, ActiveModel::Validations::InclusionValidator).find do |v|
          v.attributes.include?(column.name.to_sym) && !v.options[:allow_blank]
        end
        list = validator && (validator.options[:in] || validator.options[:within])
        listed(list, sort == :int ? Integer : String)
      end

      # A list of constants of a class.
      def listed(list, klass)
        list.to_a if (list.is_a?(Array) || list.is_a?(Set) || finite?(list)) && list.all?(klass)
      end

      def finite?(range)
        range.is_a?(Range) && range.begin.is_a?(Integer) && range.end.is_a?(Integer) && range.size <= 100
      end
    end
  end
end
