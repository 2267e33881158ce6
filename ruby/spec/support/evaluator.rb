# frozen_string_literal: true

# The meaning of the format's expressions on the rows of a real database: what a path says is compared with what Ruby does.
class Evaluator
  # `variables` are ids by name with their tables, or values.
  def initialize(variables, states = ["main"], tables = TABLES)
    @variables = variables
    @tables = tables
    @states = states
    @connection = ActiveRecord::Base.connection
  end

  # The evaluator of a path: each of its writes makes a copy of the database in which it has happened.
  def self.of(path, variables, tables = TABLES)
    evaluator = new(variables.dup, ["main"], tables)
    path.writes.each { |write| evaluator.write(Rubicon::Wire.write(write)) }
    evaluator
  end

  TABLES = %w[authors books readings readers notes].freeze

  # A copy of the last state with a write.
  def write(write)
    name = "state#{@states.size}"
    @tables.each do |table|
      @connection.execute("CREATE TEMP TABLE #{name}_#{table} AS SELECT * FROM #{stated(@states.last, table)}")
    end
    if write[:insert] then inserted(name, write)
    elsif write[:update] then changed(name, write)
    else @connection.execute("DELETE FROM #{name}_#{table(write[:delete])} WHERE id IN (#{rows(write[:delete]).map { |r| r['id'] }.join(',')})")
    end
    @states << name
  end

  # Forgets the copies.
  def close
    @states.drop(1).each { |name| @tables.each { |table| @connection.execute("DROP TABLE temp.#{name}_#{table}") } }
  end

  # Whether all conditions and hypotheses of a path hold.
  def taken?(path)
    (path.conditions + path.hypotheses).all? { |clause| value(Rubicon::Wire.expression(clause.expression)) == true }
  end

  # The value of an expression: a scalar, or `[table, id]` for a record.
  def value(expression)
    key = expression.keys.first
    case key
    when :var then @variables.fetch(expression[:var])
    when :int, :text, :bool, :time then expression[key]
    when :null then nil
    when :column then column(*expression[:column], expression[:at])
    when :record then record(*expression[:record], expression[:at])
    when :op then operation(expression[:op], expression[:args])
    when :some then rows(expression[:some]).any?
    when :count then rows(expression[:count]).size
    when :in then member(*expression[:in])
    when :row then row(expression[:row], expression[:index])
    when :value then cell(expression[:value], expression[:index])
    when :exists, :forall then quantified(key, expression[key], expression[:body])
    else raise "no meaning: #{expression}"
    end
  end

  private

  # The text of a table in a state.
  def stated(state, table)
    state == "main" ? "main.#{table}" : "temp.#{state}_#{table}"
  end

  def inserted(name, write)
    id = (@connection.select_value("SELECT MAX(id) FROM #{name}_#{write[:insert]}") || 0) + 1
    values = write[:values].to_h { |column, v| [column, quoted(v, write[:insert], column)] }
    @connection.execute("INSERT INTO #{name}_#{write[:insert]} (id, #{values.keys.join(', ')}) VALUES (#{id}, #{values.values.join(', ')})")
    @variables[write[:name]] = [write[:insert], id]
  end

  def changed(name, write)
    table = table(write[:update])
    ids = rows(write[:update]).map { |r| r["id"] }
    sets = write[:values].map { |column, v| "#{column} = #{quoted(v, table, column)}" }
    @connection.execute("UPDATE #{name}_#{table} SET #{sets.join(', ')} WHERE id IN (#{ids.join(',')})")
  end

  def quoted(expression, table, column)
    value = value(expression)
    value = Time.at(value).utc if Rubicon::Schema.columns(table)[column].sort == :time && value
    @connection.quote(stored(value))
  end

  def column(record, name, at)
    table, id = value(record)
    return nil unless table

    found = @connection.select_one("SELECT #{name} FROM #{stated(@states[at], table)} WHERE id = #{id}")
    found && cast(table, name, found[name])
  end

  def cast(table, name, value)
    return nil if value.nil?

    case Rubicon::Schema.columns(table)[name].sort
    when :bool then [1, true, "t"].include?(value)
    when :time then Time.parse("#{value} UTC").to_i
    else value
    end
  end

  def record(table, key, at)
    id = value(key)
    id && @connection.select_value("SELECT id FROM #{stated(@states[at], table)} WHERE id = #{id}") && [table, id]
  end

  def rows(query)
    values = query[:parameters].map { |parameter| @connection.quote(stored(value(parameter))) }
    text = query[:sql].gsub(/\$(\d+)/) { values[Regexp.last_match(1).to_i - 1] }
    state = @states[query[:at]]
    text = text.gsub(/(FROM|JOIN) "(\w+)"/) { "#{$1} #{stated(state, $2)} AS \"#{$2}\"" } unless state == "main"
    @connection.select_all(text).to_a
  end

  def stored(value)
    value.is_a?(Array) ? value[1] : value
  end

  def table(query)
    query[:sql][/\ASELECT (?:DISTINCT )?"(\w+)"\.\*/, 1]
  end

  def row(query, index)
    rows = rows(query)
    rows = rows.sort_by { |r| r["id"] } unless query[:sql].include?("ORDER BY")
    rows[index] && [table(query), rows[index]["id"]]
  end

  def cell(query, index)
    rows(query)[index]&.values&.first
  end

  def member(element, query)
    element = value(element)
    element && rows(query).any? { |row| row["id"] == element[1] }
  end

  def quantified(kind, binder, body)
    ids = binder[:table] ? @connection.select_values("SELECT id FROM #{stated(@states[binder[:at]], binder[:table])}") : rows(binder[:query]).map { |r| r["id"] }
    values = ids.map do |id|
      Evaluator.new(@variables.merge(binder[:name] => [binder[:table] || table(binder[:query]), id]), @states, @tables).value(body)
    end
    kind == :exists ? values.any? : values.all?
  end

  def operation(operator, args)
    case operator
    when "and" then args.all? { |arg| value(arg) }
    when "or" then args.any? { |arg| value(arg) }
    when "not" then !value(args[0])
    when "implies" then !value(args[0]) || value(args[1])
    when "if" then value(args[0]) ? value(args[1]) : value(args[2])
    when "null?" then value(args[0]).nil?
    when "truth" then value(args[0]) == true
    when "==" then value(args[0]) == value(args[1])
    when "!=" then value(args[0]) != value(args[1])
    else binary(operator, *args.map { |arg| value(arg) })
    end
  end

  # Null is in no order, and nothing is computed of it. Quotients are rounded to zero, as SQLite has them.
  def binary(operator, first, second)
    return (%w[< <= > >=].include?(operator) ? false : nil) if first.nil? || second.nil?

    case operator
    when "/" then second.zero? ? nil : (first - first.remainder(second)) / second
    when "%" then second.zero? ? nil : first.remainder(second)
    else first.public_send(operator, second)
    end
  end
end
