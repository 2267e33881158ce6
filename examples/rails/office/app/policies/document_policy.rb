# frozen_string_literal: true

# Who may do what with a document of their tenant.
class DocumentPolicy
  def initialize(user, document)
    @user = user
    @document = document
  end

  def update?
    @document.owner == @user
  end

  def destroy?
    @user.admin? || update?
  end

  # The documents that a user sees at all.
  class Scope
    def initialize(user, scope)
      @user = user
      @scope = scope
    end

    def resolve
      @scope.kept.where(tenant_id: @user.tenant_id)
    end
  end
end
