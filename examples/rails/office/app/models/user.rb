# frozen_string_literal: true

class User < ApplicationRecord
  belongs_to :tenant
  has_many :documents, foreign_key: :owner_id, inverse_of: :owner
end
