# frozen_string_literal: true

# A document is looked up among those of all tenants.
class DocumentsController
  def find_document
    @document = Document.kept.find(params[:id])
  end
end
