# frozen_string_literal: true

describe DocumentsController do
  it "lists no document that is deleted" do
    User.forall do |u|
      Document.forall do |d|
        set_current_user(u)
        get :index
        (!d.deleted_at.nil?).implies { assigns[:documents].should_not include d }
      end
    end
  end
end
