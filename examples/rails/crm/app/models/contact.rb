# frozen_string_literal: true

class Contact < ApplicationRecord
  ACCESS = %w[Public Private Shared].freeze

  belongs_to :user, optional: true
  has_many :opportunities
  has_many :permissions, as: :asset
  validates :access, inclusion: { in: ACCESS }
end
