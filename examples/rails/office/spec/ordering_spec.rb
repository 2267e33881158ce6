# frozen_string_literal: true

describe DocumentsController do
  it "lists documents by their position" do
    User.forall do |u|
      set_current_user(u)
      get :index
      assigns[:documents].each_cons(2) { |first, second| expect(first.position).to be <= second.position }
    end
  end
end
