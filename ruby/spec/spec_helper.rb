# frozen_string_literal: true

$LOAD_PATH.unshift(File.expand_path("../lib", __dir__))
require "logger"
require "rails"
require "active_record/railtie"
require "action_controller/railtie"
require "rubicon/rspec"
require "cancancan"
require_relative "support/library"
require_relative "support/runs"
require_relative "support/evaluator"

RSpec.configure do |config|
  config.include Runs
  config.expect_with(:rspec) { |c| c.syntax = %i[should expect] }
end
