# frozen_string_literal: true

module Rubicon
  # Symbolic values pass through the attributes of Active Record as they are.
  module Attributes
    # What each type of attribute does with a symbolic value.
    module Type
      def cast(value)
        Rubicon.sym?(value) ? Attributes.typed(value, type) : super
      end

      def deserialize(value)
        Rubicon.sym?(value) ? value : super
      end

      def serialize(value)
        Rubicon.sym?(value) ? Attributes.typed(value, type) : super
      end

      def serializable?(value)
        Rubicon.sym?(value) || super
      end

      def assert_valid_value(value)
        super unless Rubicon.sym?(value)
      end

      # Whether an assignment changed the value: a question to the path where one is symbolic.
      def changed?(old_value, new_value, raw)
        return super unless Rubicon.sym?(old_value) || Rubicon.sym?(new_value)

        Rubicon.decide(Ops.not(Ops.eq(old_value, new_value)))
      end

      def changed_in_place?(raw_old_value, new_value)
        Rubicon.sym?(raw_old_value) || Rubicon.sym?(new_value) ? false : super
      end
    end

    # A type that knows no symbolic values must not make something else of one.
    module Read
      def value
        value = super
        before = value_before_type_cast
        Rubicon.alarm("the type #{type.class.name} of a column") if Rubicon.sym?(before) && !Rubicon.sym?(value)
        value
      end
    end

    # An enumeration is an integer in the database and a text in Ruby.
    module Enum
      def deserialize(value)
        return super unless Rubicon.sym?(value)

        text = mapping.to_a.reverse.reduce(nil) do |rest, (label, number)|
          Exp.new(:if, [Ops.eq(value, number), label, rest], :text, nullable: NilClass === rest ? value.nullable : rest.nullable)
        end
        Enum.origins[text.key] = value
        text
      end

      def cast(value)
        Rubicon.sym?(value) ? value : super
      end

      def serialize(value)
        return super unless Rubicon.sym?(value)

        Enum.origins[value.key] || mapping.to_a.reverse.reduce(nil) do |rest, (label, number)|
          Exp.new(:if, [Ops.eq(value, label), number, rest], :int, nullable: value.nullable)
        end
      end

      def assert_valid_value(value)
        super unless Rubicon.sym?(value)
      end

      # The integers that texts were made of.
      def self.origins
        @origins ||= {}
      end
    end

    # `record.admin?`: a branch of the path.
    module Query
      def query_attribute(name)
        value = self[name]
        return super unless Rubicon.sym?(value)
        return false if Rubicon.decide(Ops.null?(value))

        case value.sort
        when :bool then Rubicon.decide(value)
        when :int then !Rubicon.decide(Ops.eq(value, 0))
        else !value.blank?
        end
      end

      private

      # Rails made this name an alias of its own method.
      def attribute?(name)
        query_attribute(name)
      end
    end

    # Records with symbolic keys are compared by their rows.
    module Identity
      def ==(other)
        return super unless Rubicon.path && (Rubicon.symbolic?(self) || (Records.record?(other) && Rubicon.symbolic?(other)))

        Rubicon.decide(Ops.eq(self, other))
      end

      def eql?(other)
        self == other
      end

      # All records of a model fall together while a path runs, so that sets and hashes ask `eql?`.
      def hash
        Rubicon.path && id ? self.class.base_class.hash : super
      end

      def to_param
        Rubicon.sym?(id) ? id.to_param : super
      end

      def <=>(other)
        Rubicon.symbolic?(self) && Records.record?(other) ? id <=> other.id : super
      end

      def inspect
        return super unless Rubicon.path && Rubicon.symbolic?(self)

        asked = caller_locations(1, 1)
        Rubicon.alarm("`inspect` of a record") if Rubicon.application?(asked) && !Reflection::PRINTERS.include?(asked[0].label)
        "#<#{self.class.name} #{Printing.exp(Records.expression(self))}>"
      end
    end

    # The value that a type makes of a text: a number of the text of a number.
    def self.typed(value, type)
      return value unless Ops.exp?(value, :text_of)
      return value.rands[0] if { int: :integer, key: :integer, bool: :boolean, time: :datetime }[value.rands[0].sort] == type

      Rubicon.alarm("the text of a number in a column of type #{type}")
    end

    # Types that say themselves what they do with a value: their methods come before those of their parents.
    def self.install
      types = [ActiveModel::Type::Value] + ActiveModel::Type::Value.descendants_of_type
      types.each { |type| type.prepend(Type) unless type == ActiveRecord::Enum::EnumType }
      ActiveRecord::Enum::EnumType.prepend(Enum)
      # These are no subclasses of types, but stand before one.
      ActiveRecord::AttributeMethods::TimeZoneConversion::TimeZoneConverter.prepend(Type)
      ActiveModel::Attribute.prepend(Read)
      ActiveRecord::Base.prepend(Query, Identity)
    end
  end
end

# The classes below a type; types are made before the application is loaded.
class ActiveModel::Type::Value
  def self.descendants_of_type
    ObjectSpace.each_object(singleton_class).reject { |type| type == self || type.singleton_class? }
  end
end

Rubicon::Attributes.install
