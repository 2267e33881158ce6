# frozen_string_literal: true

describe DocumentsController do
  it "lists any number of documents with two queries" do
    User.forall do |u|
      set_current_user(u)
      count_queries { get :index }.should <= 2
    end
  end
end
