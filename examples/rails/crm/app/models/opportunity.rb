# frozen_string_literal: true

class Opportunity < ApplicationRecord
  belongs_to :user, optional: true
  belongs_to :contact, optional: true
  has_many :permissions, as: :asset
  validates :access, inclusion: { in: Contact::ACCESS }
end
