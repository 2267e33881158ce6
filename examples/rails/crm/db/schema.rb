# frozen_string_literal: true

ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table :users do |t|
    t.string :username, null: false
    t.boolean :admin, null: false, default: false
  end

  create_table :contacts do |t|
    t.references :user
    t.string :name, null: false
    t.string :access, null: false, default: "Public"
  end

  create_table :opportunities do |t|
    t.references :user
    t.references :contact
    t.string :name, null: false
    t.string :access, null: false, default: "Public"
  end

  create_table :permissions do |t|
    t.references :user, null: false
    t.references :asset, polymorphic: true, null: false
  end
end
