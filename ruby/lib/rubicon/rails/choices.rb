# frozen_string_literal: true

module Rubicon
  # What is taken for true of columns because the models declare it, although the database does not keep it: enumerations,
  # and validations of inclusion, presence, numbers and uniqueness. A specification that reads such a column rests on it, and
  # a write that breaks it leaves the specification undecided.
  module Choices
    # `columns` are those that a specification reads when it rests on it. Of values the solver says whether it does.
    Assumed = Struct.new(:table, :columns, :what, :place, :by_solver) do
      # As results have it.
      def wire
        { "name" => "choices", "what" => what, "where" => place }.compact
      end
    end

    class << self
      # All of a table.
      def of(table)
        @of ||= {}
        @of[table] ||= read(Schema.model(table))
      end

      # Forgets what was read: models were loaded since.
      def reset
        @of = nil
      end

      # What who reads a set of columns, `[table, name]`, rests on, beside what the solver tells of.
      def met(columns)
        columns.map(&:first).uniq.sort.flat_map { |table| of(table) }.reject(&:by_solver)
               .select { |assumed| assumed.columns.all? { |name| columns.include?([assumed.table, name]) } }
      end

      # What the solver assumes, in the words of the models and with the place.
      def named(assumptions)
        assumptions.flat_map do |assumption|
          table, column = assumption["what"].to_s.match(/\A(\w+)\.(\w+) /)&.captures
          known = assumption["name"] == "choices" && table && Schema.model(table) ? of(table).select { |a| a.columns == [column] } : []
          known.any? ? known.map(&:wire) : [assumption]
        end
      end

      # The columns of declared values that SQL mentions.
      def mentioned(sql)
        tables = sql.scan(/(?:FROM|JOIN|,) "?(\w+)"?/i).flatten.uniq.select { |table| Schema.model(table) }
        tables.flat_map do |table|
          of(table).flat_map(&:columns).uniq.select { |name| sql.match?(/\b#{Regexp.escape(name)}\b/) }.map { |name| [table, name] }
        end
      end

      # Whether a value may be stored as far as the models say; null is looked at by the database.
      def allows(column, value)
        return Ops.or(Ops.null?(value), among(column, value)) if column.values || column.filled || column.least || column.most

        true
      end

      private

      def among(column, value)
        parts = []
        parts << Ops.or(*column.values.map { |item| Ops.eq(value, item) }) if column.values
        parts << Ops.not(Ops.eq(value, "")) if column.filled && column.sort == :text
        parts << ordered(:>=, value, column.least) if column.least
        parts << ordered(:<=, value, column.most) if column.most
        Ops.and(*parts)
      end

      def ordered(operator, value, bound)
        Rubicon.sym?(value) ? Ops.compare(operator, value, bound) : value.is_a?(Numeric) && value.public_send(operator, bound)
      end

      def read(model)
        return [] unless model

        columns = Schema.columns(model.table_name).values.flat_map { |column| of_column(model, column) }
        columns + uniques(model)
      end

      def of_column(model, column)
        name = "#{model.table_name}.#{column.name}"
        texts = { values(model, column) => true, bounds(column) => true, present(model, column) => false }.reject { |text, _| text.nil? }
        texts.map { |text, solver| Assumed.new(model.table_name, [column.name], "#{name} #{text}", place(model, column.name), solver) }
      end

      def values(model, column)
        list = model.defined_enums[column.name]&.keys || column.values
        list && "is one of #{list.first(6).join(', ')}#{" and #{list.size - 6} more" if list.size > 6}"
      end

      def bounds(column)
        return nil unless column.least || column.most

        ["is", ("at least #{column.least}" if column.least), ("and" if column.least && column.most),
         ("at most #{column.most}" if column.most)].compact.join(" ")
      end

      def present(model, column)
        kept = model.columns_hash[column.name].null == column.null
        return "is present" if column.filled && column.sort == :text

        "is not null" unless kept || column.name == model.primary_key
      end

      # Columns that a validation alone keeps different.
      def uniques(model)
        indexed = Schema.indexed(model)
        (Schema.validated(model) - indexed).map do |columns|
          *scope, name = columns
          text = "#{model.table_name}.#{name} is unique#{" within #{scope.join(', ')}" if scope.any?}"
          Assumed.new(model.table_name, columns, text, place(model, name), false)
        end
      end

      # The line that declares it, as far as it can be found, else that of the model.
      def place(model, name)
        file, line = Object.const_source_location(model.name.to_s)
        return nil unless file && File.file?(file)

        words = [name, model.reflect_on_all_associations(:belongs_to).find { |r| r.foreign_key.to_s == name }&.name].compact
        declared = File.readlines(file).index { |l| l.match?(/^\s*(enum|validates\w*|belongs_to)\b.*\b(#{words.map { |w| Regexp.escape(w.to_s) }.join('|')})\b/) }
        "#{Rubicon.short(file)}:#{declared ? declared + 1 : line}"
      end
    end
  end
end
