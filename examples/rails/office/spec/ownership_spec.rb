# frozen_string_literal: true

describe DocumentsController do
  it "lets the owner alone change a title" do
    User.forall do |u|
      Document.forall do |d|
        set_current_user(u)
        patch :update, id: d.id, document: { title: "changed" }
        (d.owner != u).implies { Document.find(d.id).title.should == d.title }
      end
    end
  end
end
