# frozen_string_literal: true

describe DocumentsController do
  it "gives no document away when a form names another owner" do
    User.forall do |u|
      Document.forall do |d|
        User.forall do |v|
          set_current_user(u)
          patch :update, id: d.id, document: { title: "changed", owner_id: v.id }
          Document.find(d.id).owner_id.should == d.owner_id
        end
      end
    end
  end
end
