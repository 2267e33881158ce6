# frozen_string_literal: true

# What a user may see: what is public, what is their own, and what a permission names.
class Ability
  include CanCan::Ability

  def initialize(user)
    return unless user

    [Contact, Opportunity].each do |model|
      can :read, model, access: "Public"
      can :read, model, user_id: user.id
      can :read, model, permissions: { user_id: user.id }
    end
  end
end
