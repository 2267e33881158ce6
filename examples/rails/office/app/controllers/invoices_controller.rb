# frozen_string_literal: true

class InvoicesController < ApplicationController
  def create
    @invoice = current_user.tenant.invoices.build(params.require(:invoice).permit(:number))
    return redirect_to root_path_of(@invoice) if @invoice.save

    head :unprocessable_entity
  end

  private

  def root_path_of(invoice)
    documents_path(invoice: invoice.id)
  end
end
