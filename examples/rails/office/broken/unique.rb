# frozen_string_literal: true

# The database alone knows that numbers are unique: a number that is taken is an error of the server.
class Invoice
  clear_validators!
  validates :number, presence: true
end
