# frozen_string_literal: true

module Rubicon
  # Queries of Active Record while a path runs: the SQL that it would send becomes a `Query`, and what comes back are rows
  # of symbolic values. How many rows there are is decided by the path, one by one.
  module Queries
    RECORDS = /\ASELECT (?:DISTINCT )?(?:"(?<table>\w+)"\.\*|\*) FROM "?(?<from>\w+)"?/.freeze
    EXISTS = /\ASELECT 1 AS one FROM "(?<from>\w+)"(?<rest>.*?)(?: LIMIT 1)?\z/m.freeze
    COUNT = /\ASELECT COUNT\((?<what>\*|DISTINCT "\w+"\."id"|"\w+"\."id")\) FROM "(?<from>\w+)"(?<rest>.*)\z/m.freeze
    COUNT_OF_SOME = /\ASELECT COUNT\((?:\*|count_column)\) FROM \(SELECT (?<distinct>DISTINCT )?(?:1 AS one|"\w+"\."id" AS count_column) FROM "(?<from>\w+)"(?<rest>.*)\) subquery_for_count\z/m.freeze
    COLUMNS = /\ASELECT (?<distinct>DISTINCT )?(?<list>"\w+"\."\w+"(?:, "\w+"\."\w+")*) FROM "(?<from>\w+)"(?<rest>.*)\z/m.freeze
    BY_KEY = /\ASELECT (?:DISTINCT )?"(?<table>\w+)"\.\* FROM (?<from>.*?) WHERE (?<where>.* AND )?"\k<table>"\."(?<key>\w+)" = \$(?<number>\d+)(?: ORDER BY [^()]*)? LIMIT 1\z/m.freeze
    LIMIT = / LIMIT (\d+)(?: OFFSET \S+)?\z/.freeze
    # The rows that one query can give before the path is given up.
    MAX_ROWS = 12

    # The adapter's way to the database.
    module Adapter
      def select_all(arel, name = nil, binds = [], preparable: nil)
        return super unless Rubicon.path && name != "SCHEMA"

        raise NotPure if Rubicon.pure?

        arel = arel_from_relation(arel)
        sql, = to_sql_and_binds(arel, binds, preparable)
        Queries.run(sql, name)
      end

      def quote(value)
        value = value.value_for_database if value.is_a?(ActiveModel::Attribute)
        Rubicon.sym?(value) ? Markers.mark(value) : super
      end

      %i[exec_insert exec_insert_all exec_update exec_delete insert_fixtures_set execute_batch].each do |name|
        define_method(name) do |*args, **options|
          Rubicon.alarm("`#{name}`: a change of the database that no model makes") if Rubicon.path
          super(*args, **options)
        end
      end

      # SQL that goes past Active Record; transactions and questions about the schema are the adapter's own.
      %i[execute exec_query].each do |name|
        define_method(name) do |sql, *args, **options|
          own = sql.match?(/\A\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|SELECT sqlite_version)/i) || args.first == "SCHEMA"
          Rubicon.alarm("SQL that no model sends: #{sql}") if Rubicon.path && !own
          super(sql, *args, **options)
        end
      end
    end

    class << self
      # The query that SQL with markers is; `table` is the table whose rows it gives.
      def query(sql, table: nil, label: nil)
        parameters = []
        text = sql.gsub(Markers::PATTERN) do
          value = Markers.symbol(Regexp.last_match(1).to_i)
          parameters << (Ops.exp?(value, :text_of) ? value.rands[0] : value)
          "$#{parameters.size}"
        end
        Rubicon.path&.read&.merge(Choices.mentioned(text))
        Query.new(text, parameters, at: Rubicon.now, table: table, label: label)
      end

      # The query of a relation, with what association it is.
      def of(relation)
        label = label(relation)
        relation = relation.scope if relation.is_a?(ActiveRecord::Associations::CollectionProxy)
        query(relation.klass.connection.unprepared_statement { relation.to_sql }, table: relation.klass.table_name, label: label)
      end

      # Whether a relation has a record or a list of records; rows that were read are asked one by one.
      def include?(relation, value)
        return false if nothing?(relation) || !Records.record?(value) || !value.is_a?(relation.klass)

        read = holder(relation).instance_variable_get(:@rubicon_read)
        return Ops.or(*relation.to_a.map { |record| Ops.eq(record, value) }) if read?(relation) && !read&.same?(relation.to_a)
        return false if NilClass === value.id

        Exp.new(:in, [Records.expression(value), read ? read.query : of(relation)], :bool)
      end

      # Whether a relation is that of `none`, or of an owner that is not saved: it has no SQL.
      def nothing?(relation)
        return relation.is_a?(ActiveRecord::NullRelation) unless relation.is_a?(ActiveRecord::Associations::CollectionProxy)

        relation.proxy_association.owner.new_record? && relation.proxy_association.target.empty?
      end

      # The records that were read, and the query that they are the rows of.
      Read = Struct.new(:query, :records) do
        def same?(others)
          records.size == others.size && records.zip(others).all? { |a, b| a.equal?(b) }
        end
      end

      # Whether the rows that were read last have the foreign key of an association.
      def keyed?(reflection)
        column = "\"#{reflection.klass.table_name}\".\"#{reflection.foreign_key}\" = $"
        !@last.nil? && @last.sql.include?(column) && conjunction?(@last.sql[/ WHERE (.*)/m, 1].to_s)
      end

      # Notes on what was read of which query.
      def remember(holder)
        @last = nil
        records = yield
        list = Array(records)
        read = @last && list.all? { |r| Records.record?(r) && r.class.table_name == @last.table } && Read.new(@last, list.dup)
        holder.instance_variable_set(:@rubicon_read, read || nil)
        records
      end

      # Runs SQL: the answer is what Active Record expects of a database.
      def run(sql, name)
        raise NotPure if Rubicon.pure?

        notify(sql, name)
        result(sql, query(sql).sql)
      end

      # How many rows a query has, decided by the path.
      def decide_count(count)
        query = count.rands[0]
        most = [query.sql[LIMIT, 1]&.to_i, bound(query)].compact.min
        (0...(most || MAX_ROWS)).each { |n| return n if Rubicon.decide(Ops.eq(count, n)) }
        most || Rubicon.alarm("limit: a count beyond #{MAX_ROWS}")
      end

      # The association that rows are read for, for people.
      def reading(owner, name)
        before = @reading
        @reading = [Records.expression(owner), name] if Rubicon.path && Rubicon.symbolic?(owner)
        yield
      ensure
        @reading = before
      end

      # Whether no OR stands outside of parentheses: then each row has the key.
      def conjunction?(text)
        depth = 0
        text.scan(/'(?:[^']|'')*'|[()]|\bOR\b/i) do |token|
          depth += { "(" => 1, ")" => -1 }.fetch(token, 0)
          return false if depth.zero? && token.casecmp?("or")
        end
        true
      end

      private

      def label(relation)
        return nil unless relation.is_a?(ActiveRecord::Associations::CollectionProxy)

        association = relation.proxy_association
        [Records.expression(association.owner), association.reflection.name] if Rubicon.symbolic?(association.owner)
      end

      # What holds the records of a relation: the association of a proxy.
      def holder(relation)
        relation.is_a?(ActiveRecord::Associations::CollectionProxy) ? relation.proxy_association : relation
      end

      def read?(relation)
        return true if relation.loaded?

        relation.is_a?(ActiveRecord::Associations::CollectionProxy) && relation.proxy_association.target.any?
      end

      def notify(sql, name)
        Rubicon.path.count_query unless @silent
        ActiveSupport::Notifications.instrument("sql.active_record", sql: sql, name: name, binds: []) {} unless @silent
      end

      def result(sql, text)
        case text
        when EXISTS then exists(sql, Regexp.last_match)
        when COUNT_OF_SOME, COUNT then count(sql, Regexp.last_match)
        when RECORDS then records(sql, Regexp.last_match)
        when COLUMNS then columns(sql, Regexp.last_match)
        else Rubicon.alarm("SQL that is not understood: #{text}")
        end
      end

      # The same query with another list of columns. The text was cut from one in which markers are numbered already, so
      # the parameters stay.
      def with(head, match, sql)
        whole = query(sql)
        Query.new("SELECT #{head} FROM \"#{match[:from]}\"#{match[:rest]}", whole.parameters, at: whole.at, table: match[:from],
                                                                                           label: @reading)
      end

      def exists(sql, match)
        some = Exp.new(:some, [with("\"#{match[:from]}\".*", match, sql)], :bool)
        ActiveRecord::Result.new(["one"], Rubicon.decide(some) ? [[1]] : [])
      end

      def count(sql, match)
        distinct = match[0].include?("DISTINCT") ? "DISTINCT " : ""
        count = Exp.new(:count, [with("#{distinct}\"#{match[:from]}\".*", match, sql)], :int)
        ActiveRecord::Result.new(["count"], [[decide_count(count)]])
      end

      def records(sql, match)
        table = match[:table] || match[:from]
        Rubicon.alarm("SQL that is not understood: #{sql}") if match[:table].nil? && sql.match?(/ JOIN |,\s*"?\w+"? /i)
        query = query(sql.sub(/\A(SELECT (?:DISTINCT )?)\* /, "\\1\"#{table}\".* "), table: table, label: @reading)
        names = Schema.columns(table).keys
        model = Schema.model(table)
        Rubicon.alarm("single-table inheritance of #{model.name}") if model.columns_hash.key?(model.inheritance_column)
        @last = query
        rows = by_key(query) || rows(query)
        ActiveRecord::Result.new(names, rows.map { |row| names.map { |name| Records.column(row, table, name) } })
      end

      # The row of a query that asks for a key, among other things or alone: which row it is, is known.
      def by_key(query)
        match = BY_KEY.match(query.sql)
        return nil unless match && match[:key] == Schema.model(match[:table]).primary_key && conjunction?(match[:where].to_s)

        table = match[:table]
        key = query.parameters[match[:number].to_i - 1]
        return [Records.row(table, key)].compact if match[:where].nil? && match[:from] == "\"#{table}\""

        Rubicon.decide(Exp.new(:some, [query], :bool)) ? [Associations.row(table, key)] : []
      end

      # The rows of a query that this path has.
      def rows(query)
        limit = query.sql[LIMIT, 1]&.to_i
        most = [limit, bound(query)].compact.min || MAX_ROWS
        found = []
        while found.size < most
          row = Exp.new(:row, [query, found.size], :record, nullable: true)
          return found if Rubicon.decide(Exp.new(:null?, [row], :bool))

          found << row
        end
        Rubicon.alarm("limit: more than #{MAX_ROWS} rows") if most == MAX_ROWS && limit != MAX_ROWS
        found
      end

      # How many rows a query can have within the scopes: those of its table, nil where a join may repeat rows.
      def bound(query)
        table = query.sql[/\ASELECT .*? FROM "(\w+)"(?: WHERE .*| ORDER .*| LIMIT .*)?\z/m, 1]
        table = query.table if query.sql.start_with?("SELECT DISTINCT") && query.table
        rows = table && Rubicon.path.most_rows(table)
        rows && [rows, MAX_ROWS].min
      end

      # Columns of the rows of one table; of several tables only one column.
      def columns(sql, match)
        names = match[:list].scan(/"(\w+)"\."(\w+)"/)
        return one_column(sql, *names[0]) if match[:distinct] || names.map(&:first).uniq.size > 1 || names[0][0] != match[:from]

        rows = rows(with("\"#{match[:from]}\".*", match, sql))
        values = rows.map { |row| names.map { |table, name| Records.column(row, table, name) } }
        ActiveRecord::Result.new(names.map(&:last), values)
      end

      def one_column(sql, table, name)
        Rubicon.alarm("SQL that is not understood: #{sql}") if sql[/\ASELECT .*? FROM/].count(",").positive?

        query = query(sql)
        column = Schema.columns(table).fetch(name)
        count = decide_count(Exp.new(:count, [query], :int))
        values = (0...count).map { |i| [Exp.new(:value, [query, i], column.sort, nullable: column.null)] }
        ActiveRecord::Result.new([name], values)
      end
    end
  end

  # Records of symbolic rows.
  module Records
    class << self
      # The value of a column of a row, as it is now.
      def column(row, table, name)
        return row.rands[1] if Ops.exp?(row, :record) && name == Schema.model(table).primary_key

        column = Schema.columns(table).fetch(name)
        Exp.new(:column, [row, name, Rubicon.now], column.sort, nullable: column.null)
      end

      # The row of a table with a key, nil where there is none: the path decides.
      def row(table, key)
        return nil if NilClass === key

        owner = Ops.exp?(key, :column) && key.rands[1] == Schema.model(table).primary_key ? key.rands[0] : nil
        return owner if owner.is_a?(Variable) && owner.table == table && still_there?

        row = Exp.new(:record, [table, key, Rubicon.now], :record, nullable: true)
        Rubicon.decide(Exp.new(:null?, [row], :bool)) ? nil : row
      end

      # Whether no row was deleted on this path.
      def still_there?
        Rubicon.path.writes.none? { |write| write[:kind] == :delete }
      end

      # A record of a model that is a row.
      def instantiate(model, row)
        Rubicon.alarm("single-table inheritance of #{model.name}") if model.columns_hash.key?(model.inheritance_column)
        table = model.table_name
        model.instantiate(Schema.columns(table).keys.to_h { |name| [name, column(row, table, name)] })
      end
    end
  end
end

require "active_record/connection_adapters/sqlite3_adapter"
ActiveRecord::ConnectionAdapters::SQLite3Adapter.prepend(Rubicon::Queries::Adapter)
