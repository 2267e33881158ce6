# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = "rubicon"
  spec.version = "0.1.0"
  spec.summary = "Specifications of Rails applications for all rows of a database, decided by Effigy"
  spec.authors = ["Effigy"]
  spec.files = Dir["lib/**/*.rb"]
  spec.required_ruby_version = ">= 3.1"
  spec.add_dependency "parser", ">= 3.1"
  spec.add_dependency "rails", "~> 6.1"
  spec.add_dependency "rspec-rails", ">= 5.0"
  spec.add_dependency "sqlite3", ">= 1.4"
end
