# frozen_string_literal: true

# The condition lets in those that it should keep out.
class DocumentPolicy
  def destroy?
    !@user.admin? || update?
  end
end
