# frozen_string_literal: true

# What the application keeps true of its rows, and nobody had written down: who shares a record makes it shared.
Rubicon.invariant("permissions name what is shared") do
  Permission.forall do |p|
    Opportunity.forall do |o|
      (p.asset_type == "Opportunity" and p.asset_id == o.id).implies { o.access.should == "Shared" }
    end
  end
end
