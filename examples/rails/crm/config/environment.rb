# frozen_string_literal: true

require_relative "application"
Rails.application.initialize!
load File.expand_path("../db/schema.rb", __dir__)
