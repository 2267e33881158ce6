# frozen_string_literal: true

# Runs of blocks and of source texts on all paths, without a solver: each side of a branch is possible.
module Runs
  SCOPES = { default: 2, tables: {} }.freeze

  # The paths of a block.
  def paths_of(scopes: SCOPES, &block)
    Rubicon::Schema.reset
    around = ->(&run) { ActiveRecord::Base.connection.unprepared_statement(&run) }
    Rubicon::Explorer.new(scopes: scopes, around: around, reset: -> { Rubicon::Markers.reset }).paths(&block)
  end

  # The paths of a text whose free names are variables: `b: Book` is a record, `i: Integer` a number.
  def paths_of_text(text, scopes: SCOPES, **variables)
    paths_of(scopes: scopes) do |path|
      scope = Object.new.extend(RSpec::Matchers).instance_eval { binding }
      variables.each do |name, range|
        variable, value = Rubicon::Quantifiers.variable(range, name)
        path.variables << variable
        scope.local_variable_set(name, value)
      end
      Rubicon.run(text, scope)
    end
  end

  # The one path of a text.
  def only_path(text, **variables)
    paths = paths_of_text(text, **variables)
    expect(paths.size).to eq 1
    paths[0]
  end

  # The alarms of a text's paths.
  def alarms(text, **variables)
    paths_of_text(text, **variables).filter_map { |path| path.ending[:what] }.uniq
  end

  # What a text gives when its variables are symbolic objects without sorts.
  def symbolically(text, *names)
    scope = Object.new.instance_eval { binding }
    names.each { |name| scope.local_variable_set(name, Rubicon::SymbolicObject.new) }
    [Rubicon.run(text, scope), scope]
  end

  # The expression of the one obligation of a path, as the solver gets it.
  def obligation(path)
    expect(path.obligations.size).to eq 1
    Rubicon::Wire.expression(path.obligations[0].expression)
  end
end
