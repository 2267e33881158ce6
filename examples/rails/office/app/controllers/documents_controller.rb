# frozen_string_literal: true

class DocumentsController < ApplicationController
  before_action :find_document, except: :index

  def index
    @documents = policy_scope(Document).listed.includes(:owner)
    @documents = @documents.page(params[:page].to_i) if params[:page]
  end

  def show; end

  def update
    authorize @document
    @document.update!(document_params)
    redirect_to @document
  end

  def destroy
    authorize @document
    @document.update!(deleted_at: Time.current)
    redirect_to documents_path
  end

  private

  def find_document
    @document = policy_scope(Document).find(params[:id])
  end

  def document_params
    params.require(:document).permit(:title)
  end
end
