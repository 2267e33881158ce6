# frozen_string_literal: true

module Rubicon
  # The path met something that has no symbolic meaning. It is no StandardError: a bare `rescue` of the application
  # does not take it for its own.
  class Alarm < Exception # rubocop:disable Lint/InheritException
    attr_reader :place

    def initialize(what, place)
      super(what)
      @place = place
    end
  end

  # A branch that was tried for merging does something that cannot be merged; it is run on its own path then.
  class NotPure < Exception # rubocop:disable Lint/InheritException
  end

  # A path whose continuation cannot matter: its hypothesis is false.
  class PathEnd < Exception # rubocop:disable Lint/InheritException
  end

  # What a specification that was neither shown nor refuted raises: it never counts as passed.
  class Undecided < StandardError
  end

  # The solver is missing, has died, or does not speak the format.
  class SolverError < StandardError
  end
end
