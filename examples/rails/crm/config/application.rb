# frozen_string_literal: true

require "logger"
require "rails"
require "active_record/railtie"
require "action_controller/railtie"
require "action_view/railtie"
require "cancancan"

# A small customer relationship management system. `CRM=mended` runs it with the leak closed.
class Crm < Rails::Application
  config.root = File.expand_path("..", __dir__)
  config.load_defaults 6.1
  config.eager_load = false
  config.secret_key_base = "crm"
  config.logger = Logger.new(nil)
  config.active_support.deprecation = :silence
  if ENV["CRM"] == "mended"
    config.autoload_paths.unshift("#{config.root}/mended/controllers")
  end
end
