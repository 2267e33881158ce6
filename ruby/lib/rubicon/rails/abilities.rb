# frozen_string_literal: true

module Rubicon
  # CanCanCan and Pundit decide in their own code: it is rewritten like the application's (`Loader.gems`). CanCanCan 3.0 calls
  # a method that Rails 6.1 has no more, and another one as Ruby 3 does not let it.
  module Abilities
    # Where the application has loaded a gem before the rewriting began, it is loaded again.
    def self.install
      Rubicon.rewrite
      verbose, $VERBOSE = $VERBOSE, nil
      $LOADED_FEATURES.select { |path| Loader.gem?(path) && !Loader.files.key?(path) }.each { |path| load path }
      ActiveRecord::PredicateBuilder.include(Aliases)
      I18n.singleton_class.prepend(Options) if defined?(::CanCan)
    ensure
      $VERBOSE = verbose
    end

    # `I18n.translate(key, options)` with a hash.
    module Options
      def translate(key = nil, hash = nil, **options)
        super(key, **(hash || {}), **options)
      end
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
