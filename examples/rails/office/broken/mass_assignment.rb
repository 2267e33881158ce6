# frozen_string_literal: true

# A form can give a document to somebody else.
class DocumentsController
  def document_params
    params.require(:document).permit(:title, :owner_id)
  end
end
