# frozen_string_literal: true

require "logger"
require "rails"
require "active_record/railtie"
require "action_controller/railtie"
require "action_view/railtie"
require "pundit"

# Documents and invoices of several tenants.
class Office < Rails::Application
  config.root = File.expand_path("..", __dir__)
  config.load_defaults 6.1
  config.eager_load = false
  config.secret_key_base = "office"
  config.logger = Logger.new(nil)
  config.active_support.deprecation = :silence
end
