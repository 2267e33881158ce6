# frozen_string_literal: true

describe DocumentsController do
  it "lets administrators and the owner alone delete" do
    User.forall do |u|
      Document.forall do |d|
        set_current_user(u)
        delete :destroy, id: d.id
        (!u.admin and d.owner != u).implies { Document.find(d.id).deleted_at.should == d.deleted_at }
      end
    end
  end
end
