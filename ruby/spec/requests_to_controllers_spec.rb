# frozen_string_literal: true

# What a request of a specification meets in Rails.
RSpec.describe Rubicon::Controllers do
  describe Rubicon::Controllers::SignedIn do
    it "is a fresh record in each request, as the database has it" do
      texts = {
        "a.name = 'new'; s.record.name == a.name" => false, "s.record.name == a.name" => true, "s.record.equal?(a)" => false,
        "s.record.equal?(s.record)" => true, "s.record.name = 'new'; s.forget; s.record.name == a.name" => true, "s.record == a" => true,
        "a.update_columns(name: 'new'); s.record.name == 'new'" => false
      }
      texts.each do |text, same|
        sides = paths_of_text("s = Rubicon::Controllers::SignedIn.new(a); #{text}", a: Author).flat_map do |path|
          path.obligations.map { |o| Rubicon::Wire.expression(o.expression) }
        end
        expected = same ? eq([{ bool: true }]) : satisfy { |all| all != [{ bool: true }] }
        expect(sides).to expected, "#{text}: #{sides}"
      end
    end

    it "counts no query, and takes who is not saved as it is" do
      path = only_path("Rubicon::Controllers::SignedIn.new(a).record; true", a: Author)
      expect(path.queries).to eq 0
      expect(described_class.new(nil).record).to eq nil
      someone = Author.new
      expect(described_class.new(someone).record).to equal someone
    end

    it "is read from the database in a replay too" do
      author = Author.create!(name: "old")
      author.name = "new"
      expect(described_class.new(author).record.name).to eq "old"
    ensure
      author&.destroy
    end
  end

  # A set of routes that require something of a part of the address.
  def routes(requirement)
    ActionDispatch::Routing::RouteSet.new.tap { |set| set.draw { get "fenced/:id" => "docs#fenced", id: requirement } }
  end

  # What generating the address comes to on each path.
  def generated(requirement, text, **variables)
    set = routes(requirement)
    generate = ->(value) { set.generate_extras({ controller: "docs", action: "fenced", id: Rubicon::Markers.mark_all(value) }).first }
    endings = paths_of do |path|
      scope = Object.new.instance_eval { binding }
      scope.local_variable_set(:generate, generate)
      variables.each do |name, range|
        variable, value = Rubicon::Quantifiers.variable(range, name)
        path.variables << variable
        scope.local_variable_set(name, value)
      end
      Rubicon.run("generate.call(#{text}); :done", scope)
    end
    endings.map { |path| path.ending[:error].to_s[/\A\w+::\w+/] || path.ending[:what] || path.ending[:kind] }
  end

  it "takes a key where a route requires digits" do
    [/\d+/, /[0-9]+/, /[1-9]\d*/, /\w+/, %r{[^/]+}, /[\w-]+/, /.*/].each { |requirement| expect([requirement, generated(requirement, "b.id", b: Book)]).to eq [requirement, ["completed"]] }
  end

  it "forks on the sign of a number where a route requires digits" do
    expect(generated(/\d+/, "b.pages", b: Book)).to match_array ["completed", "ActionController::UrlGenerationError"]
    expect(generated(/[-\d]+/, "b.pages", b: Book)).to eq ["completed"]
  end

  it "ends a path where a route requires something else of a symbolic value" do
    said = "what a route requires of a symbolic value"
    expect(generated(/\d{2}/, "b.id", b: Book)).to match [start_with(said)]
    expect(generated(/[a-z]+/, "b.title", b: Book)).to match [start_with(said)]
  end
end
