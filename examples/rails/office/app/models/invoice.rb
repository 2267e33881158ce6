# frozen_string_literal: true

class Invoice < ApplicationRecord
  belongs_to :tenant
  validates :number, presence: true, uniqueness: { scope: :tenant_id }
end
