# frozen_string_literal: true

ENV["RAILS_ENV"] = "test"
$LOAD_PATH.unshift(File.expand_path("../../../../ruby/lib", __dir__))
require "rubicon"
Rubicon.rewrite(File.expand_path("..", __dir__))
require_relative "../config/environment"
require "rubicon/rspec"
require_relative "invariants" if ENV["CRM_INVARIANT"] == "stated"
