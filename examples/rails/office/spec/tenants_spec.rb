# frozen_string_literal: true

describe DocumentsController do
  it "shows no document of another tenant" do
    User.forall do |u|
      Document.forall do |d|
        set_current_user(u)
        get :show, id: d.id
        (d.tenant != u.tenant).implies { assigns[:document].should be_nil }
      end
    end
  end
end
