# frozen_string_literal: true

class Document < ApplicationRecord
  PAGE = 2

  belongs_to :tenant
  belongs_to :owner, class_name: "User"
  validates :title, presence: true

  scope :kept, -> { where(deleted_at: nil) }
  scope :listed, -> { order(:position, :id) }
  scope :page, ->(number) { limit(PAGE).offset((number - 1) * PAGE) }
end
