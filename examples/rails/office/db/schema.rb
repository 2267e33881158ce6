# frozen_string_literal: true

ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table :tenants do |t|
    t.string :name, null: false
  end

  create_table :users do |t|
    t.references :tenant, null: false, foreign_key: true
    t.boolean :admin, null: false, default: false
  end

  create_table :documents do |t|
    t.references :tenant, null: false, foreign_key: true
    t.references :owner, null: false, foreign_key: { to_table: :users }
    t.string :title, null: false
    t.integer :position, null: false, default: 0
    t.datetime :deleted_at
  end

  create_table :invoices do |t|
    t.references :tenant, null: false, foreign_key: true
    t.string :number, null: false
    t.index %i[tenant_id number], unique: true
  end
end
