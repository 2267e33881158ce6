# frozen_string_literal: true

# Where a symbolic value would become concrete without anybody noticing, the path ends with an alarm that says what it met.
RSpec.describe "an alarm" do
  CAUSES = {
    "\"\#{b.title}\"" => "`to_s` of a symbolic value of sort text",
    "b.printed_at.to_s == 'a'" => "`to_s` of a symbolic value of sort time",
    "'x' + b.title" => "`to_str` of a symbolic value of sort text",
    "['a'].join(b.title)" => "`to_str` of a symbolic value of sort text",
    "b.title =~ /a/" => "a regular expression on a symbolic value of sort text",
    "b.title !~ /a/" => "a regular expression on a symbolic value of sort text",
    "/a/ =~ b.title" => "`to_str` of a symbolic value of sort text",
    "/a/.match?(b.title)" => "`to_str` of a symbolic value of sort text",
    "case b.title when /a/ then 1 end" => "pattern matching on a symbolic value",
    "case b.pages\nin Integer then 1 end" => "pattern matching on a symbolic value",
    "b.title.upcase" => "`upcase` of a symbolic value of sort text",
    "b.title.length > 1" => "`length` of a symbolic value of sort text",
    "b.title > 'a'" => "`>` of a symbolic value of sort text",
    "x = { b.title => 1 }" => "a symbolic value as the key of a hash, or in a set",
    "{ 'a' => 1 }[b.title]" => "a symbolic value as the key of a hash, or in a set",
    "Set.new([b.title])" => "a symbolic value as the key of a hash, or in a set",
    "[b.pages, 1].uniq" => "a symbolic value as the key of a hash, or in a set",
    "[b].group_by(&:title)" => "a symbolic value as the key of a hash, or in a set",
    "b.author.books.group_by(&:title)" => "a symbolic value as the key of a hash, or in a set",
    "['a'] & [b.title]" => "`&` of a list with symbolic values",
    "[b.title] - ['a']" => "`-` of a list with symbolic values",
    "['a'].union([b.title])" => "`union` of a list with symbolic values",
    "b.pages.equal?(1)" => "the identity of a symbolic value",
    "Integer(b.pages)" => "`to_int` of a symbolic value of sort int",
    "Float(b.pages)" => "`to_f` of a symbolic value of sort int",
    "[1, 2][b.pages]" => "`to_int` of a symbolic value of sort int",
    "b.pages.times.to_a" => "`times` of a symbolic value of sort int",
    "b.pages.to_json" => "`to_json` of a symbolic value of sort int",
    "JSON.generate([b.pages])" => "`to_json` of a symbolic value of sort int",
    "b.to_json" => "`as_json` of a symbolic value",
    "format('%d', b.pages)" => "`to_int` of a symbolic value of sort int",
    "b.send(b.title)" => "`to_str` of a symbolic value of sort text",
    "b.pages.round" => "`round` of a symbolic value of sort int",
    "b.printed_at.year" => "`year` of a symbolic value of sort time",
    "Book.where(\"title = '\#{b.title}'\").to_a" => "`to_s` of a symbolic value of sort text",
    "Book.group(:title).count" => "SQL that is not understood",
    "Book.sum(:pages) > 3" => "SQL that is not understood",
    "Book.update_all('pages = 0')" => "`update_all` with SQL",
    "Book.insert_all([{ title: 'a' }])" => "`exec_insert_all`: a change of the database that no model makes",
    "ActiveRecord::Base.connection.execute('DELETE FROM books')" => "SQL that no model sends",
    "Note.transaction(requires_new: true) { Note.create(text: 'x'); Note.count; raise ActiveRecord::Rollback }; Note.count" =>
      "the database after a transaction that was rolled back when its writes had been read",
    "Note.first&.list" => "`to_str` of a symbolic value of sort text",
    "[b.title].to_s" => "`inspect` of a symbolic value",
    "b.pages.inspect" => "`inspect` of a symbolic value",
    "b.inspect" => "`inspect` of a record",
    "case b.printed_at when ActiveSupport::TimeWithZone then 1 end" => "the class of a symbolic value of sort time",
    "case b.printed_at when Date then 1 end" => "the class of a symbolic value of sort time",
    "[true, b.lent].inject(:&)" => "a method that looks at symbolic values by itself",
    "[b.pages].bsearch { |x| x == 3 }" => "a method that looks at symbolic values by itself",
    "[b.lent].compact!" => "a method that looks at symbolic values by itself",
    "Book.update_all(pages: Book.arel_table[:pages] + 1)" => "`update_all` with SQL",
    "Book.eager_load(:author).to_a" => "`eager_load`"
  }.freeze

  CAUSES.each do |text, cause|
    it "ends a path at #{text}" do
      paths = paths_of_text("#{text}\n:done", b: Book)
      expect(paths.map { |path| path.ending[:kind] }).to include "alarm"
      expect(paths.filter_map { |path| path.ending[:what] }.first).to start_with cause
    end
  end

  it "ends a path at a model with single-table inheritance" do
    ActiveRecord::Schema.define { create_table(:animals) { |t| t.string :type } }
    stub_const("Animal", Class.new(ActiveRecord::Base))
    stub_const("Dog", Class.new(Animal))
    expect(alarms("Animal.first.nil?")).to eq ["single-table inheritance of Animal"]
  ensure
    ActiveRecord::Schema.define { drop_table(:animals) }
  end

  it "ends a path at a table that the database does not have" do
    stub_const("Ghost", Class.new(ActiveRecord::Base))
    path = paths_of { Rubicon::Quantifiers.variable(Ghost, :g) }[0]
    expect(path.ending[:what]).to eq "the table `ghosts`, which the database does not have: load the schema"
  end

  it "has the place of the text" do
    expect(paths_of_text("1\n'x' + b.title", b: Book)[0].ending[:place]).to end_with "(source):2"
  end

  it "counts when the application rescues everything" do
    path = paths_of_text("begin; 'x' + b.title; rescue Exception; end; true", b: Book)[0]
    expect(path.ending).to include(kind: "alarm", what: "`to_str` of a symbolic value of sort text")
  end

  it "ends a path that is another one when it is run again" do
    count = 0
    allow(Kernel).to receive(:rand) { count += 1 }
    text = "if Kernel.rand.even? then b.pages > 1 ? [].push(1) : [].push(2) else b.pages > 2 ? [].push(1) : [].push(2) end"
    expect(alarms(text, b: Book)).to eq ["the application takes another path when it is run again: something random or left over"]
  end

  it "ends a path with too many decisions" do
    expect(paths_of_text("n = 0; n += 1 while n < b.pages; true", b: Book)[0].ending[:what]).to start_with "limit: more than"
  end

  # What every object of Rails can do is either modelled, an alarm, or says nothing about the value.
  it "leaves no method of Object that looks at a value" do
    harmless = %i[__id__ __send__ !~ acts_like? class define_singleton_method display duplicable? enum_for extend freeze frozen? html_safe?
                  implies instance_values instance_variable_defined? instance_variable_get instance_variable_names instance_variable_set
                  instance_variables instance_eval instance_exec method methods object_id private_methods protected_methods public_method
                  public_methods public_send remove_instance_variable require_dependency require_or_load load_dependency respond_to? send
                  should should_not singleton_class singleton_method singleton_methods suppress_warnings tap then to_enum to_yaml
                  with_options yield_self equal? concern gem_deprecated unloadable presence_in present? === ! instance_variable_names
                  concerning stub stub_chain unstub should_receive should_not_receive as_null_object null_object? received_message?
                  dclone psych_to_yaml pretty_inspect pretty_print pretty_print_cycle pretty_print_inspect
                  pretty_print_instance_variables debugger binding_n with_warnings taint tainted? untaint trust untrust
                  untrusted?]
    own = Rubicon::SymbolicObject.instance_methods(false)
    left = Object.instance_methods - own - harmless
    expect(left).to eq []
  end
end
