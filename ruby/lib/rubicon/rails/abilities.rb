# frozen_string_literal: true

module Rubicon
  # CanCanCan and Pundit decide in their own code: it is rewritten like the application's. CanCanCan 3.0 calls a method that
  # Rails 6.1 has no more.
  module Abilities
    # A file of each gem, below the folder that is rewritten.
    FILES = %w[cancan/ability.rb pundit/policy_finder.rb].freeze

    # The folders of the gems that are there, wherever their package puts them.
    def self.folders
      found = FILES.flat_map { |file| Gem.find_files(file).map { |path| File.dirname(path) } }
      (found + Gem.find_files("pundit.rb")).uniq
    end

    # Before either gem is loaded.
    def self.install
      Rubicon.rewrite(folders)
      ActiveRecord::PredicateBuilder.include(Aliases)
    end

    # `resolve_column_aliases` of Rails before 6.1.
    module Aliases
      def resolve_column_aliases(conditions)
        conditions.dup
      end
    end
  end
end

Rubicon::Abilities.install
