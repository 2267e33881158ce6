# frozen_string_literal: true

# The list forgets that documents can be deleted.
class DocumentPolicy::Scope
  def resolve
    @scope.where(tenant_id: @user.tenant_id)
  end
end
