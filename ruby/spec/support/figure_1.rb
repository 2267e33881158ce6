# frozen_string_literal: true

# Figure 1 of the paper, as literal as today's Ruby allows: blocks as lambdas, variables by their bindings.
module Figure1
  @path_condition = true

  class << self
    def get_state(binding)
      binding.local_variables.to_h { |name| [name, binding.local_variable_get(name)] }
    end

    def update_state(state, changed, binding)
      changed.each do |name, value|
        next if value.equal?(state[name])

        symbolic = state[name].is_a?(Rubicon::SymbolicObject) ? state[name] : fresh(state[name])
        binding.local_variable_set(name, symbolic)
        symbolic.add_val(@path_condition, value)
      end
    end

    def fresh(old)
      Rubicon::SymbolicObject.new.tap { |symbolic| symbolic.add_val(true, old) if old }
    end

    def branch(condition, block)
      state = get_state(block.binding)
      before = @path_condition
      @path_condition = Rubicon::Exp.new(:and, [condition, before])
      value = block.call
      update_state(state, get_state(block.binding), block.binding)
      value
    ensure
      @path_condition = before
    end

    def if(condition, then_do, else_do)
      c = condition.call
      return c ? then_do.call : else_do.call unless c.is_a?(Rubicon::SymbolicObject)

      first = branch(c, then_do)
      second = branch(Rubicon::Exp.new(:not, [c]), else_do)
      Rubicon::Exp.new(:if, [c, first, second])
    end
  end
end
