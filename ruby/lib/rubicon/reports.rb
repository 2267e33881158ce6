# frozen_string_literal: true

module Rubicon
  # What a specification came to, as text, and as a line of the file that `effigy rubicon` reads.
  module Reports
    # Lines of a formula that people still read; the results have all of it.
    LONGEST_FORMULA = 8
    # Assumptions that are named; the others are counted.
    NAMED = 3

    class << self
      # Results of this run.
      def results
        @results ||= []
      end

      # Writes a result down: `RUBICON_RESULTS` names the file, `RUBICON_WRITE_TESTS` the folder of tests.
      def record(result)
        results << result
        written = result.replay&.verdict == "confirmed" ? [Tests.write(result)].compact : []
        file = ENV["RUBICON_RESULTS"]
        File.open(file, "a") { |out| out.puts(JSON.generate(line(result, written))) } if file
      end

      # Writes down an example that ended in an error without a result.
      def ended_early(example)
        name = example.full_description
        return if results.any? { |result| result.name == name }

        why = "it ends before anything is decided: #{example.exception.class}: #{example.exception.message.strip.lines.first.to_s.strip}"
        place = example.location.delete_prefix("./")
        record(Specification::Result.new(name: name, place: place, verdict: "undecided", answer: { "why" => why }, paths: []))
      end

      # Says what a specification that holds was decided for.
      def note(result)
        RSpec.configuration.reporter.message("  #{holds(result)}")
      end

      # The text of a result.
      def text(result, specification)
        case result.verdict
        when "holds" then holds(result)
        when "fails" then fails(result, specification)
        else "undecided: #{result.answer['why']}"
        end
      end

      private

      def holds(result)
        answer = result.answer
        rows = answer["scopes"]&.map { |table, number| "#{number} #{table}" }&.join(", ")
        text = "holds up to #{rows} (#{result.paths.size} paths)"
        text += assuming(answer["assumes"] || [])
        text += vacuous(answer) if answer["vacuous"]
        text
      end

      def assuming(assumed)
        said = assumed.map { |assumption| assumption["what"] }.uniq
        return "" if said.empty?

        more = said.size - NAMED
        ", assuming #{said.first(NAMED).join('; ')}#{"; and #{more} more" if more.positive?}"
      end

      def vacuous(answer)
        at = answer["satisfiable_at"]
        return "; vacuous: nothing within 8 rows a table satisfies its hypotheses" unless at

        rows = at.map { |table, number| table == "default" ? "#{number} rows a table" : "#{number} #{table}" }.join(", ")
        "; vacuous: no database of this size satisfies its hypotheses, one with #{rows} does"
      end

      def fails(result, specification)
        answer = result.answer
        path = specification_path(result)
        formula = indent(answer["formula"].to_s) if answer["formula"].to_s.lines.size <= LONGEST_FORMULA
        [headline(result), formula, tables(answer["rows"]), variables(answer["variables"]), way(path), broken(path, answer)].compact.join("\n\n")
      end

      # The path of the answer, among those that were sent.
      def specification_path(result)
        Specification.failing(result.paths, result.answer)
      end

      def headline(result)
        rows = result.answer["rows"].values.sum(&:size)
        text = "fails: #{rows} rows break it (#{result.replay.verdict} on SQLite)"
        result.replay.verdict == "confirmed" ? text : "#{text}: #{result.replay.message}"
      end

      def indent(text)
        text.lines.map { |line| "  #{line}" }.join
      end

      def tables(rows)
        rows.reject { |_, list| list.empty? }.map { |table, list| table(table, list) }.join("\n")
      end

      def table(name, rows)
        names = rows.flat_map(&:keys).uniq
        names.unshift(names.delete("id")) if names.include?("id")
        cells = [names] + rows.map { |row| names.map { |column| cell(row[column]) } }
        widths = names.each_index.map { |i| cells.map { |line| line[i].length }.max }
        lines = cells.map { |line| line.each_with_index.map { |text, i| text.ljust(widths[i]) }.join("  ").rstrip }
        "  #{name}\n" + lines.map { |line| "    #{line}" }.join("\n")
      end

      def cell(value)
        value.nil? ? "null" : value.to_s
      end

      def variables(values)
        return nil if values.nil? || values.empty?

        "  " + values.map { |name, value| "#{name} = #{value.is_a?(Hash) ? "#{value['table']} #{value['id']}" : value.inspect}" }.join(", ")
      end

      # The branches on the way.
      def way(path)
        return nil unless path

        lines = (path.conditions + path.hypotheses).map do |c|
          "    #{c.place}: #{Rubicon.source_at(c.place)}\n      #{Infix.text(c.expression)}"
        end
        "  on the path\n#{lines.join("\n")}" if lines.any?
      end

      def broken(path, answer)
        return nil unless path
        return "  #{path.ending[:place]}: raises #{path.ending[:error]}" if answer["obligation"].nil?

        clause = path.obligations[answer["obligation"]]
        "  #{clause.place}: #{clause.text}"
      end

      # A line of results: the answer of the solver, and what became of it here.
      def line(result, written)
        own = { "name" => result.name, "place" => result.place, "verdict" => result.verdict,
                "replay" => result.replay&.verdict || "not-run", "replay_why" => result.replay&.message,
                "tests_written" => written }
        own["why"] = result.message if result.verdict == "undecided" && !result.answer.key?("why")
        result.answer.merge(own)
      end
    end
  end
end
