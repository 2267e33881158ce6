# frozen_string_literal: true

# A library of books: the tables of the tests.
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Base.time_zone_aware_attributes = true
Time.zone = "UTC"
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table :authors do |t|
    t.string :name, null: false
    t.boolean :famous, null: false, default: false
    t.integer :born
  end
  create_table :books do |t|
    t.references :author
    t.string :title, null: false
    t.integer :pages, null: false, default: 0
    t.integer :state, null: false, default: 0
    t.boolean :lent
    t.datetime :printed_at
    t.index %i[author_id title], unique: true
  end
  create_table :readings do |t|
    t.references :book, null: false, foreign_key: true
    t.references :reader, null: false
  end
  create_table :readers do |t|
    t.string :name, null: false
    t.integer :readings_count, null: false, default: 0
    t.index :name, unique: true
  end
  create_table :notes do |t|
    t.references :subject, polymorphic: true
    t.string :text
    t.text :list
    t.integer :place
  end
end

class Author < ActiveRecord::Base
  has_many :books
  has_many :readings, through: :books
  has_many :notes, as: :subject
  has_one :first_book, -> { order(:id) }, class_name: "Book"
  validates :name, presence: true
end

class Book < ActiveRecord::Base
  belongs_to :author, optional: true
  has_many :readings, dependent: :destroy
  has_many :readers, through: :readings
  enum state: { draft: 0, sold: 1, lost: 2 }
  scope :thick, -> { where("pages > ?", 3) }
  scope :of, ->(author) { where(author: author) }
  validates :title, inclusion: { in: %w[a b c] }
  validates :pages, numericality: { greater_than_or_equal_to: 0 }
end

class Reading < ActiveRecord::Base
  belongs_to :book
  belongs_to :reader, counter_cache: true
end

class Reader < ActiveRecord::Base
  has_many :readings
  validates :name, presence: true, uniqueness: true
end

class Note < ActiveRecord::Base
  belongs_to :subject, polymorphic: true, optional: true
  validates :place, inclusion: { in: [1, 2] }, allow_nil: true
  serialize :list, JSON
end

# What an author may do with books.
class Judge
  include CanCan::Ability

  def initialize(author)
    can :read, Book, author_id: author.id
    can :read, Book, title: %w[b c], lent: true
    can :read, Book, author: { famous: true }
    cannot :read, Book, pages: 5
    can(:update, Book) { |book| book.pages > 2 }
  end
end
