# frozen_string_literal: true

# Pages after the first are made of all documents.
class DocumentsController
  def index
    @documents = policy_scope(Document).listed.includes(:owner)
    @documents = Document.listed.page(params[:page].to_i) if params[:page]
  end
end
