# frozen_string_literal: true

describe DocumentsController do
  it "shows no document of another tenant on the second page" do
    User.forall do |u|
      Document.forall do |d|
        set_current_user(u)
        get :index, page: 2
        (d.tenant != u.tenant).implies { assigns[:documents].should_not include d }
      end
    end
  end
end
