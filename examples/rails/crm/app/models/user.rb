# frozen_string_literal: true

class User < ApplicationRecord
  has_many :contacts
  has_many :opportunities
  has_many :permissions
end
