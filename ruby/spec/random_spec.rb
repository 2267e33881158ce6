# frozen_string_literal: true

require_relative "support/random_application"

# Random models, rows and specifications: what is decided, and what each path says, is compared with SQLite. `RUBICON_RANDOM`
# is the number of comparisons, `RUBICON_SEED` the first seed.
RSpec.describe "random applications", skip: (ENV["EFFIGY"] ? false : "EFFIGY names no solver") do
  COMPARISONS = (ENV["RUBICON_RANDOM"] || 40).to_i
  # Seeds that differed once.
  FORMER = [52_006].freeze
  SPECIFICATIONS = 3
  # Databases for each specification, and where many are asked for.
  FEW = 30
  MANY = 80

  def block_of(application, text)
    code = "proc { |a| #{application.child.name}.forall { |b| #{text} } }"
    Rubicon::Loader.files["(random)"] = true
    eval(Rubicon::Rewriter.rewrite(code, "(random)") || code, binding, "(random)", 1)
  end

  # What Ruby does with the rows, on one choice of `a` and `b`.
  def concretely(specification, given)
    Rubicon.replay = Rubicon::Replay.new({}, given).tap { |replay| replay.instance_variable_set(:@names, []) }
    Rubicon.replay.forall(specification.range, specification.block)
    "holds"
  rescue RSpec::Expectations::ExpectationNotMetError
    "fails"
  rescue StandardError => e
    e.class.name
  ensure
    Rubicon.replay = nil
  end

  # What the path that the rows take says; nil where it has no meaning.
  def symbolically(paths, given, tables)
    taken = paths.filter_map { |path| said(path, given, tables) }
    return "#{taken.size} paths" unless taken.size == 1

    taken[0]
  end

  def said(path, given, tables)
    evaluator = Evaluator.of(path, given.transform_values { |v| [v["table"], v["id"]] }, tables)
    return nil unless evaluator.taken?(path)
    return path.ending[:error].split(": ")[0] if path.ending[:kind] == "raised"
    return "alarm" if path.ending[:kind] == "alarm"

    path.obligations.all? { |o| evaluator.value(Rubicon::Wire.expression(o.expression)) == true } ? "holds" : "fails"
  ensure
    evaluator&.close
  end

  # All choices of `a` and `b` among rows.
  def choices(application, rows)
    up, down = application.tables
    rows[up].product(rows[down]).map do |a, b|
      { "a" => { "table" => up, "id" => a["id"] }, "b" => { "table" => down, "id" => b["id"] } }
    end
  end

  def in_database(rows)
    ActiveRecord::Base.transaction(requires_new: true, joinable: false) do
      rows.each { |table, list| list.each { |row| ActiveRecord::Base.connection.insert_fixture(row, table) } }
      yield
      raise ActiveRecord::Rollback
    end
  end

  # What is wrong about a specification on random rows.
  def compare(application, specification, result, random)
    wrong = []
    @databases.times do
      break if result.paths.empty?

      rows = application.rows(random, 2)
      choices(application, rows).sample(2, random: random).each do |given|
        real = said = nil
        in_database(rows) { said = symbolically(result.paths, given, application.tables) }
        in_database(rows) { real = concretely(specification, given) }
        @compared += 1
        wrong << [rows, given, "holds, and here it is: #{real}"] if result.verdict == "holds" && real != "holds"
        wrong << [rows, given, "SQLite says #{real}, the paths #{said}"] unless [real, "alarm"].include?(said)
      end
    end
    wrong
  end

  def verdict(specification)
    result = specification.decide
    @verdicts[result.answer["vacuous"] ? "vacuous" : result.verdict] += 1
    result
  end

  def run(seed)
    random = Random.new(seed)
    application = RandomApplication.new(random, seed)
    SPECIFICATIONS.times.flat_map do
      text = application.specification
      specification = Rubicon::Specification.new(application.parent, block_of(application, text))
      result = verdict(specification)
      wrong = compare(application, specification, result, random)
      wrong << [result.message] if result.paths.empty?
      wrong << [result.answer["rows"], result.replay.message] if result.verdict == "fails" && result.replay.verdict != "confirmed"
      wrong.first(2).map { |reason| [seed, text, *reason] }
    end
  ensure
    application&.drop
  end

  it "are decided as SQLite decides, and each path says what it does" do
    @compared = 0
    @verdicts = Hash.new(0)
    Rubicon.scopes = { default: 2 }
    seed = (ENV["RUBICON_SEED"] || 1).to_i - 1
    @databases = MANY
    wrong = FORMER.flat_map { |former| run(former) }
    @databases = FEW unless ENV["RUBICON_RANDOM"]
    @compared = 0
    wrong.concat(run(seed += 1)) while @compared < COMPARISONS
    RSpec.configuration.reporter.message("  #{@compared} comparisons, #{@verdicts.map { |name, n| "#{n} #{name}" }.join(', ')}, seeds up to #{seed}")
    wrong.each { |reason| RSpec.configuration.reporter.message("  #{reason.inspect}") }
    expect(wrong.size).to eq 0
    expect(@verdicts["holds"] + @verdicts["fails"]).to be > @verdicts["undecided"]
  ensure
    Rubicon.scopes = nil
  end
end
