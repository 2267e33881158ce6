# frozen_string_literal: true

module Rubicon
  # Rewrites files of chosen folders when they are loaded. In a file that is not rewritten a symbolic value is only an
  # object, which every condition takes for true: a path that calls a method or a block of it ends with an alarm.
  module Loader
    @folders = []
    @files = {}
    @failed = {}
    @traces = []
    @seen = 0

    class << self
      # Files that were rewritten, and those that are not with the reason.
      attr_reader :files, :failed
      # Why no path can be believed: text that was evaluated and could not be rewritten.
      attr_reader :evaluated

      # Gems that decide in their own code: a file of each, below the folder that is rewritten.
      GEMS = %w[cancan/ability.rb pundit/policy_finder.rb].freeze

      # Rewrites what is loaded from these folders from now on, and those gems.
      def add(folders)
        @folders |= (folders + gems).flat_map { |folder| [File.realpath(folder), File.expand_path(folder)] }
        # Bootsnap would load what it has compiled, past the rewriting.
        ENV["DISABLE_BOOTSNAP_COMPILE_CACHE"] ||= "1"
        install
      end

      # The folders of the gems that are there, wherever their package puts them.
      def gems
        @gems ||= (GEMS.flat_map { |file| Gem.find_files(file).map { |path| File.dirname(path) } } + Gem.find_files("pundit.rb")).uniq
      end

      # Whether a file is one of theirs.
      def gem?(path)
        gems.any? { |folder| path == folder || path.start_with?("#{folder}/") }
      end

      # Whether the file lies in a chosen folder.
      def chosen?(path)
        @folders.any? { |folder| path.start_with?(folder) && [nil, "/"].include?(path[folder.size]) } && !own?(path)
      end

      # The instructions of a file of a chosen folder, nil for other ones.
      def iseq(path)
        return nil unless chosen?(path)

        compiled = compile(path)
        @files[path] = true
        compiled
      rescue StandardError, ScriptError => e
        refuse(path, e)
        watched(path)
      end

      # Rewrites text that is no file: a template.
      def rewrite(text, path, locals = [])
        result = Rewriter.rewrite(text, path, locals: locals) || text
        @files[path] = true
        result
      rescue StandardError, ScriptError => e
        refuse(path, e)
        "::Rubicon.unwritten(#{path.dump}, 1);#{text}"
      end

      # Rewrites text that the application evaluates.
      def evaluate(text, place)
        Rewriter.rewrite(text, place) || text
      rescue StandardError, ScriptError => e
        @evaluated ||= "text that is evaluated at #{place} is not rewritten: #{reason(place, e)}"
        text
      end

      # Finds files of the chosen folders that were loaded past the rewriting: before it began, or by another loader.
      def find_unseen
        return if @seen == $LOADED_FEATURES.size

        @seen = $LOADED_FEATURES.size
        unseen = $LOADED_FEATURES.select { |path| chosen?(path) && !gem?(path) && !@files.key?(path) && !@failed.key?(path) }
        unseen.each { |path| @failed[path] = "it was loaded past the rewriting" if needed?(path) }
        @everywhere ||= TracePoint.new(:call) { |point| Rubicon.unwritten(point.path, point.lineno) if @failed.key?(point.path) }
        @watching = unseen.any? { |path| @failed.key?(path) } || @watching
      end

      # Runs a block in which calls of methods of those files are seen.
      def watching(&block)
        @watching && !@everywhere.enabled? ? @everywhere.enable(&block) : yield
      end

      # Whether a file is being loaded.
      def loading?(path)
        caller_locations(2).any? { |location| location.path == path && location.label == "<top (required)>" }
      end

      private

      def own?(path)
        path.start_with?("#{__dir__}/")
      end

      # The rewritten file. Its text goes back to the encoding that it states.
      def compile(path)
        source = File.read(path, encoding: Encoding::UTF_8)
        encoding = Parser::Source::Buffer.recognize_encoding(source.b)
        text = Rewriter.rewrite(source, path)
        text = text.encode(encoding) if text && encoding && encoding != Encoding::BINARY
        RubyVM::InstructionSequence.compile(text || source, path, path, 1)
      end

      # Whether the rewriting would change a file, or cannot.
      def needed?(path)
        path.end_with?(".rb") && !Rewriter.rewrite(File.read(path, encoding: Encoding::UTF_8), path).nil?
      rescue StandardError, ScriptError
        true
      end

      def refuse(path, error)
        @failed[path] = reason(path, error)
        warn "rubicon: #{path} is not rewritten, and what uses it is undecided: #{@failed[path]}"
      end

      # The line and the message of an error.
      def reason(path, error)
        line = error.diagnostic.location.line if error.is_a?(Parser::SyntaxError)
        text = error.message.lines.first.to_s.strip.delete_prefix("#{path}:")
        "#{error.class}: #{"line #{line}: " if line}#{text}"
      end

      # The instructions of a file as it is, of which each call is seen.
      def watched(path)
        instructions = RubyVM::InstructionSequence.compile_file(path)
        trace = TracePoint.new(:call, :b_call) { |point| Rubicon.unwritten(path, point.lineno) }
        trace.enable(target: instructions)
        @traces << trace
        instructions
      rescue ArgumentError
        # No method and no block is in it.
        instructions
      rescue SyntaxError
        nil
      end

      def install
        hook = RubyVM::InstructionSequence.singleton_class
        return if hook.include?(Hook)

        hook.prepend(Hook)
      end
    end

    # The hook that Ruby calls for each file.
    module Hook
      def load_iseq(path)
        Loader.iseq(path) || (super if defined?(super))
      end
    end
  end

  class << self
    # Rewrites the files of these folders when they are loaded.
    def rewrite(*folders)
      Loader.add(folders.flatten)
    end

    # Runs a text as a rewritten file would run.
    def run(source, binding = TOPLEVEL_BINDING.dup, path = "(source)")
      text = Rewriter.rewrite(source, path, locals: binding.local_variables) || source
      Loader.files[path] = true
      eval(text, binding, path, 1)
    end

    # Ends a path that runs code which is not rewritten.
    def unwritten(path, line)
      return if @path.nil? || Loader.loading?(path)
      raise NotPure if @pure

      alarm = Alarm.new("code that is not rewritten (#{Loader.failed[path]})", "#{short(path)}:#{line}")
      @path.alarm ||= alarm
      raise alarm
    end

    # Text that the application evaluates, rewritten.
    def code(text)
      String === text ? Loader.evaluate(text, place) : text
    end

    # Whether the caller is rewritten code.
    def application?(locations)
      location = locations&.first
      !location.nil? && (Loader.files.key?(location.path) || Loader.files.key?(location.absolute_path))
    end

    # Whether the caller is Active Record while it builds a query.
    def query_builder?(locations)
      path = locations&.first&.path.to_s
      # What a list of records is asked goes through there.
      path.match?(%r{/(active_record|arel|active_model)/}) && !path.end_with?("/relation/delegation.rb")
    end

    # Where rewritten code is, as `file:line`, from the inside out.
    def place
      here = caller_locations(2).find { |location| Loader.files.key?(location.path) }
      here ? "#{short(here.path)}:#{here.lineno}" : "?"
    end

    # Where an exception was raised in rewritten code.
    def place_of(error)
      line = (error.backtrace || []).find { |text| Loader.files.key?(text[/\A(.*?):\d+/, 1]) }
      path, number = line.to_s.match(/\A(.*?):(\d+)/)&.captures
      path ? "#{short(path)}:#{number}" : place
    end

    # A path below the working directory, without it.
    def short(path)
      path.delete_prefix("#{Dir.pwd}/")
    end
  end
end
