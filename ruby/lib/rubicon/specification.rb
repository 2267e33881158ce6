# frozen_string_literal: true

module Rubicon
  # One specification: its outermost quantifier, run on all paths, decided by the solver, replayed where it fails.
  class Specification
    # The rows of a table up to which a hypothesis that cannot hold is tried again.
    LARGEST_SCOPE = 8
    # What Rails' own hooks make anew, if it is not there yet.
    MADE_BY_HOOKS = %i[@controller @request @response].freeze
    # What was found, for people and for `effigy rubicon`.
    Result = Struct.new(:name, :place, :verdict, :answer, :paths, :replay, :message, keyword_init: true)

    attr_reader :range, :block, :name, :place

    # The range of the outermost variable, nil when there is none; the block.
    def initialize(range, block)
      @range = range
      @block = block
      @instance = block.binding.receiver
      @example = RSpec.current_example
      @state = @instance.instance_variables.to_h { |v| [v, @instance.instance_variable_get(v)] }
      @name = @example&.full_description || "(a block)"
      @place = "#{Rubicon.short(block.source_location[0])}:#{block.source_location[1]}"
    end

    # Decides the specification. Raises what RSpec shows: a failed expectation, or that it is undecided.
    def verify
      result = decide
      Reports.record(result)
      case result.verdict
      when "holds" then Reports.note(result)
      when "fails" then raise RSpec::Expectations::ExpectationNotMetError, result.message
      else raise Undecided, result.message
      end
    end

    # What was found, without raising.
    def decide
      Schema.load
      Loader.find_unseen
      solver = Solver.shared
      solver.schema(Schema.request(Invariants.facts))
      solver.forget_assumptions
      paths, answer = settle(solver)
      answer["assumes"] = assumed(paths, answer)
      answer["formula"] = Infix.condition(paths, records(paths)) || answer["formula"]
      result = Result.new(name: name, place: place, verdict: answer["verdict"], answer: answer, paths: paths)
      result.replay = Replay.new(answer["rows"], answer["variables"], raised: raised(paths, answer)).run(self) if answer["verdict"] == "fails"
      result.message = Reports.text(result, self)
      result
    rescue SolverError => e
      Result.new(name: name, place: place, verdict: "undecided", answer: {}, paths: [], message: "undecided: the solver says: #{e.message}")
    end

    # The path of an answer, among those that were sent.
    def self.failing(paths, answer)
      paths.select(&:matters?)[answer["path"].to_i]
    end

    # The request that states the paths.
    def request(paths, scopes = self.scopes)
      Path.settle(paths)
      kept = paths.select { |path| path.matters? }
      { request: "check", name: name, place: place, scopes: scopes, variables: variables(paths),
        paths: kept.map { |path| wire(path) } }
    end

    # The class of the exception that ends the path of an answer; nil where an expectation is broken.
    def raised(paths, answer)
      self.class.failing(paths, answer).ending[:error].split(": ")[0] if answer["obligation"].nil?
    end

    # All paths within scopes; nil as the solver takes each side for possible.
    def explore(solver, scopes)
      Explorer.new(solver: solver, scopes: scopes, reset: -> { reset }, around: method(:around)).paths do |path|
        next @block.call unless @range

        variable, value = Quantifiers.variable(@range, Quantifiers.name(@block))
        path.variables << variable
        @block.call(value)
      end
    end

    # The scopes: those of the command, else the example's, else those of the run.
    def scopes
      Rubicon.scopes.merge(@example ? @example.metadata.fetch(:rubicon, {}) : {}).merge(Rubicon.demanded_scopes)
    end

    # Puts the example back to where it was before its block: what it kept, and what its hooks made.
    def reset
      Markers.reset
      (@instance.instance_variables - @state.keys).each { |v| @instance.remove_instance_variable(v) }
      @state.each { |v, value| @instance.instance_variable_set(v, value) unless MADE_BY_HOOKS.include?(v) }
      MADE_BY_HOOKS.each { |v| @instance.remove_instance_variable(v) if @instance.instance_variable_defined?(v) }
      ActiveSupport::CurrentAttributes.reset_all if defined?(ActiveSupport::CurrentAttributes)
      ActiveRecord::Base.connection.clear_query_cache
      Rails.cache&.clear if defined?(::Rails.cache)
      return unless @example

      @instance.send(:__init_memoized) if @instance.respond_to?(:__init_memoized, true)
      @example.example_group.hooks.run(:before, :example, @example)
    end

    # What a specification that holds rests on: what the solver says, and what the models declare of columns that were read.
    def assumed(paths, answer)
      return [] unless answer["verdict"] == "holds"

      read = paths.reduce(Set.new) { |all, path| all | path.read }
      (Choices.named(answer["assumes"] || []) + Choices.met(read).map(&:wire)).uniq
    end

    private

    # SQL holds its values on a path.
    def around(&run)
      ActiveRecord::Base.connection.unprepared_statement(&run)
    end

    # Paths and verdict. When no path within the scopes states anything, larger scopes tell from where on one does.
    def settle(solver)
      paths = explore(solver, scopes)
      answer = solver.check(request(paths))
      return [paths, smaller(solver, paths, answer)] if answer["verdict"] == "fails"
      return [paths, answer] unless answer["verdict"] == "holds" && paths.none? { |path| path.obligations.any? }

      answer["vacuous"] = true
      answer["satisfiable_at"] ||= satisfiable_at(solver)
      [paths, answer]
    end

    # A counterexample from which no table can lose rows.
    def smaller(solver, paths, answer)
      answer["rows"].keys.each do |table|
        (0...answer["rows"][table].size).each do |rows|
          limits = answer["rows"].transform_values(&:size).merge(table => rows)
          tried = solver.check(request(paths, scopes.merge(default: 0, tables: limits)))
          next unless tried["verdict"] == "fails"

          answer = tried.merge("scopes" => answer["scopes"])
          break
        end
      end
      answer
    end

    def satisfiable_at(solver)
      ((scopes[:default] || 3) + 1..LARGEST_SCOPE).each do |rows|
        larger = scopes.merge(default: rows, tables: {})
        paths = explore(solver, larger).select { |path| path.obligations.any? }
        return { "default" => rows } if paths.any? && !solver.check(request(paths, larger))["vacuous"]
      end
      nil
    end

    def variables(paths)
      records(paths).map { |v| Wire.variable(v) }
    end

    # The variables of all paths.
    def records(paths)
      paths.flat_map(&:variables).uniq { |v| v.name.to_s }
    end

    # A path as the format has it; what the format cannot say is an alarm.
    def wire(path)
      Wire.path(path)
    rescue Alarm => e
      { condition: [], hypotheses: [], obligations: [], writes: [], ending: { kind: "alarm", what: e.message, place: e.place } }
    end
  end

  # What the user states of every database.
  module Invariants
    @stated = []

    class << self
      # States an invariant; the block is evaluated when the tables are known.
      def state(text, block)
        @stated << [text, block]
      end

      # The invariants that are stated.
      def stated
        @stated
      end

      # Facts of the format.
      def facts
        @stated.map do |text, block|
          { expression: Wire.expression(expression(block)), text: text,
            place: "#{Rubicon.short(block.source_location[0])}:#{block.source_location[1]}" }
        end
      end

      private

      # A closed expression: the block is run on a path of its own, on which quantifiers are formulas.
      def expression(block)
        outer = Path.new([], ->(*) { Rubicon.alarm("a branch of an invariant outside of its quantifiers") })
        Rubicon.on(outer) do
          Quantifiers.body(:forall, Explorer.new(outer: outer).paths { block.call })
        end
      end
    end
  end

  class << self
    # States an invariant of every database.
    def invariant(text, &block)
      Invariants.state(text, block)
    end

    # The rows of a table, the bits of integers, the seconds: `{default: 3, tables: {users: 2}, int: 5, seconds: 30}`.
    def scopes
      @scopes ||= { default: 3 }
    end

    # The scopes that the command names, in the environment's `RUBICON_SCOPES`.
    def demanded_scopes
      JSON.parse(ENV["RUBICON_SCOPES"] || "{}", symbolize_names: true)
    end

    attr_writer :scopes

    # Where the specification that runs stands.
    def specification_place
      place = RSpec.current_example&.metadata&.fetch(:location, nil) if defined?(RSpec)
      place ? place.delete_prefix("./") : "?"
    end

    # Exceptions by which an expectation says that it is not met.
    def failures
      defined?(RSpec::Expectations) ? [RSpec::Expectations::ExpectationNotMetError] : []
    end

    # Exceptions that end the run of a specification, not a path.
    def passed_on
      defined?(RSpec::Core) ? [SolverError, RSpec::Core::Pending::SkipDeclaredInExample] : [SolverError]
    end
  end
end
