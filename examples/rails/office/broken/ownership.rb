# frozen_string_literal: true

# Everybody of the tenant may change a document.
class DocumentPolicy
  def update?
    @document.tenant == @user.tenant
  end
end
