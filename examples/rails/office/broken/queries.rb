# frozen_string_literal: true

# The owner of each document is read one by one.
class DocumentsController
  def index
    @documents = policy_scope(Document).listed
  end
end
