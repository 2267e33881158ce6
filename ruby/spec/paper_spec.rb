# frozen_string_literal: true

require_relative "support/figure_1"

# The listings of sections 2.1 and 2.2, as they are printed there.
RSpec.describe "the paper's simple evaluator" do
  def printed(text, *names)
    value, binding = symbolically(text, *names)
    Rubicon::Printing.exp(value, Rubicon::Printing.names(binding))
  end

  it "makes an expression of any method" do
    expect(printed("x.foo(y)", :x, :y)).to eq "Exp(foo, [x, y])"
  end

  it "makes an expression of equality" do
    expect(printed("x + y == y + x", :x, :y)).to eq "Exp(==, [Exp(+, [x, y]), Exp(+, [y, x])])"
  end

  it "runs both branches of a conditional" do
    text = "if x.even? then\n  (x+1).odd?\nend"
    expect(printed(text, :x)).to eq "Exp(if, [Exp(even?, [x]), Exp(odd?, [Exp(+, [x, 1])])])"
  end

  it "gives a variable its symbolic state" do
    _, binding = symbolically("if x.even? then\n  y = true\nelse\n  y = false\nend", :x, :y)
    state = Rubicon::Printing.state(binding.local_variable_get(:y), Rubicon::Printing.names(binding))
    expect(state).to eq "Exp(even?, [x]) => true,\nExp(not, [Exp(even?, [x])]) => false"
  end

  it "keeps the old value where one branch assigns" do
    _, binding = symbolically("z = 5\nif x.even? then\n  z = 6\nend", :x)
    state = Rubicon::Printing.state(binding.local_variable_get(:z), Rubicon::Printing.names(binding))
    expect(state).to eq "Exp(even?, [x]) => 6,\nExp(not, [Exp(even?, [x])]) => 5"
  end

  it "keeps concrete conditions concrete" do
    expect(Rubicon.run("if 4.even? then 1 else raise end")).to eq 1
  end
end

RSpec.describe "a conditional that mutates" do
  it "is merged wrongly by Figure 1: both branches have changed the one list" do
    condition = Rubicon::SymbolicObject.new
    list = []
    Figure1.if(-> { condition }, -> { list << 1 }, -> { list << 2 })
    expect(list).to eq [1, 2]
  end

  it "is run on two paths here, with one change on each" do
    lists = []
    paths = paths_of do |path|
      variable, number = Rubicon::Quantifiers.variable(Integer, :i)
      path.variables << variable
      scope = Object.new.instance_eval { binding }
      scope.local_variable_set(:i, number)
      lists << Rubicon.run("a = []\nif i > 0 then a << 1 else a << 2 end\na", scope)
    end
    expect(paths.size).to eq 2
    expect(lists).to eq [[1], [2]]
  end
end
