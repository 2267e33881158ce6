# frozen_string_literal: true

require "open3"

# The gems of Rails, as they are installed, loaded with the rewriting on.
RSpec.describe "the rewriting of gems" do
  NAMES = %w[activesupport activemodel activerecord actionpack actionview activejob railties rack i18n mail rack-test thor
             tzinfo loofah rails-html-sanitizer rails-dom-testing globalid builder].freeze

  SCRIPT = <<~RUBY
    require "rubicon"
    folders = ARGV.map { |name| Gem::Specification.find_by_name(name).full_require_paths }.flatten.select { |f| f.include?("/gems/") }
    Rubicon.rewrite(folders.select { |folder| File.directory?(folder) })
    require "logger"
    require "rails"
    require "active_record/railtie"
    require "action_controller/railtie"
    require "action_view/railtie"
    require "active_job/railtie"
    [ActiveSupport, ActiveModel, ActiveRecord, ActionController, ActionView, ActionDispatch, ActiveJob].each do |part|
      part.eager_load!
    end
    ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
    ActiveRecord::Schema.verbose = false
    ActiveRecord::Schema.define { create_table(:things) { |t| t.string :name } }
    class Thing < ActiveRecord::Base
      validates :name, presence: true, uniqueness: true
      scope :named, ->(name) { where(name: name) }
    end
    Thing.create!(name: "a")
    twice = Thing.new(name: "a")
    text = ActionView::Base.empty.tag.p(Thing.named("a").first.name)
    puts [Rubicon::Loader.files.size, Rubicon::Loader.failed.size, twice.valid?, Thing.named("a").count, text].join(" ")
  RUBY

  it "loads them, and they work as before" do
    library = File.expand_path("../lib", __dir__)
    output, error, status = Open3.capture3("ruby", "-W0", "-I", library, "-e", SCRIPT, *NAMES)
    expect(status.success?).to be(true), error
    files, failed, valid, count, text = output.split(" ", 5)
    expect(files.to_i).to be >= 400
    expect([failed, valid, count, text.strip]).to eq ["0", "false", "1", "<p>a</p>"]
  end

  it "includes the gems that decide who may do what, wherever they are installed" do
    files = Rubicon::Loader.files.keys
    expect(files.grep(%r{/cancan/ability/rules\.rb\z}).size).to eq 1
    expect(Rubicon::Loader.gems.grep(/pundit/)).not_to be_empty
  end
end
