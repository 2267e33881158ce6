# frozen_string_literal: true

require_relative "rails"
require "rspec/core"
require "rspec/rails" if defined?(::Rails.application)
require_relative "quantifiers"
require_relative "expectations"
require_relative "infix"
require_relative "specification"
require_relative "replay"
require_relative "reports"
require_relative "tests"

module Rubicon
  # What example groups get.
  module Groups
    # States an invariant of every database.
    def invariant(text, &block)
      Rubicon.invariant(text, &block)
    end
  end

  # What examples get.
  module Examples
    # Decides a specification without a variable: the block holds for every database.
    def check(&block)
      return block.call if Rubicon.path || Rubicon.replay

      Specification.new(nil, block).verify
    end

    # How many queries a block makes.
    def count_queries
      count = 0
      counter = ->(*, payload) { count += 1 unless Queries.silent? || %w[SCHEMA TRANSACTION].include?(payload[:name]) }
      ActiveSupport::Notifications.subscribed(counter, "sql.active_record") { yield }
      count
    end
  end
end

RSpec.configure do |config|
  config.expect_with(:rspec) { |c| c.syntax = %i[should expect] }
  config.include Rubicon::Examples
  # What ends in an error before anything is decided is no verdict, and must not be missing.
  config.after { |example| Rubicon::Reports.ended_early(example) if example.exception && !Rubicon.path && !Rubicon.replay }
  config.extend Rubicon::Groups
  config.define_derived_metadata do |metadata|
    described = metadata[:described_class]
    metadata[:type] ||= :controller if described.is_a?(Class) && described < ActionController::Metal
  end
  config.render_views = true if config.respond_to?(:render_views=)
end
