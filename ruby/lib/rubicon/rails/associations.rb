# frozen_string_literal: true

module Rubicon
  # Associations of records with symbolic keys.
  module Associations
    class << self
      # Whether an association is the row with the key that the foreign key holds, and nothing else.
      def plain?(reflection)
        reflection.macro == :belongs_to && !reflection.polymorphic? && reflection.scope.nil? &&
          reflection.klass.default_scopes.empty? && reflection.association_primary_key == reflection.klass.primary_key &&
          !reflection.klass.columns_hash.key?(reflection.klass.inheritance_column)
      end

      # Tells a record whose it is.
      def inverse(association, record)
        inverse = association.send(:inverse_association_for, record) if association.send(:invertible_for?, record)
        if inverse
          inverse.instance_variable_set(:@target, association.owner)
          inverse.loaded!
        end
        record
      end

      # The row with a key, which may be null; a variable's own key is that variable.
      def row(table, key)
        owner = Ops.exp?(key, :column) && key.rands[1] == Schema.model(table).primary_key ? key.rands[0] : nil
        return owner if owner.is_a?(Variable) && owner.table == table && Records.still_there?

        Exp.new(:record, [table, key, Rubicon.now], :record, nullable: true)
      end
    end

    # `o.user`
    module BelongsTo
      def find_target
        key = owner._read_attribute(reflection.foreign_key) if Rubicon.path && Associations.plain?(reflection)
        return Queries.reading(owner, reflection.name) { super } unless Rubicon.sym?(key)

        Queries.notify_query(klass)
        row = Records.row(klass.table_name, key)
        row && Records.instantiate(klass, row).tap { |record| set_inverse_instance(record) }
      end
    end

    # `note.subject`: the column that names the model may be symbolic.
    module Polymorphic
      def klass
        type = owner._read_attribute(reflection.foreign_type) if Rubicon.path
        return super unless Rubicon.sym?(type)
        return nil if type.blank?

        named = Schema.models.find { |model| Rubicon.decide(Ops.eq(type, model.polymorphic_name)) }
        named || raise(NameError, "uninitialized constant that #{reflection.foreign_type} names")
      end

      private

      # Statements are kept by the text of the column.
      def skip_statement_cache?(scope)
        Rubicon.path ? true : super
      end
    end

    # `c.opportunities`
    module HasMany
      def find_target
        return super unless Rubicon.path

        @rubicon_reading = true
        Queries.remember(self) { Queries.reading(owner, reflection.name) { super } }
      ensure
        @rubicon_reading = false
      end

      # The rows that a query of the foreign key gives have that key: their inverse is the owner.
      def set_inverse_instance(record)
        return super unless @rubicon_reading && Rubicon.symbolic?(record) && reflection.options[:through].nil?

        Associations.inverse(self, record)
      end

      # The same of a query that was made from the association.
      def set_inverse_instance_from_queries(record)
        return super unless Rubicon.path && Rubicon.symbolic?(record) && reflection.options[:through].nil?

        Queries.keyed?(reflection) ? Associations.inverse(self, record) : record
      end
    end

    # What a record belongs to is read again when its key is another value.
    module Stale
      def stale_state
        key = owner._read_attribute(reflection.foreign_key)
        return super unless Rubicon.path && Rubicon.sym?(key)

        reflection.polymorphic? ? [key, owner._read_attribute(reflection.foreign_type)] : key
      end
    end

    # The records of a relation are the rows of its query.
    module Loading
      def exec_queries(&block)
        Rubicon.path ? Queries.remember(self) { super } : super
      end
    end

    # Rows that were read at once are read one by one here: the same rows, counted as one query.
    module Preloading
      def preload_associations(records)
        return super unless Rubicon.path

        preload = preload_values + (eager_loading? ? [] : includes_values)
        Associations.preload(records, preload)
      end

      # A join that reads two tables at once becomes a query and one more for each association.
      def eager_loading?
        return super unless Rubicon.path

        Rubicon.alarm("`eager_load`, or `includes` with `references`") if super
        false
      end
    end

    # Reads associations of many records, counted as one query for each.
    def self.preload(records, associations)
      associations.each do |association|
        next association.each { |name, inner| preload(preload(records, [name]), Array(inner)) } if association.is_a?(Hash)
        next preload(records, association) if association.is_a?(Array)

        records.first && Queries.notify_query(records.first.class)
        Queries.silently { records.each { |record| record.association(association).load_target } }
      end
      records.flat_map { |record| associations.grep(Symbol).flat_map { |name| Array(record.association(name).target) } }
    end

    ActiveRecord::Associations::BelongsToAssociation.prepend(BelongsTo, Stale)
    ActiveRecord::Associations::BelongsToPolymorphicAssociation.prepend(Stale, Polymorphic)
    ActiveRecord::Associations::HasManyAssociation.prepend(HasMany)
    ActiveRecord::Associations::HasManyThroughAssociation.prepend(HasMany)
    ActiveRecord::Associations::HasOneAssociation.prepend(HasMany)
    ActiveRecord::Relation.prepend(Preloading, Loading)
  end

  module Queries
    class << self
      # A query of a model that needs no SQL here.
      def notify_query(model)
        notify("SELECT \"#{model.table_name}\".*", "#{model.name} Load")
      end

      # Whether queries are not counted.
      def silent?
        @silent
      end

      # Queries that were counted already.
      def silently
        before = @silent
        @silent = true
        yield
      ensure
        @silent = before
      end
    end
  end
end
