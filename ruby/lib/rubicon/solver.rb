# frozen_string_literal: true

require "open3"

module Rubicon
  # The process that decides: `effigy rubicon --solve`, one request and one answer a line.
  class Solver
    # The program: the environment's `EFFIGY`, else `effigy` on the path.
    def self.program
      ENV["EFFIGY"] || "effigy"
    end

    # The process of this run, started when it is first asked.
    def self.shared
      @shared ||= new
    end

    # Requests as they were sent, for tests that look at them.
    attr_reader :sent

    def initialize(command = [Solver.program, "rubicon", "--solve"])
      @input, @output, @waiter = Open3.popen2(*command)
      @known = {}
      @assumes = []
      @sent = []
      at_exit { @input.close unless @input.closed? }
      ask(request: "hello", version: 1, library: "rubicon #{VERSION} (ruby #{RUBY_VERSION}, rails #{::Rails.version rescue '-'})")
    rescue Errno::ENOENT
      raise SolverError, "cannot run `#{command[0]}`: set EFFIGY to the program, or put it on the path"
    end

    # Says what the tables are, when that is not what was said last.
    def schema(request)
      return if @schema == request

      ask(request)
      @schema = request
      @known.clear
    end

    # Whether conditions can hold together: "yes", "no" or "unknown".
    def feasible(variables, conditions, writes, scopes)
      request = { request: "feasible", variables: variables.map { |v| Wire.variable(v) },
                  condition: conditions.map { |c| Wire.expression(c) }, writes: writes.map { |w| Wire.write(w) },
                  scopes: scopes }
      answer = @known[request] ||= ask(request)
      @assumes |= answer["assumes"] || []
      answer.fetch("feasible")
    end

    # The verdict on a specification; what holds rests on what branches that were not run rest on, too.
    def check(request)
      answer = ask(request)
      answer["assumes"] = (answer["assumes"] || []) | @assumes if answer["verdict"] == "holds"
      answer
    end

    # Another specification begins.
    def forget_assumptions
      @assumes = []
    end

    private

    def ask(request)
      line = JSON.generate(request)
      @sent << line
      warn "rubicon > #{line}" if ENV["RUBICON_TRACE"]
      @input.puts(line)
      @input.flush
      answer(@output.gets, request)
    rescue Errno::EPIPE, IOError
      raise SolverError, "`#{Solver.program} rubicon --solve` has ended"
    end

    def answer(line, request)
      raise SolverError, "`#{Solver.program} rubicon --solve` has ended" unless line

      warn "rubicon < #{line}" if ENV["RUBICON_TRACE"]
      answer = JSON.parse(line)
      case answer["answer"]
      when request[:request] then answer
      when "error" then raise SolverError, answer["message"]
      else raise SolverError, "an answer `#{answer['answer']}` to `#{request[:request]}`"
      end
    end
  end
end
