# frozen_string_literal: true

# A random application: two models with a random schema, random validations, random rows and random specifications.
class RandomApplication
  # A column: its type, whether it may be null, and the values that rows have.
  Column = Struct.new(:name, :type, :null, :values, :attribute) do
    # A value as Ruby code writes it.
    def literal(random)
      value = (attribute || values)[random.rand((attribute || values).size)]
      (null && random.rand(3).zero? ? nil : value).inspect
    end
  end

  LABELS = %w[low mid top].freeze
  TEXTS = %w[a b].freeze

  attr_reader :parent, :child

  def initialize(random, number)
    @random = random
    @number = number
    @columns = { parent: columns, child: columns }
    @unique = { parent: [], child: [] }
    @checked = { parent: [], child: [] }
    create_tables
    @parent = model("Up#{number}", :parent)
    @child = model("Down#{number}", :child)
    associate
  end

  # Removes tables and models.
  def drop
    ActiveRecord::Schema.define do
      ActiveRecord::Base.descendants.grep_v(nil).map(&:name).compact.grep(/\A(Up|Down)\d+\z/).each do |name|
        drop_table(name.underscore.pluralize) if table_exists?(name.underscore.pluralize)
        Object.send(:remove_const, name) if Object.const_defined?(name)
      end
    end
  end

  def tables
    [parent.table_name, child.table_name]
  end

  # Random rows that keep what the database and the models demand.
  def rows(random, most)
    { parent.table_name => list(:parent, random, most), child.table_name => list(:child, random, most) }
  end

  # The text of a specification over `a` and `b`, within two quantifiers.
  def specification
    kept = condition(1)
    early = chance(2) ? "(#{chance(2) ? kept : condition(1)}).implies { " : ""
    late = chance(3) ? "(#{chance(2) ? kept : condition(1)}).implies { " : ""
    stated = chance(2) ? "(#{kept} || #{condition(1)})" : condition(2)
    body = "#{early}#{Array.new(@random.rand(3)) { "#{statement}; " }.join}#{late}(#{stated}).should(be_truthy)"
    "#{body}#{' }' if early != ''}#{' }' if late != ''}"
  end

  private

  def pick(list)
    list[@random.rand(list.size)]
  end

  def chance(one_in)
    @random.rand(one_in).zero?
  end

  def columns
    [Column.new("name", :string, chance(2), TEXTS), Column.new("rank", :integer, !chance(3), [-1, 0, 1, 2]),
     Column.new("open", :boolean, !chance(3), [true, false]), Column.new("level", :integer, chance(3), [0, 1, 2], LABELS)]
  end

  def create_tables
    application = self
    ActiveRecord::Schema.define do
      { parent: "up", child: "down" }.each do |kind, name|
        create_table("#{name}#{application.number}s") { |t| application.define(t, kind) }
      end
    end
  end

  public

  attr_reader :number

  # Defines the columns and the unique indexes of a table.
  def define(table, kind)
    table.integer(:up_id) if kind == :child
    @columns[kind].each { |column| table.public_send(column.type, column.name, null: column.null, default: default(column)) }
    sets = [%w[name], %w[rank], %w[name rank], %w[name open], %w[rank level]] + (kind == :child ? [%w[up_id name], %w[up_id]] : [])
    @unique[kind] = Array.new(@random.rand(3)) { pick(sets) }.uniq
    @unique[kind].each { |names| table.index(names, unique: true, name: "i#{number}#{kind}#{names.join}") }
  end

  private

  def default(column)
    column.null ? nil : column.values[0]
  end

  def model(name, kind)
    Object.const_set(name, Class.new(ActiveRecord::Base) { self.table_name = name.underscore.pluralize })
    model = Object.const_get(name)
    model.enum(level: LABELS.each_with_index.to_h.transform_keys(&:to_sym))
    validate(model, kind)
    model
  end

  def validate(model, kind)
    model.validates(:name, inclusion: { in: TEXTS }, allow_nil: true) if chance(3)
    model.validates(:rank, numericality: { greater_than_or_equal_to: -1 }, allow_nil: true) if chance(3)
    return unless chance(4)

    @checked[kind] << %w[name]
    model.validates(:name, uniqueness: true)
  end

  def associate
    down = child.name
    up = parent.name
    parent.has_many(:downs, class_name: down, foreign_key: "up_id")
    child.belongs_to(:up, class_name: up, foreign_key: "up_id", optional: true)
  end

  def list(kind, random, most)
    found = []
    (random.rand(5).zero? ? 0 : random.rand(1..most)).times do
      row = @columns[kind].to_h { |c| [c.name, c.null && random.rand(3).zero? ? nil : c.values[random.rand(c.values.size)]] }
      row["up_id"] = [nil, 1, 2][random.rand(3)] if kind == :child
      collides = (@unique[kind] + @checked[kind]).any? { |names| found.any? { |other| names.all? { |n| !row[n].nil? && row[n] == other[n] } } }
      found << row unless collides
    end
    found.each_with_index.map { |row, i| { "id" => i + 1 }.merge(row) }
  end

  def record
    pick([["a", :parent], ["b", :child]])
  end

  # A value of a column as code: a constant, null, or the column of a record.
  def value(name)
    return "#{record[0]}.#{name}" if chance(2)

    @columns[:child].find { |column| column.name == name }.literal(@random)
  end

  def condition(depth)
    return atom if depth.zero? || chance(3)

    case @random.rand(6)
    when 0 then "(#{condition(depth - 1)} && #{condition(depth - 1)})"
    when 1 then "(#{condition(depth - 1)} || #{condition(depth - 1)})"
    when 2 then "!(#{condition(depth - 1)})"
    when 3 then "(#{condition(depth - 1)} ? #{condition(depth - 1)} : #{condition(depth - 1)})"
    else atom
    end
  end

  def atom
    pick(%i[column related queried]).then { |kind| send(kind) }
  end

  def column
    r, = record
    pick(["#{r}.name == #{value('name')}", "#{r}.name.nil?", "%w[a c].include?(#{r}.name)", "#{r}.name.blank?", "#{r}.rank == #{value('rank')}",
          "(#{r}.rank || 0) > #{@random.rand(-1..1)}", "(#{r}.rank&.positive? || false)", "#{r}.rank.nil?", "#{r}.open", "#{r}.open?", "#{r}.open.nil?",
          "#{r}.#{pick(LABELS)}?", "#{r}.level == '#{pick(LABELS)}'", "(case #{r}.rank when nil then #{r}.open when 0..1 then true else false end)"])
  end

  def related
    pick(["b.up.nil?", "b.up == a", "a.downs.include?(b)", "a.downs.empty?", "a.downs.count > 1", "a.downs.where(name: #{value('name')}).exists?",
          "(b.up&.open || false)", "a.downs.map(&:rank).compact.empty?", "a.downs.all? { |x| x.open }", "b.up_id == a.id", "b.up_id.nil?"])
  end

  def queried
    model = pick([parent, child]).name
    one = model == parent.name ? "a" : "b"
    pick(["#{model}.where(name: #{value('name')}).count == 1", "#{model}.where(rank: #{value('rank')}).include?(#{one})",
          "#{model}.where.not(name: #{value('name')}).exists?", "#{model}.where(open: nil).any?", "#{model}.#{pick(LABELS)}.include?(#{one})",
          "#{model}.order(:rank, :id).first == #{one}", "#{model}.order(:name, :id).last == #{one}", "#{model}.find_by(name: #{value('name')}).nil?",
          "#{model}.where('rank > ?', #{@random.rand(-1..1)}).exists?", "#{model}.where(level: :#{pick(LABELS)}).where.not(rank: #{value('rank')}).none?",
          "#{model}.where(name: [#{value('name')}, #{value('name')}]).count > 1", "#{model}.find(#{one}.id).rank == #{one}.rank",
          "#{model}.exists? { |x| x.name == #{value('name')} }".sub("exists? {", "all.any? {"), "#{model}.count == 1"])
  end

  # A write; errors of the database are sometimes taken care of.
  def statement
    text = send(pick(%i[saved updated created inserted changed_all removed]))
    chance(3) ? text : "begin; #{text}; rescue ActiveRecord::RecordNotUnique, ActiveRecord::NotNullViolation, ActiveRecord::RecordInvalid; end"
  end

  def assigned
    name = pick(%w[name rank open level])
    [name, name == "level" ? "'#{pick(LABELS)}'" : value(name)]
  end

  def saved
    r, = record
    Array.new(@random.rand(1..2)) { assigned }.map { |name, v| "#{r}.#{name} = #{v}; " }.join + "#{r}.#{pick(['save!', 'save', 'save(validate: false)'])}"
  end

  def updated
    r, = record
    name, v = assigned
    pick(["#{r}.update(#{name}: #{v})", "#{r}.update_columns(#{name}: #{v})", "#{r}.#{pick(LABELS)}!", "#{r}.update!(#{name}: #{v})"])
  end

  def created
    "#{pick([parent, child]).name}.#{pick(%w[create create!])}(#{Array.new(2) { assigned }.uniq(&:first).map { |n, v| "#{n}: #{v}" }.join(', ')})"
  end

  def inserted
    pick(["a.downs.create(name: #{value('name')}, rank: #{value('rank')})", "#{child.name}.new(up_id: a.id, name: #{value('name')}).save(validate: false)"])
  end

  def changed_all
    name, v = assigned
    v = LABELS.index(v.delete("'")).to_s if name == "level"
    "#{pick([parent, child]).name}.where(rank: #{value('rank')}).update_all(#{name}: #{v})"
  end

  def removed
    pick(["b.destroy", "#{child.name}.where(name: #{value('name')}).delete_all"])
  end
end
