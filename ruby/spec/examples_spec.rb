# frozen_string_literal: true

require "json"
require "open3"
require "tmpdir"

# The applications of `examples/rails`, from specification to counterexample in a real database. They need the solver: the
# environment's EFFIGY names it.
RSpec.describe "the applications of the examples", skip: (ENV["EFFIGY"] ? false : "EFFIGY names no solver") do
  EXAMPLES = File.expand_path("../../examples/rails", __dir__)

  # The result of one specification file, as the library writes it down.
  def result(application, file, **environment)
    Dir.mktmpdir do |folder|
      results = File.join(folder, "results.jsonl")
      variables = environment.transform_keys(&:to_s).merge("RUBICON_RESULTS" => results, "RUBICON_WRITE_TESTS" => folder)
      @output, = Open3.capture2e(variables, "rspec", "--no-color", "spec/#{file}_spec.rb", chdir: File.join(EXAMPLES, application))
      @written = Dir.glob("#{folder}/*_spec.rb").map { |path| File.read(path) }
      raise @output unless File.file?(results)

      JSON.parse(File.readlines(results).last)
    end
  end

  # A written test is run as it stands, in the application in which it fails or passes.
  def run_written(application, **environment)
    Dir.mktmpdir do |folder|
      path = File.join(folder, "written_spec.rb")
      File.write(path, @written.fetch(0))
      output, = Open3.capture2e(environment.transform_keys(&:to_s), "rspec", "--no-color", path, chdir: File.join(EXAMPLES, application))
      output[/\d+ examples?, \d+ failures?/]
    end
  end

  describe "the paper's example" do
    it "fails, and shows the verification condition as the paper prints it" do
      found = result("crm", "contacts")
      expect(found).to include("verdict" => "fails", "replay" => "confirmed")
      expect(found["rows"].values.sum(&:size)).to be_between(2, 3)
      expect(found["formula"]).to eq "all u: User, c: Contact, o: Opportunity |\n" \
                                     "  o.access = 'Private' and o.user != u implies\n  not (o in c.opportunities)"
      expect(@output).to include "(confirmed on SQLite)"
      expect(run_written("crm")).to eq "1 example, 1 failure"
      expect(run_written("crm", CRM: "mended")).to eq "1 example, 0 failures"
    end

    it "still fails when it is mended: a permission may name what is private" do
      found = result("crm", "contacts", CRM: "mended")
      expect(found).to include("verdict" => "fails", "replay" => "confirmed")
      expect(found["rows"]["permissions"]).not_to be_empty
    end

    [3, 4].each do |rows|
      it "holds with #{rows} rows a table once the invariant about permissions is stated" do
        scopes = JSON.generate(default: rows)
        found = result("crm", "contacts", CRM: "mended", CRM_INVARIANT: "stated", RUBICON_SCOPES: scopes)
        expect(found).to include("verdict" => "holds", "vacuous" => false)
      end
    end

    it "says that a scope makes it vacuous, and which one does not" do
      scopes = JSON.generate(default: 3, tables: { opportunities: 0 })
      found = result("crm", "contacts", CRM: "mended", RUBICON_SCOPES: scopes)
      expect(found).to include("verdict" => "holds", "vacuous" => true)
      expect(found["satisfiable_at"]).to include("opportunities" => 1)
      expect(@output).to include "vacuous"
    end
  end

  it "names a specification that ends in an error before anything is decided" do
    Dir.mktmpdir do |folder|
      path = File.join(folder, "early_spec.rb")
      File.write(path, "describe 'x' do\n  it('raises') { raise 'early' }\n  it('holds') { User.forall { |u| u.should == u } }\nend\n")
      results = File.join(folder, "results.jsonl")
      Open3.capture2e({ "RUBICON_RESULTS" => results }, "rspec", path, chdir: File.join(EXAMPLES, "crm"))
      first, second = File.readlines(results).map { |line| JSON.parse(line) }
      expect(first).to include("name" => "x raises", "verdict" => "undecided", "why" => "it ends before anything is decided: RuntimeError: early")
      expect(second).to include("name" => "x holds", "verdict" => "holds")
    end
  end

  it "has a solver that understands the tables of the tests" do
    Rubicon::Schema.reset
    expect { Rubicon::Solver.new.schema(Rubicon::Schema.request([])) }.not_to raise_error
  end

  # One of three, or all where the environment has EFFIGY_WHOLE.
  MISTAKES = %w[roles ownership tenants mass_assignment pagination soft_delete queries unique ordering].freeze

  MISTAKES.each_slice(ENV.key?("EFFIGY_WHOLE") ? 1 : 3).map(&:first).each do |name|
    it "holds of #{name}" do
      expect(result("office", name)).to include("verdict" => "holds", "vacuous" => false)
    end

    it "fails of #{name} where it is broken, and is confirmed" do
      expect(result("office", name, OFFICE: name)).to include("verdict" => "fails", "replay" => "confirmed")
      expect(run_written("office", OFFICE: name)).to eq "1 example, 1 failure"
      expect(run_written("office")).to eq "1 example, 0 failures"
    end
  end
end
