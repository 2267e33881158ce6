# frozen_string_literal: true

module Rubicon
  # Runs a block once for each path, depth first: a run repeats the decisions of its prefix and makes new ones after it.
  class Explorer
    # Paths and decisions after which the rest is one path with the alarm `limit`.
    MAX_PATHS = (ENV["RUBICON_PATHS"] || 2000).to_i
    MAX_DECISIONS = 300

    # `solver` answers what is possible (nil: everything is). `reset` puts the application back before each run.
    def initialize(solver: nil, scopes: nil, reset: -> {}, outer: nil, around: ->(&run) { run.call })
      @solver = solver
      @outer = outer
      @around = around
      @scopes = scopes
      @reset = reset
    end

    # The paths, in the order in which they were run.
    def paths(&block)
      found = []
      prefix = []
      while prefix
        return found << limit("more than #{MAX_PATHS} paths") if found.size >= MAX_PATHS

        path = Path.new(prefix, method(:judge), @outer)
        path.scopes = @scopes
        Rubicon.on(path) { Loader.watching { @around.call { run(path, block) } } }
        found << path
        prefix = path.next_prefix
      end
      found
    end

    private

    # Runs one path to its ending.
    def run(path, block)
      path.ending = { kind: "completed" }
      Rubicon.alarm(Loader.evaluated) if Loader.evaluated
      @reset.call
      value = block.call(path)
      conclude(path, value)
    rescue PathEnd
      nil
    rescue Alarm => e
      path.alarm = e
    rescue *Rubicon.passed_on
      raise
    rescue *Rubicon.failures => e
      path.oblige(false, e.message.strip.lines.first.to_s.strip, Rubicon.place_of(e))
    rescue StandardError, NotImplementedError, SystemStackError => e
      path.ending = { kind: "raised", error: "#{e.class}: #{e.message}".lines.first.strip, place: Rubicon.place_of(e) }
    ensure
      # An alarm counts even when the application rescued it.
      alarm = path.alarm || (path.broken if path.ending[:kind] == "completed")
      path.ending = { kind: "alarm", what: alarm.message, place: alarm.place } if alarm
    end

    # A block whose last expression is the property, as in the paper.
    def conclude(path, value)
      return unless path.obligations.empty? && path.hypotheses.empty?
      return unless Rubicon.sym?(value) || value.equal?(true) || value.equal?(false)

      path.oblige(Ops.truth(value), "the last expression", Rubicon.specification_place)
    end

    def judge(path, condition)
      Rubicon.alarm("limit: more than #{MAX_DECISIONS} decisions on a path") if path.decisions.size >= MAX_DECISIONS
      return [true, true] if @solver.nil?

      yes = possible?(path, condition)
      [yes, !yes || possible?(path, Ops.not(condition))]
    end

    # An answer that is not known is taken for possible.
    def possible?(path, condition)
      @solver.feasible(path.variables, path.assumed + [condition], path.writes, @scopes) != "no"
    end

    def limit(what)
      path = Path.new([], nil)
      path.ending = { kind: "alarm", what: "limit: #{what}", place: Rubicon.specification_place }
      path
    end
  end
end
