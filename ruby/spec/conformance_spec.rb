# frozen_string_literal: true

require_relative "support/clubs"
require_relative "support/case_text"

# The cases of tests/conformance/rubicon, which the library for Django runs too: symbols, Rails on SQLite and the solver say
# what each case expects.
RSpec.describe "docs/rubicon-semantics.md" do
  page = File.expand_path("../../docs/rubicon-semantics.md", __dir__)
  files = Dir.glob("#{Clubs::FOLDER}/cases/*.json").sort.map { |file| JSON.parse(File.read(file)) }
  cases = files.flat_map { |file| file["cases"].map { |kase| kase.merge("section" => file["section"]) } }

  SCOPES_OF_CASES = { default: 3, tables: {}, int: 5, seconds: 30 }.freeze

  # What exceptions are called in the cases.
  ENDINGS = {
    "ActiveRecord::RecordNotFound" => "not found", "ActiveRecord::RecordNotUnique" => "refused", "ActiveRecord::NotNullViolation" => "refused",
    "ActiveRecord::InvalidForeignKey" => "refused", "ActiveRecord::RecordInvalid" => "invalid", "NoMethodError" => "error", "ZeroDivisionError" => "error", "TypeError" => "error",
    "ArgumentError" => "error"
  }.freeze

  # What is expected of this library, where the frameworks differ.
  def own(expected)
    expected.is_a?(Hash) ? expected["rails"] : expected
  end

  def insert(rows)
    Clubs::TABLES.each do |table|
      rows[table].each { |row| ActiveRecord::Base.connection.insert_fixture(row.merge(row.key?("joined") ? { "joined" => row["joined"] && Time.at(row["joined"]).utc } : {}), table) }
    end
  end

  # The ending of the one path that the rows take.
  def said_by_symbols(paths, values)
    found = paths.map { |path| said_by(path, values) }.reject { |said| said == :not_taken }
    expect(found.size).to eq(1), "#{found.size} paths are taken: #{found}"
    found[0]
  end

  def said_by(path, values)
    evaluator = Evaluator.of(path, values, Clubs::TABLES)
    return :not_taken unless evaluator.taken?(path)
    return ENDINGS.fetch(path.ending[:error].split(": ")[0]) if path.ending[:kind] == "raised"
    return "not assumed" if path.obligations.empty?

    path.obligations.all? { |o| evaluator.value(Rubicon::Wire.expression(o.expression)) }
  ensure
    evaluator&.close
  end

  def said_by_rails(text, values, assumes)
    scope = Object.new.extend(RSpec::Matchers).instance_eval { binding }
    values.each { |name, value| scope.local_variable_set(name, value.is_a?(Array) ? value[0].classify.constantize.find(value[1]) : value) }
    Rubicon.replay = Rubicon::Replay.new({}, {})
    value = Rubicon.run(text, scope)
    assumes && value.nil? ? "not assumed" : value
  rescue RSpec::Expectations::ExpectationNotMetError
    false
  rescue StandardError => e
    ENDINGS.fetch(e.class.name) { raise }
  ensure
    Rubicon.replay = nil
  end

  # The values of a case's variables: `[table, id]` for a record.
  def values(kase, database)
    given = Clubs::APPLICATION["databases"][database]["variables"]
    (kase["forall"] || {}).to_h do |name, kind|
      model = Clubs::APPLICATION["models"][kind]
      [name, model ? [model["table"], given[name]] : given[name]]
    end
  end

  # What the paths met that has no meaning; the paths that cannot be are left out, since no solver was asked at their forks.
  def alarms_of(paths)
    found = paths.select { |path| path.ending[:kind] == "alarm" }
    found = found.reject { |path| solver.feasible(path.variables, path.assumed, path.writes, SCOPES_OF_CASES) == "no" } if ENV["EFFIGY"]
    found.map { |path| path.ending[:what] }
  end

  # The solver, which knows the tables.
  def solver
    Rubicon::Solver.shared.tap { |shared| shared.schema(Rubicon::Schema.request([])) }
  end

  # The solver's verdict, and the names of what it rests on.
  def verdict(name, paths)
    Rubicon::Path.settle(paths)
    variables = paths.flat_map(&:variables).uniq(&:name).map { |variable| Rubicon::Wire.variable(variable) }
    answer = solver.check(request: "check", name: name, place: "a case", scopes: SCOPES_OF_CASES, variables: variables,
                          paths: paths.select(&:matters?).map { |path| Rubicon::Wire.path(path) })
    [answer["verdict"], (answer["assumes"] || []).map { |assumed| assumed["name"] }.uniq]
  end

  cases.each do |kase|
    it "says of #{kase['section']}: #{kase['name']}" do
      told = CaseText.new(kase)
      paths = paths_of_text(told.text, scopes: SCOPES_OF_CASES, **told.variables)
      expect(alarms_of(paths)).to own(kase["alarm"]) ? be_any : be_empty
      expect(paths.size).to eq own(kase["paths"]) if kase["paths"]
      (kase["expect"] || {}).each do |database, expected|
        ActiveRecord::Base.transaction(requires_new: true) do
          insert(Clubs::APPLICATION["databases"][database])
          given = values(kase, database)
          found = [said_by_symbols(paths, given), said_by_rails(told.text, given, kase.key?("assume"))]
          expect([database, *found]).to eq [database, own(expected), own(expected)]
          raise ActiveRecord::Rollback
        end
      end
      expect(verdict(kase["name"], paths)).to eq [own(kase["verdict"]), own(kase["assumes"]) || []] if ENV["EFFIGY"]
    end
  end

  it "has tables that are said to the solver as the other library says them" do
    Rubicon::Schema.reset
    found = Rubicon::Schema.request([])[:tables].select { |table| Clubs::TABLES.include?(table[:name]) }
    found = JSON.parse(JSON.generate(found)).map { |table| table.except("model") }
    expected = Clubs::APPLICATION["schema"].map { |table| table.merge("columns" => match_array(table["columns"])) }
    expect(found).to match_array(expected)
  end

  it "has a case for each section, and for each difference of the frameworks" do
    text = File.read(page)
    expect(text.scan(/^## (.*)$/).flatten).to match_array(files.map { |file| file["section"] } + ["Differences"])
    expect(text.scan(/^\| `(.*?)` /).flatten).to match_array(cases.filter_map { |kase| kase["difference"] }.uniq)
  end
end
