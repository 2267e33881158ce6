# frozen_string_literal: true

class ContactsController < ApplicationController
  def index
    @contacts = Contact.accessible_by(current_ability)
  end

  # The contact is one that the user may read. Its opportunities are all shown.
  def show
    @contact = Contact.accessible_by(current_ability).find(params[:id])
  end
end
