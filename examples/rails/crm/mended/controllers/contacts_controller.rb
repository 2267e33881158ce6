# frozen_string_literal: true

class ContactsController < ApplicationController
  def index
    @contacts = Contact.accessible_by(current_ability)
  end

  # The contact is one that the user may read, and so are the opportunities that are shown with it.
  def show
    @contact = Contact.accessible_by(current_ability).find(params[:id])
    shown = @contact.opportunities.accessible_by(current_ability)
    @contact.association(:opportunities).target = shown.to_a
  end
end
