# frozen_string_literal: true

# A case of tests/conformance/rubicon as a specification of Rails: its terms become Ruby.
class CaseText
  INFIX = %w[== != < <= > >= + - * / %].freeze
  ORDERS = %w[< <= > >=].freeze
  FORALL = { "int" => Integer, "text" => String }.freeze
  STEPS = { "save" => "save!", "reload" => "reload", "delete" => "destroy", "delete_all" => "delete_all" }.freeze

  def initialize(kase)
    @case = kase
  end

  # The variables with their ranges.
  def variables
    (@case["forall"] || {}).to_h { |name, kind| [name.to_sym, FORALL[kind] || kind.constantize] }
  end

  # The text: its last expression is the claim.
  def text
    steps = (@case["steps"] || []).map { |step| step(*step) }
    claim = term(@case["claim"])
    return (steps + [claim]).join("\n") unless @case.key?("assume")

    "#{term(@case['assume'])}.implies {\n#{(steps + ["(#{claim}).should be_truthy"]).join("\n")}\n}"
  end

  private

  def step(kind, *rest)
    case kind
    when "let" then "#{rest[0]} = #{term(rest[1])}"
    when "set" then "#{term(rest[0])}.#{rest[1]} = #{term(rest[2])}"
    when "update" then "#{term(rest[0])}.update_all(#{values(rest[1])})"
    else "#{term(rest[0])}.#{STEPS.fetch(kind)}"
    end
  end

  # A term as Ruby.
  def term(term)
    return term.start_with?("$") ? term[1..] : term.inspect if term.is_a?(String)
    return term.inspect unless term.is_a?(Array)

    kind, *rest = term
    return "(#{term(rest[0])} #{kind} #{term(rest[1])})" if INFIX.include?(kind)
    return "(#{rest.map { |r| term(r) }.join(kind == 'and' ? ' && ' : ' || ')})" if %w[and or].include?(kind)

    FORMS.fetch(kind).bind_call(self, *rest)
  end

  def values(values)
    values.map { |name, value| "#{name}: #{value.is_a?(Array) && value[0] == 'in' ? "[#{value[1..].map { |v| term(v) }.join(', ')}]" : term(value)}" }.join(", ")
  end

  # One `where` for each column; a column of another table joins it, an order is text with a place holder.
  def filtered(query, conditions)
    conditions.reduce(term(query)) do |text, (column, value)|
      association, name = column.include?(".") ? column.split(".") : [nil, column]
      table = association && ActiveSupport::Inflector.pluralize(association)
      text += ".joins(:#{association})" if association
      text + where(table, name, value)
    end
  end

  def where(table, name, value)
    return ".where(\"#{"#{table}." if table}#{name} #{value[0]} ?\", #{term(value[1])})" if value.is_a?(Array) && ORDERS.include?(value[0])

    table ? ".where(#{table}: { #{values(name => value)} })" : ".where(#{values(name => value)})"
  end

  FORMS = {
    "not" => ->(a) { "!#{term(a)}" },
    "null?" => ->(a) { "#{term(a)}.nil?" },
    "if" => ->(c, a, b) { "(#{term(c)} ? #{term(a)} : #{term(b)})" },
    "get" => ->(record, name) { "#{term(record)}.#{name}" },
    "many" => ->(record, name) { "#{term(record)}.#{name}" },
    "all" => ->(model) { "#{model}.all" },
    "filter" => ->(query, conditions) { filtered(query, conditions) },
    "exclude" => ->(query, conditions) { "#{term(query)}.where.not(#{values(conditions)})" },
    "order" => ->(query, *columns) { "#{term(query)}.order(#{columns.map { |c| c.start_with?('-') ? "#{c[1..]}: :desc" : "#{c}: :asc" }.join(', ')})" },
    "slice" => ->(query, start, size) { "#{term(query)}#{".offset(#{start})" if start.positive?}.limit(#{size})" },
    "distinct" => ->(query) { "#{term(query)}.distinct" },
    "count" => ->(query) { "#{term(query)}.count" },
    "exists" => ->(query) { "#{term(query)}.exists?" },
    "first" => ->(query) { "#{term(query)}.first" },
    "last" => ->(query) { "#{term(query)}.last" },
    "contains" => ->(query, record) { "#{term(query)}.include?(#{term(record)})" },
    "values" => ->(query, column) { "#{term(query)}.pluck(:#{column})" },
    "size" => ->(query) { "#{term(query)}.to_a.size" },
    "size_of" => ->(list) { "#{term(list)}.size" },
    "member" => ->(value, list) { "#{term(list)}.include?(#{term(value)})" },
    "any" => ->(name, query, body) { "#{term(query)}.to_a.any? { |#{name}| #{term(body)} }" },
    "some" => ->(name, model, body) { "#{model}.exists { |#{name}| #{term(body)} }" },
    "find" => ->(model, key) { "#{model}.find(#{term(key)})" },
    "get_by" => ->(model, conditions) { "#{model}.find_by!(#{values(conditions)})" },
    "create" => ->(model, columns) { "#{model}.create!(#{values(columns)})" },
    "updated" => ->(query, columns) { "#{term(query)}.update_all(#{values(columns)})" },
    "valid" => ->(model, columns) { "#{model}.new(#{values(columns)}).valid?" },
    "caught" => ->(kind, act) { "Clubs.caught(#{kind.inspect}) { #{term(act)} }" },
    "status" => ->(key) { "Clubs.status(#{term(key)})" },
    "time" => ->(seconds) { "Time.at(#{seconds}).utc" },
    "now" => -> { "Time.current" },
    "length" => ->(a) { "#{term(a)}.length" },
    "lookup" => ->(record, column) { "{ 'a' => 1 }[#{term(record)}.#{column}]" }
  }.transform_values { |form| define_method(:_form, &form) && instance_method(:_form) }.freeze
  remove_method :_form
end
