# frozen_string_literal: true

module Rubicon
  # Makes a row as it stands in a counterexample, past validations and callbacks.
  def self.row(table, **values)
    connection = ActiveRecord::Base.connection
    connection.disable_referential_integrity { connection.insert_fixture(values, table) }
  end
end
