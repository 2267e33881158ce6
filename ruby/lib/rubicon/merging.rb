# frozen_string_literal: true

module Rubicon
  # Both branches of a conditional are run and their results joined, as Figure 1 of the paper does, where they are pure:
  # they assign local variables and compute. The pure form of a branch calls these functions; what is not pure by what it
  # meets raises `NotPure`, the variables get their old values, and the branches are run on paths of their own.
  class << self
    # The joined value in an array, or nil when the branches cannot be merged.
    def merge(condition, get, set, yes, no)
      condition = mergeable(condition)
      return nil unless condition

      old = get.call
      first, second = [yes, no].map do |branch|
        set.call(old)
        [pure(&branch), get.call]
      end
      joined = join(condition, first[0], second[0])
      set.call(first[1].zip(second[1]).map { |a, b| join(condition, a, b) })
      [joined]
    rescue NotPure, StandardError
      set.call(old) if old
      nil
    end

    # The conjunction or disjunction in an array, or nil when the right side is not pure.
    def merge_logic(condition, operator, right)
      condition = mergeable(condition)
      condition && [logic(condition, operator, pure(&right))]
    rescue NotPure, StandardError
      nil
    end

    # A method of a pure branch.
    def pure_send(receiver, name, *args)
      case receiver
      when SymbolicObject then pure_scalar(receiver, name, args)
      when Integer, Float, Symbol, true, false, nil, String, Time
        raise NotPure unless PURE.include?(name)
        return Ops.eq(receiver, args[0]) if name == :==
        return Ops.not(Ops.eq(receiver, args[0])) if name == :!=

        receiver.public_send(name, *args)
      else
        return Runtime.include?(receiver, args[0]) if name == :include? && Ops.list?(receiver)

        Records.pure_send(receiver, name, args)
      end
    end

    def pure_not(value)
      Ops.not(value)
    end

    def pure_logic(value, operator, right)
      return operator == :and ? value && right.call : value || right.call unless sym?(value)

      logic(Ops.truth(value), operator, right.call)
    end

    def pure_if(condition, yes, no)
      condition = Ops.truth(condition)
      return condition ? yes.call : no.call unless sym?(condition)

      join(condition, yes.call, no.call)
    end

    private

    PURE = (%i[+ - * / % == != < <= > >= even? odd? zero? positive? negative? nil? abs succ pred blank? present?] +
            %i[to_i length size empty?]).freeze
    private_constant :PURE

    # The condition, unless this path knows its side already.
    def mergeable(condition)
      condition = Ops.truth(condition)
      return nil unless sym?(condition)

      known = @path&.known(condition)
      known.nil? ? condition : nil
    end

    def logic(condition, operator, right)
      raise NotPure unless right.equal?(true) || right.equal?(false) || (sym?(right) && [nil, :bool].include?(right.sort))

      operator == :and ? Ops.and(condition, right) : Ops.or(condition, right)
    end

    # One value for two: on a path, only scalars of one sort.
    def join(condition, first, second)
      raise NotPure if [first, second].any? { |value| sym?(value) && value.sort == :record }
      return first if first.equal?(second) || key_of(first) == key_of(second)

      sorts = [first, second].compact.map { |value| Ops.sort_of(value) }.uniq
      if sorts.size != 1 || (sorts[0].nil? && @path)
        raise NotPure if @path

        return Exp.new(:if, [condition, first, second])
      end
      nullable = [first, second].any? { |value| NilClass === value || (sym?(value) && value.nullable) }
      Exp.new(:if, [condition, first, second], sorts[0], nullable: nullable)
    end

    def pure_scalar(receiver, name, args)
      case name
      when :== then Ops.eq(receiver, args[0])
      when :!= then Ops.not(Ops.eq(receiver, args[0]))
      when :nil? then Ops.null?(receiver)
      when :blank? then receiver.sort == :text ? Ops.or(Ops.null?(receiver), Ops.eq(receiver, "")) : Ops.not(Ops.truth(receiver))
      when :present? then Ops.not(pure_scalar(receiver, :blank?, args))
      else
        raise NotPure if receiver.sort && !Scalar.model?(receiver, name)

        receiver.public_send(name, *args)
      end
    end
  end
end
