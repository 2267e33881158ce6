# frozen_string_literal: true

module Rubicon
  # Places where Rails decides on what the application gives it, and would take any object for true.
  module Calls
    # `before_action :x, if: :y`
    module Callback
      def conditions_lambdas
        yes = @if.map { |c| ActiveSupport::Callbacks::CallTemplate.build(c, self).make_lambda }
        no = @unless.map { |c| ActiveSupport::Callbacks::CallTemplate.build(c, self).make_lambda }
        yes.map { |l| ->(*args, &block) { Rubicon.test(l.call(*args, &block)) } } +
          no.map { |l| ->(*args, &block) { !Rubicon.test(l.call(*args, &block)) } }
      end
    end

    # `find` with a symbolic key.
    module Find
      def find(*ids)
        return super unless Rubicon.path && !block_given? && ids.size == 1 && Rubicon.sym?(ids[0])

        Calls.found(self, where(primary_key => ids[0]).take, ids[0])
      end

      # Prepared statements say `= ?`, which is never true of null.
      def find_by(*args)
        return super unless Rubicon.path && args.size == 1 && args[0].is_a?(Hash)

        super(args[0].transform_values { |value| Rubicon.settle(value) })
      end
    end

    # The same of a query.
    module FindIn
      def find(*ids)
        return super unless Rubicon.path && !block_given? && ids.size == 1 && Rubicon.sym?(ids[0])

        model = is_a?(ActiveRecord::Relation) ? klass : self
        Calls.found(model, where(model.primary_key => ids[0]).take, ids[0])
      end

      # A symbolic number where the application asks, which it may compare.
      def count(column_name = nil)
        return super unless Rubicon.path && column_name.nil? && !block_given? && Calls.counted?(self, caller_locations(1, 1))

        Queries.count_of(self)
      end

      def size
        return super unless Rubicon.path && Calls.counted?(self, caller_locations(1, 1))

        association = proxy_association if is_a?(ActiveRecord::Associations::CollectionProxy)
        return super if association && (association.target.any? || association.reflection.has_cached_counter?)

        Queries.count_of(self)
      end

      # `inject(:+) || 0` of Rails.
      def sum(*args, &block)
        return super unless Rubicon.path && block

        Rubicon.settle(super) || args[0] || 0
      end
    end

    # Numbers of rows that are read already are Ruby's.
    def self.counted?(relation, locations)
      Rubicon.application?(locations) && !relation.loaded? && relation.group_values.empty? && relation.limit_value.nil? &&
        !Queries.nothing?(relation)
    end

    def self.found(model, record, id)
      record || raise(ActiveRecord::RecordNotFound.new("Couldn't find #{model.name} with '#{model.primary_key}'=#{Printing.exp(id)}",
                                                       model.name, model.primary_key, id))
    end

    # A bound on a symbolic number.
    module Numericality
      BOUNDS = { greater_than: :>, greater_than_or_equal_to: :>=, less_than: :<, less_than_or_equal_to: :<= }.freeze

      def validate_each(record, name, value, **rest)
        value = record.read_attribute(name) if Rubicon.sym?(record.read_attribute(name))
        return super unless Rubicon.sym?(value)
        return if options[:allow_nil] && Rubicon.decide(Ops.null?(value))
        return record.errors.add(name, :not_a_number, value: nil) if Rubicon.decide(Ops.null?(value))

        (options.keys - %i[allow_nil only_integer message] - BOUNDS.keys).each do |option|
          Rubicon.alarm("a validation of numericality with `#{option}`")
        end
        options.slice(*BOUNDS.keys).each do |option, bound|
          record.errors.add(name, option, count: bound) unless Rubicon.decide(Ops.compare(BOUNDS[option], value, bound))
        end
      end
    end

    # `accepts_nested_attributes_for :x, reject_if: :y`
    module Nested
      private

      def call_reject_if(association_name, attributes)
        Rubicon.test(super)
      end
    end

    # Templates of the application are rewritten, whatever they are written in, and write symbolic values as text.
    module Template
      private

      def compile(mod)
        handler = @handler
        return super unless Loader.chosen?(identifier.to_s)

        @handler = ->(*args) { Loader.rewrite(handler.call(*args), identifier) }
        super
      ensure
        @handler = handler
      end
    end

    # A page is written: symbolic values become text in it.
    module Rendering
      def render_to_body(*args, **options)
        Rubicon.writing { super }
      end
    end

    ActiveSupport::Callbacks::Callback.prepend(Callback)
    ActiveRecord::Base.prepend(Nested)
    ActiveRecord::Base.singleton_class.prepend(Find)
    ActiveRecord::Relation.prepend(FindIn)
    ActiveRecord::Associations::CollectionProxy.prepend(FindIn)
    ActiveModel::Validations::NumericalityValidator.prepend(Numericality)
    ActionView::Template.prepend(Template)
    ActionController::Base.prepend(Rendering)
    ActionController::API.prepend(Rendering)
  end

  module Queries
    class << self
      # The number of rows of a relation.
      def count_of(relation)
        notify_query(relation.klass)
        Exp.new(:count, [of(relation)], :int)
      end
    end
  end

  # The clock stands still while a path runs, since its runs must meet the same branches, and in a replay, which meets them too.
  module Clock
    # Whole seconds, as the solver has them.
    START = ::Time.at(::Time.now.to_i)

    # Whether a specification runs, on symbols or on rows.
    def self.still?
      Rubicon.path || Rubicon.replay
    end

    def now(*args, **options)
      Clock.still? ? (options[:in] ? START.getlocal(options[:in]) : START.dup) : super
    end

    ::Time.singleton_class.prepend(Clock)
  end

  # The day of the clock that stands still.
  module Calendar
    def today(*args)
      Clock.still? ? Clock::START.to_date : super
    end

    ::Date.singleton_class.prepend(Calendar)
  end
end
