# frozen_string_literal: true

module Rubicon
  # Changes of the database while a path runs: they are noted on the path, with what the database would refuse.
  module Writes
    class << self
      # Notes a new row; its key is symbolic.
      def insert(model, values)
        values = values.to_h.transform_keys(&:to_s)
        check(model, values, nil)
        name = "new#{Rubicon.path.writes.count { |w| w[:kind] == :insert } + 1}"
        variable = Variable.new(name, :record, table: model.table_name)
        note(kind: :insert, table: model.table_name, values: values.except(model.primary_key), name: name)
        Exp.new(:column, [variable, model.primary_key, Rubicon.path.writes.size], :key)
      end

      # Notes new values of the rows of a query; gives how many rows there are.
      def update(query, model, values)
        values = values.to_h.transform_keys(&:to_s)
        note(kind: :update, query: query, values: values)
        model
      end

      def delete(query)
        refuse_referred(query)
        note(kind: :delete, query: query)
      end

      # The rows that a record is.
      def rows_of(model, constraints)
        conditions = constraints.map { |name, value| "\"#{model.table_name}\".\"#{name}\" = #{model.connection.quote(value)}" }
        Queries.query("SELECT \"#{model.table_name}\".* FROM \"#{model.table_name}\" WHERE #{conditions.join(' AND ')}",
                      table: model.table_name)
      end

      # What the database refuses: a unique index, a column that is not null, a reference to nothing.
      def check(model, values, own)
        refuse_null(model, values, own)
        refuse_duplicate(model, values, own)
        refuse_dangling(model, values)
      end

      # The value of an attribute as the database has it: the format knows integers, texts, booleans and times.
      def stored(model, name, value)
        model.defined_enums.key?(name) ? model.type_for_attribute(name).serialize(value) : value
      end

      # Runs a block that writes what was looked at already.
      def checked
        before = @checked
        @checked = true
        yield
      ensure
        @checked = before
      end

      # Whether what is written was looked at already.
      def checked?
        @checked
      end

      # The same of new values of all rows of a query.
      def check_all(model, query, values)
        some = Exp.new(:some, [query], :bool)
        model.columns.reject(&:null).each do |column|
          next unless values.key?(column.name) && Rubicon.decide(Ops.and(Ops.null?(values[column.name]), some))

          raise ActiveRecord::NotNullViolation, "NOT NULL constraint failed: #{model.table_name}.#{column.name}"
        end
        refuse_collision(model, query, values)
        refuse_dangling(model, values, some)
      end

      private

      def refuse_collision(model, query, values)
        Schema.indexed(model).select { |names| (names & values.keys).any? }.each do |names|
          next unless Rubicon.decide(collision(model, names, query, values))

          raise ActiveRecord::RecordNotUnique, "UNIQUE constraint failed: #{names.map { |n| "#{model.table_name}.#{n}" }.join(', ')}"
        end
      end

      # Whether two rows, one of them written, have the same values then; null is equal to nothing.
      def collision(model, names, query, values)
        pair = %w[one other].map { |name| Variable.new("#{name}#{Rubicon.path.writes.size}", :record, table: model.table_name) }
        written = pair.map { |row| Exp.new(:in, [row, query], :bool) }
        same = names.map do |name|
          first, second = pair.zip(written).map { |row, among| after(model, row, name, among, values) }
          Ops.and(Ops.not(Ops.null?(first)), Ops.eq(first, second))
        end
        body = Ops.and(Ops.not(Exp.new(:==, pair, :bool)), Ops.or(*written), *same)
        return body unless Rubicon.sym?(body)

        pair.reduce(body) { |inner, row| Exp.new(:exists, [row, nil, inner, Rubicon.now], :bool) }
      end

      # The value of a column after the write.
      def after(model, row, name, among, values)
        old = Records.column(row, model.table_name, name)
        return old unless values.key?(name)

        new = values[name]
        Exp.new(:if, [among, new, old], old.sort, nullable: old.nullable || NilClass === new || (Rubicon.sym?(new) && new.nullable))
      end

      # Whether the value is that of the column in some row.
      def kept?(table, name, value)
        Rubicon.path.broken.nil? && Ops.exp?(value, :column) && value.rands[1] == name && Records.table(value.rands[0]) == table
      end

      def note(write)
        raise NotPure if Rubicon.pure?

        look_at_values(write)
        Rubicon.path.writes << write
      end

      # A value that the models do not let pass: then it is not true of all rows what specifications take for true.
      def look_at_values(write)
        table = write[:table] || write[:query].table
        columns = Schema.columns(table)
        (write[:values] || {}).each do |name, value|
          next if columns[name].nil? || kept?(table, name, value) || Rubicon.decide(Choices.allows(columns[name], value))

          assumed = Choices.of(table).find { |a| a.columns == [name] }
          Rubicon.path.broken ||= Alarm.new("a write after which it is not true that #{assumed&.what || "#{table}.#{name} is valid"}", Rubicon.place)
        end
      end

      def refuse_null(model, values, own)
        model.columns.reject(&:null).each do |column|
          next if column.name == model.primary_key || (own && !values.key?(column.name))
          next unless Rubicon.decide(Ops.null?(values.fetch(column.name) { column.default }))

          raise ActiveRecord::NotNullViolation, "NOT NULL constraint failed: #{model.table_name}.#{column.name}"
        end
      end

      def refuse_duplicate(model, values, own)
        Schema.indexed(model).select { |names| (names & values.keys).any? }.each do |names|
          row = own ? names.to_h { |name| [name, values.fetch(name) { kept(own, name) }] } : values.slice(*names)
          next unless Rubicon.decide(duplicate(model, names, row, own))

          raise ActiveRecord::RecordNotUnique, "UNIQUE constraint failed: #{names.map { |n| "#{model.table_name}.#{n}" }.join(', ')}"
        end
      end

      # The value of an attribute of a record as the database has it.
      def kept(record, name)
        stored(record.class, name, record._read_attribute(name))
      end

      # Whether another row has the values; null is equal to nothing.
      def duplicate(model, names, row, own)
        other = Variable.new("other#{Rubicon.path.writes.size}", :record, table: model.table_name)
        same = names.map do |name|
          Ops.and(Ops.not(Ops.null?(row[name])), Ops.eq(Records.column(other, model.table_name, name), row[name]))
        end
        same << Ops.not(Exp.new(:==, [other, Records.expression(own)], :bool)) if own
        body = Ops.and(*same)
        Rubicon.sym?(body) ? Exp.new(:exists, [other, nil, body, Rubicon.now], :bool) : body
      end

      # Rows that a foreign key refers to stay.
      def refuse_referred(query)
        Schema.models.each do |model|
          model.connection.foreign_keys(model.table_name).select { |key| key.to_table == query.table }.each do |key|
            Rubicon.alarm("a foreign key with `on_delete: :#{key.on_delete}`") if key.on_delete
            raise ActiveRecord::InvalidForeignKey, "FOREIGN KEY constraint failed" if Rubicon.decide(referred(model, key, query))
          end
        end
      end

      def referred(model, key, query)
        other = Variable.new("other#{Rubicon.path.writes.size}", :record, table: model.table_name)
        row = Exp.new(:record, [query.table, Records.column(other, model.table_name, key.column), Rubicon.now], :record, nullable: true)
        Exp.new(:exists, [other, nil, Exp.new(:in, [row, query], :bool), Rubicon.now], :bool)
      end

      # `written` is whether there is a row that gets the values.
      def refuse_dangling(model, values, written = true)
        model.connection.foreign_keys(model.table_name).each do |key|
          value = values[key.column]
          next if NilClass === value

          row = Exp.new(:record, [key.to_table, value, Rubicon.now], :record, nullable: true)
          dangling = Ops.and(written, Ops.not(Ops.null?(value)), Exp.new(:null?, [row], :bool))
          raise ActiveRecord::InvalidForeignKey, "FOREIGN KEY constraint failed" if Rubicon.decide(dangling)
        end
      end
    end

    # Records of a model are written one by one.
    module Model
      def _insert_record(values)
        return super unless Rubicon.path

        values = defaults.merge(values.to_h.transform_keys(&:to_s)).transform_values { |v| v.is_a?(ActiveModel::Attribute) ? v.value_for_database : v }
        Writes.insert(self, serialized(values))
      end

      def _update_record(values, constraints)
        return super unless Rubicon.path

        query = Writes.rows_of(self, constraints)
        values = serialized(values.to_h.transform_keys(&:to_s))
        Writes.check_all(self, query, values) unless Writes.checked?
        Writes.update(query, self, values)
        1
      end

      def _delete_record(constraints)
        return super unless Rubicon.path

        Writes.delete(Writes.rows_of(self, constraints))
        1
      end

      private

      def defaults
        columns.to_h { |column| [column.name, type_for_attribute(column.name).deserialize(column.default)] }
      end

      def serialized(values)
        values.to_h { |name, value| [name, Writes.stored(self, name, value)] }
      end
    end

    # A record that is updated: what the database would refuse is asked before.
    module Record
      private

      def _update_row(attribute_names, attempted_action = "update")
        if Rubicon.path
          values = attribute_names.to_h { |name| [name, Writes.stored(self.class, name, _read_attribute(name))] }
          Writes.check(self.class, values, self)
        end
        Writes.checked { super }
      end
    end

    # All rows of a query are written at once.
    module Relation
      def update_all(updates)
        return super unless Rubicon.path

        Rubicon.alarm("`update_all` with SQL") unless updates.is_a?(Hash) && updates.values.none? { |value| sql?(value) }
        query = Queries.of(self)
        values = updates.to_h { |name, value| [name.to_s, stored(name.to_s, value)] }
        Writes.check_all(klass, query, values)
        count = Exp.new(:count, [query], :int)
        Writes.update(query, klass, values)
        reset
        count
      end

      # A counter is counted from what it is: the rows are written one by one.
      def update_counters(counters)
        return super unless Rubicon.path

        Rubicon.alarm("`update_counters` with `touch`") if counters[:touch]
        counters = counters.except(:touch)
        each do |record|
          key = { klass.primary_key => record.id }
          values = counters.to_h { |name, by| [name.to_s, Ops.sum(record._read_attribute(name.to_s), by)] }
          Writes.update(Writes.rows_of(klass, key), klass, values)
        end
        reset
      end

      def delete_all
        return super unless Rubicon.path

        query = Queries.of(self)
        count = Exp.new(:count, [query], :int)
        Writes.delete(query)
        reset
        count
      end

      private

      # The value as the database has it.
      def stored(name, value)
        type = klass.type_for_attribute(name)
        value = type.cast(value) unless Rubicon.sym?(value)
        Writes.stored(klass, name, value)
      end

      # Parts of SQL have no value here.
      def sql?(value)
        value.is_a?(Arel::Nodes::Node) || value.is_a?(Arel::Attribute) || value.is_a?(ActiveRecord::Relation)
      end
    end

    # A transaction that is rolled back takes its writes with it.
    module Transaction
      def initialize(*args, **options)
        super
        @rubicon_writes = Rubicon.path && Rubicon.path.writes.size
        @rubicon_path = Rubicon.path
      end

      def rollback
        super
        @rubicon_path.roll_back(@rubicon_writes) if @rubicon_path && @rubicon_path.equal?(Rubicon.path)
      end
    end

    ActiveRecord::Base.singleton_class.prepend(Model)
    ActiveRecord::Base.prepend(Record)
    ActiveRecord::Relation.prepend(Relation)
    ActiveRecord::ConnectionAdapters::RealTransaction.prepend(Transaction)
    ActiveRecord::ConnectionAdapters::SavepointTransaction.prepend(Transaction)
  end
end
