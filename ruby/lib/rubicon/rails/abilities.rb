# frozen_string_literal: true

module Rubicon
  # CanCanCan and Pundit decide in their own code: it is rewritten like the application's. CanCanCan 3.0 calls a method that
  # Rails 6.1 has no more.
  module Abilities
    GEMS = %w[cancancan pundit].freeze

    # The folders of the gems that are there.
    def self.folders
      GEMS.flat_map do |name|
        spec = Gem.loaded_specs[name] || Gem::Specification.find_all_by_name(name).max_by(&:version)
        spec ? spec.full_require_paths.flat_map { |path| Dir.glob("#{path}/{cancan,pundit}").select { |f| File.directory?(f) } + Dir.glob("#{path}/pundit.rb") } : []
      end.uniq
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
