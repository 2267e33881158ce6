# frozen_string_literal: true

module Rubicon
  # Rewrites files of chosen folders when they are loaded. A file that cannot be rewritten is loaded as it is, with a
  # warning that names it: there, a symbolic value is only an object.
  module Loader
    @folders = []
    @files = {}
    @failed = {}

    class << self
      # Files that were rewritten, and those that could not be with the reason.
      attr_reader :files, :failed

      # Gems that decide in their own code: a file of each, below the folder that is rewritten.
      GEMS = %w[cancan/ability.rb pundit/policy_finder.rb].freeze

      # Rewrites what is loaded from these folders from now on, and those gems.
      def add(folders)
        @folders |= (folders + gems).map { |folder| File.realpath(folder) }
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

      # The instructions of a rewritten file, nil for one that is loaded as it is.
      def iseq(path)
        return nil unless chosen?(path)

        source = File.read(path, encoding: Encoding::UTF_8)
        text = Rewriter.rewrite(source, path) || source
        compiled = RubyVM::InstructionSequence.compile(text, path, path, 1)
        @files[path] = true
        compiled
      rescue Parser::SyntaxError, Rewriter::Edits::Overlap, SyntaxError, EncodingError, ArgumentError => e
        refuse(path, e)
      end

      # Rewrites text that is no file: a template.
      def rewrite(text, path, locals = [])
        result = Rewriter.rewrite(text, path, locals: locals) || text
        @files[path] = true
        result
      rescue Parser::SyntaxError, Rewriter::Edits::Overlap, EncodingError, ArgumentError => e
        refuse(path, e)
        text
      end

      private

      def own?(path)
        path.start_with?("#{__dir__}/")
      end

      def refuse(path, error)
        @failed[path] = "#{error.class}: #{error.message}"
        warn "rubicon: #{path} is loaded as it is: #{@failed[path]}"
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
