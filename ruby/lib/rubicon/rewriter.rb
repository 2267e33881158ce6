# frozen_string_literal: true

require "parser/ruby31"

module Rubicon
  # Rewrites Ruby source so that conditions, `==`, `!`, `&&`, `||`, `case`, `||=`, `&.` ask the run time what a symbolic
  # value means. Text is inserted where the construct stands: each line keeps its number.
  class Rewriter
    # Conditions that are ones only where they stand: a call around them would take their meaning.
    CONTEXTUAL = %i[iflipflop eflipflop match_current_line].freeze
    # Methods of collections whose block is a condition that library code tests.
    PREDICATES = %i[select filter reject find detect find_all any? all? none? one? partition find_index count keep_if delete_if
                    select! reject! filter! take_while drop_while index rindex slice_when chunk_while many? slice_before slice_after
                    extract! bsearch_index].freeze
    # Methods whose block gives what is kept, unless it is nil or false; and those that are asked what a block gives.
    KEEPING = { filter_map: "kept", chunk: "settle", bsearch: "concrete" }.freeze
    # Methods that compare elements with a pattern, or look at elements, when they have no block.
    PATTERNED = %i[grep grep_v slice_before slice_after].freeze
    LOOKING = { any?: "tested", all?: "tested", none?: "tested", one?: "tested", compact: "settled", compact!: "concrete" }.freeze
    # Methods that look for a value, or compare lists, without asking a symbolic one.
    MEMBERS = %i[include? member? exclude? eql? equal? index find_index rindex count delete difference union intersection
                 intersect? value? has_value? key any? all? none? one?].freeze
    SETS = %i[& | - ^].freeze
    # Methods that run text.
    EVALUATING = %i[class_eval module_eval instance_eval eval].freeze
    BLOCKS = %i[block numblock].freeze
    # Where `next` is that of another block or loop.
    INNER = %i[def defs class module sclass lambda block numblock while until while_post until_post for].freeze
    # The name of a block parameter that has none.
    ANONYMOUS = "__rubicon_block"
    # Methods of objects of one's own that Ruby calls, and whose answer it tests.
    EQUALITIES = %i[== != === eql? equal?].freeze
    ORDER = %i[< > <= >=].freeze

    # The rewritten text, or nil when nothing needs it.
    def self.rewrite(source, path = "(source)", locals: [])
      new(source, path, locals).text
    end

    def initialize(source, path, locals = [])
      @buffer = Parser::Source::Buffer.new(path, source: source)
      @parser = Parser::Ruby31.new(Builder.new)
      @parser.diagnostics.all_errors_are_fatal = true
      locals.each { |name| @parser.static_env.declare(name) }
      @ast = @parser.parse(@buffer)
      @edits = Edits.new(@buffer.source)
      @temporaries = 0
      @with_blocks = Set.new.compare_by_identity
    end

    def text
      return nil unless @ast

      walk(@ast)
      @edits.empty? ? nil : @edits.process
    end

    # The modern forms of the tree.
    class Builder < Parser::Builders::Default
      self.emit_lambda = true
      self.emit_procarg0 = true
      self.emit_encoding = true
      self.emit_index = true
      self.emit_arg_inside_procarg0 = true
      self.emit_forward_arg = true
      self.emit_kwargs = true

      # `if a..` has one side.
      def check_condition(condition)
        condition && super
      end

      # Ruby takes what the parser refuses here.
      def check_duplicate_pattern_variable(_name, _place); end

      # Texts of bytes are texts: Ruby takes them.
      def string_value(token)
        value(token)
      end
    end

    private

    # Inner constructs first: their text then lies within that of the outer ones.
    def walk(node)
      return if node.type == :defined?

      @with_blocks << node.children[0] if BLOCKS.include?(node.type)
      node.children.each { |child| walk(child) if child.is_a?(Parser::AST::Node) && visited?(node, child) }
      handler = :"on_#{node.type}"
      send(handler, node) if respond_to?(handler, true)
    end

    # Left sides of assignments with an operator are handled by the assignment; heredocs' text has no room for parts.
    def visited?(node, child)
      return walk_target(child) if %i[or_asgn and_asgn op_asgn].include?(node.type) && child.equal?(node.children[0])

      true
    end

    def walk_target(target)
      target.children.each { |child| walk(child) if child.is_a?(Parser::AST::Node) }
      false
    end

    def temporary
      "__rubicon#{@temporaries += 1}"
    end

    def wrap(node, before, after)
      @edits.wrap(node.loc.expression, before, after)
    end

    # A token becomes other text; the lines stay.
    def token(range, text)
      inside = heredocs(@ast).any? { |body| range.begin_pos < body.begin_pos && body.end_pos <= range.end_pos }
      raise Edits::Overlap, "line #{range.line}: a heredoc within an expression" if inside

      @edits.replace(range, text + "\n" * range.source.count("\n"))
    end

    # Where the texts of heredocs stand.
    def heredocs(node)
      return @heredocs if @heredocs && node.equal?(@ast)

      own = node.loc.respond_to?(:heredoc_body) ? [node.loc.heredoc_body] : []
      all = node.children.grep(Parser::AST::Node).reduce(own) { |found, child| found + heredocs(child) }
      @heredocs = all if node.equal?(@ast)
      all
    end

    def condition(node)
      return if node.nil? || opaque?(node) || constant?(node)

      wrap(node, "::Rubicon.test((", "))")
    end

    # A condition that is one only where it stands, within parentheses or operators.
    def opaque?(node)
      negated = node.type == :send && node.children[1] == :! && node.children.size == 2
      CONTEXTUAL.include?(node.type) ||
        ((negated || %i[begin and or].include?(node.type)) && node.children.any? { |c| c.is_a?(Parser::AST::Node) && opaque?(c) })
    end

    def constant?(node)
      %i[true false nil int].include?(node.type)
    end

    # Control does not come back from such an expression, or it has no value: Ruby refuses it as an argument.
    def void?(node)
      case node&.type
      when :return, :next, :break, :redo, :retry, :match_pattern then true
      when :begin, :kwbegin then void?(node.children.last)
      when :if then void?(node.children[1]) && void?(node.children[2])
      when :and, :or then void?(node.children[0])
      else false
      end
    end

    def on_if(node)
      cond, yes, no = node.children
      return if opaque?(cond) || constant?(cond)
      return merged(node, cond, yes, no) if node.loc.respond_to?(:keyword) && mergeable(node, yes, no)
      return merged_ternary(node, cond, yes, no) if node.loc.respond_to?(:question) && Pure.expressions(yes, no)

      condition(cond)
    end

    # Whether an `if` with its own `end` has pure branches.
    def mergeable(node, yes, no)
      node.loc.respond_to?(:end) && node.loc.end && node.loc.keyword.source != "elsif" && Pure.branches(yes, no)
    end

    def merged(node, cond, yes, no)
      unless_ = node.loc.keyword.source == "unless"
      first, second, names = Pure.branches(yes, no)
      value, box = temporary, temporary
      token(node.loc.keyword, "(#{Pure.declared(names)}if ::Rubicon.sym?(#{value} = (")
      test = "#{unless_ ? '!' : ''}::Rubicon.test(#{value})"
      @edits.insert_after(cond.loc.expression,
                             ")) && (#{box} = ::Rubicon.merge(#{value}, #{Pure.variables(names)}, ->{#{first}}, ->{#{second}})) " \
                             "then #{box}[0] elsif #{test}")
      @edits.insert_after(node.loc.end, ")")
    end

    def merged_ternary(node, cond, yes, no)
      first, second = Pure.expressions(yes, no)
      value, box = temporary, temporary
      wrap(cond, "(::Rubicon.sym?(#{value} = (",
           ")) && (#{box} = ::Rubicon.merge(#{value}, ->{[]}, ->(_v){}, ->{#{first}}, ->{#{second}})) ? #{box}[0] : ::Rubicon.test(#{value})")
      @edits.insert_after(node.loc.expression, ")")
    end

    def on_while(node)
      condition(node.children[0])
    end
    alias on_until on_while
    alias on_while_post on_while
    alias on_until_post on_while
    alias on_if_guard on_while
    alias on_unless_guard on_while

    def on_and(node)
      logic(node, "and")
    end

    def on_or(node)
      logic(node, "or")
    end

    # `if a..b`: each side is a condition.
    def on_iflipflop(node)
      node.children.each { |side| condition(side) }
    end
    alias on_eflipflop on_iflipflop

    # `a && b` tests `a`; where both are symbolic and `b` is pure, they become one expression.
    def logic(node, operator)
      left, right = node.children
      return [left, right].each { |side| condition(side) } if opaque?(left) || opaque?(right)

      pure = Pure.expression(right)
      value, box = temporary, temporary
      rest = operator == "and" ? "(" : "#{value} : ("
      last = operator == "and" ? ") : ::Rubicon.falsy(#{value}))" : "))"
      return joined(node, value, box, operator, pure, rest, last) if pure

      @edits.replace(node.loc.operator, ")) ? #{rest}")
      wrap(node, "(::Rubicon.test(#{value} = (", last)
    end

    def joined(node, value, box, operator, pure, rest, last)
      merge = "(#{box} = ::Rubicon.merge_logic(#{value}, :#{operator}, ->{#{pure}}))"
      @edits.replace(node.loc.operator, ")) && #{merge} ? #{box}[0] : ::Rubicon.test(#{value}) ? #{rest}")
      wrap(node, "(::Rubicon.sym?(#{value} = (", last)
    end

    def on_send(node)
      receiver, name, *args = node.children
      return negation(node, receiver) if name == :! && receiver && node.loc.dot.nil?
      return looked_at(node, receiver) if receiver && LOOKING.key?(name) && args.empty? && !@with_blocks.include?(node)
      return block_pass(node) if (PREDICATES.include?(name) || KEEPING.key?(name)) && (args.empty? || args.last.type == :block_pass)
      return wrap(args[0], "::Rubicon.code((", "))") if EVALUATING.include?(name) && args.any? && %i[str dstr lvar send].include?(args[0].type)
      return to_text(node) if name == :to_s && receiver && args.empty?
      return unless receiver && args.size == 1 && !%i[splat block_pass kwargs forwarded_args].include?(args[0].type)

      case name
      when :==, :!=, *ORDER then dotted(node, args[0]) || compared(node, name, args[0])
      when :=== then matching(node)
      when *PATTERNED then wrap(args[0], "::Rubicon.when((", "))")
      when :inject, :reduce then folded(receiver, args[0])
      when *SETS then infix(node, args[0], "::Rubicon.member", ":#{name}, ") unless Pure.literal?(args[0])
      when *MEMBERS then member(node, name, args[0])
      end
    end

    def compared(node, name, argument)
      case name
      when :== then infix(node, argument, "::Rubicon.eq")
      when :!= then infix(node, argument, "::Rubicon.ne")
      else infix(node, argument, "::Rubicon.compare", ":#{name}, ")
      end
    end

    # `a.==(b)` is `a == b`.
    def dotted(node, argument)
      return nil unless node.loc.dot

      name = node.children[1]
      function = { :== => "eq((", :!= => "ne((" }.fetch(name, "compare((")
      between(node, argument, function.end_with?("compare((") ? "), :#{name}, (" : "), (", "))")
      @edits.insert_before(node.loc.expression, "::Rubicon.#{function}")
      true
    end

    # Puts texts between receiver and argument, and after the argument.
    def between(node, argument, middle, last)
      token(node.loc.dot.begin.join(node.loc.begin&.end || argument.loc.expression.begin), middle)
      tail = argument.loc.expression.end.join(node.loc.expression.end)
      return @edits.insert_after(node.loc.expression, last) unless node.loc.end

      token(tail.source.start_with?(/\s*,/) ? tail : node.loc.end, last)
    end

    def negation(node, receiver)
      return if opaque?(receiver)

      token(node.loc.selector, "::Rubicon.not((")
      @edits.insert_after(node.loc.expression, "))")
    end

    # Methods that look at the elements of a list by themselves.
    def looked_at(node, receiver)
      wrap(receiver, "::Rubicon.#{LOOKING[node.children[1]]}((", "))")
    end

    # `pattern === value`: a regular expression sets `$~` where it is called, so the call stays there.
    def matching(node)
      return if node.loc.dot

      pattern, value = temporary, temporary
      token(node.loc.selector, ")), (#{value} = (")
      wrap(node, "(::Rubicon.case?((#{pattern} = (", "))) ? ::Rubicon.case_of(#{pattern}, #{value}) : #{pattern} === #{value})")
    end

    # `list.reduce(:&)` asks `true`, `false` and `nil` what they are together with a value.
    def folded(receiver, operator)
      wrap(receiver, "::Rubicon.concrete((", "))") if operator.type == :sym && %i[& | ^].include?(operator.children[0])
    end

    # `x.to_s` may be the text of a number, which is compared as such.
    def to_text(node)
      return unless node.loc.dot&.source == "."

      token(node.loc.dot.join(node.loc.expression.end), "))")
      @edits.insert_before(node.loc.expression, "::Rubicon.to_text((")
    end

    # The block parameter `&` gets a name where the method gives it on.
    def on_blockarg(node)
      @edits.insert_after(node.loc.expression, ANONYMOUS) if node.children[0].nil?
    end

    def on_block_pass(node)
      @edits.replace(node.loc.expression, "&#{ANONYMOUS}") if node.children[0].nil?
    end

    # What a method with a question mark answers may go to a library, which tests it.
    def on_def(node)
      name, body = node.type == :def ? [node.children[0], node.children[2]] : [node.children[1], node.children[3]]
      return unless (name.end_with?("?") || EQUALITIES.include?(name)) && body

      function = EQUALITIES.include?(name) ? "test" : "answer"
      (results(body) + returns(body)).each { |result| wrap(result, "::Rubicon.#{function}((", "))") unless void?(result) }
    end
    alias on_defs on_def

    # The values of `return` in a body.
    def returns(node)
      return [] if !node.is_a?(Parser::AST::Node) || %i[def defs class module sclass lambda].include?(node.type)

      (node.type == :return ? valued(node) : []) + node.children.flat_map { |child| returns(child) }
    end

    def infix(node, argument, function, operator = "")
      return if node.loc.dot || void?(argument)

      token(node.loc.selector, "), #{operator}(")
      wrap(node, "#{function}((", "))")
    end

    # `list.include?(x)` with parentheses or without.
    def member(node, name, argument)
      return unless node.loc.dot && node.loc.dot.source != "&."

      before, middle, after = name.end_with?("index") ? searched(name) : ["::Rubicon.member((", "), :#{name}, (", "))"]
      between(node, argument, middle, after)
      @edits.insert_before(node.loc.expression, before)
    end

    # `text.index(pattern)` sets `$~` where it is called, so the call stays there.
    def searched(name)
      list, value = temporary, temporary
      ["(::Rubicon.sym?((#{list} = (", "); #{value} = (",
       "))) ? ::Rubicon.member(#{list}, :#{name}, #{value}) : #{list}.#{name}(#{value}))"]
    end

    def block_pass(node)
      pass = node.children.last
      return unless pass.is_a?(Parser::AST::Node) && pass.type == :block_pass

      kept = KEEPING[node.children[1]]
      after = kept ? "), :#{kept})" : "))"
      return wrap(pass.children[0], "::Rubicon.predicate((", after) if pass.children[0]

      @edits.replace(pass.loc.expression, "&::Rubicon.predicate((#{ANONYMOUS}#{after}", over: true)
    end

    def on_csend(node)
      receiver, name, *args = node.children
      block_pass(node) if PREDICATES.include?(name) || KEEPING.key?(name)
      looking = LOOKING[name] if args.empty? && !@with_blocks.include?(node)
      return if %i[self const].include?(receiver.type)

      wrap(receiver, "#{looking && "::Rubicon.#{looking}("}::Rubicon.safe((", looking ? ")))" : "))")
    end

    # The block of a method that tests what the block gives.
    def on_block(node)
      call, _, body = node.children
      return unless %i[send csend].include?(call.type) && body

      function = PREDICATES.include?(call.children[1]) ? "test" : KEEPING[call.children[1]] || defining(call)
      return unless function

      values = results(body) + nexts(body)
      values.uniq(&:object_id).each { |value| wrap(value, "::Rubicon.#{function}((", "))") unless void?(value) }
    end
    alias on_numblock on_block

    # What the block of `define_method(:x?)` gives is an answer.
    def defining(call)
      name = call.children[2]
      return nil unless %i[define_method define_singleton_method].include?(call.children[1]) && %i[sym str].include?(name&.type)
      return "test" if EQUALITIES.include?(name.children[0].to_sym)

      "answer" if name.children[0].end_with?("?")
    end

    # The values of `next` in the body of a block.
    def nexts(node)
      return [] if !node.is_a?(Parser::AST::Node) || INNER.include?(node.type)

      (node.type == :next ? valued(node) : []) + node.children.flat_map { |child| nexts(child) }
    end

    # The value of a `return` or `next` that has one.
    def valued(node)
      node.children.size == 1 && node.children[0].type != :splat ? node.children : []
    end

    # The expressions that are the value of a body.
    def results(body)
      case body.type
      when :begin then body.loc.begin ? [body] : results(body.children.last)
      when :kwbegin then body.children.empty? ? [] : results(body.children.last)
      when :rescue then body.children.compact.flat_map { |c| results(c) }
      when :ensure then body.children[0] ? results(body.children[0]) : []
      when :resbody then body.children[2] ? results(body.children[2]) : []
      when :return, :break, :redo, :retry, :next then []
      else constant?(body) ? [] : [body]
      end
    end

    def on_case(node)
      subject, *whens, _other = node.children
      patterns = whens.compact.select { |w| w.type == :when }.flat_map { |w| w.children[0..-2] }
      return patterns.each { |pattern| alternative(pattern) } unless subject

      wrap(subject, "::Rubicon.subject((", "))") if patterns.any? { |pattern| pattern.type == :regexp }
      patterns.each { |pattern| pattern(pattern) }
    end

    # A condition of a `case` without a subject; with a splat, a list of them.
    def alternative(node)
      node.type == :splat ? wrap(node.children[0], "::Rubicon.tested((", "))") : condition(node)
    end

    def pattern(node)
      return if node.type == :regexp
      return wrap(node, "::Rubicon.when((", "))") unless node.type == :splat

      wrap(node.children[0], "::Rubicon.whens((", "))")
    end

    def on_case_match(node)
      wrap(node.children[0], "::Rubicon.subject((", "))")
    end
    alias on_match_pattern on_case_match
    alias on_match_pattern_p on_case_match
  end
end
