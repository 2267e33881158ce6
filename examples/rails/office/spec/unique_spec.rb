# frozen_string_literal: true

describe InvoicesController do
  it "refuses a number that is taken" do
    User.forall do |u|
      Invoice.forall do |i|
        set_current_user(u)
        post :create, invoice: { number: i.number }
        (i.tenant == u.tenant).implies { response.status.should == 422 }
      end
    end
  end
end
