# frozen_string_literal: true

require_relative "application"
Rails.application.initialize!
load File.expand_path("../db/schema.rb", __dir__)

# `OFFICE=tenants` puts the defect of `broken/tenants.rb` in.
load File.expand_path("../broken/#{ENV['OFFICE']}.rb", __dir__) if ENV["OFFICE"]
