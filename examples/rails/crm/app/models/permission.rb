# frozen_string_literal: true

# A user may see one asset that is shared.
class Permission < ApplicationRecord
  belongs_to :user
  belongs_to :asset, polymorphic: true
end
