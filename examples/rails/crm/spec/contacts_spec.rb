# frozen_string_literal: true

describe ContactsController do
  it "should not display other users' private opportunities" do
    User.forall do |u|
      Contact.forall do |c|
        Opportunity.forall do |o|
          set_current_user(u)
          get :show, id: c.id
          (o.access == "Private" and o.user != u).implies do
            assigns[:contact].opportunities.should_not include o
          end
        end
      end
    end
  end
end
