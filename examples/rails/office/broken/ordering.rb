# frozen_string_literal: true

# The list is in the order in which documents were made.
class DocumentsController
  def index
    @documents = policy_scope(Document).includes(:owner)
  end
end
