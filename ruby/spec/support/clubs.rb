# frozen_string_literal: true

# The models of tests/conformance/rubicon/application.json, which the library for Django has too.
module Clubs
  FOLDER = File.expand_path("../../../tests/conformance/rubicon", __dir__)
  APPLICATION = JSON.parse(File.read(File.join(FOLDER, "application.json")))
  TABLES = APPLICATION["models"].values.map { |model| model["table"] }
  TYPES = { "text" => :string, "bool" => :boolean, "int" => :integer, "time" => :datetime }.freeze
  DELETION = { "null" => :nullify, "cascade" => :destroy }.freeze

  class << self
    # Makes the tables and the models.
    def install
      models = APPLICATION["models"]
      models.each_value { |model| table(model) }
      models.each_key { |name| Object.const_set(name, Class.new(ActiveRecord::Base)) }
      models.each { |name, model| declare(name.constantize, model) }
      Object.const_set(:MembersController, Class.new(ActionController::Base))
      MembersController.class_eval(Rubicon::Rewriter.rewrite(SHOW))
    end

    # The status of the response to a request for a member.
    def status(key)
      request = Request.new("status")
      request.setup_controller_request_and_response
      request.get(:show, id: key)
      request.response.status
    end

    # Whether an act ends in an exception of a kind.
    def caught(kind)
      ActiveRecord::Base.transaction(requires_new: true) { yield }
      false
    rescue *CAUGHT.fetch(kind)
      true
    end

    private

    def table(model)
      ActiveRecord::Schema.define do
        create_table(model["table"]) do |t|
          model["columns"].each do |name, column|
            options = { null: column["null"] || false, default: column["default"] }
            next t.public_send(TYPES.fetch(column["type"]), name, **options) unless column["type"] == "key"

            t.references name, null: options[:null], foreign_key: { to_table: APPLICATION["models"][column["references"]]["table"] }
          end
          model["unique"].each { |names| t.index names.map { |name| model["columns"][name]["type"] == "key" ? "#{name}_id" : name }, unique: true }
        end
      end
    end

    def declare(klass, model)
      model["columns"].each do |name, column|
        if column["type"] == "key"
          klass.belongs_to name.to_sym, class_name: column["references"], optional: column["null"] || false
          column["references"].constantize.has_many column["as"].to_sym, class_name: klass.name, foreign_key: "#{name}_id", dependent: DELETION[column["deletion"]]
        end
        klass.validates name.to_sym, inclusion: { in: column["values"] } if column["values"]
      end
      hook = model["before_save"]
      klass.before_save { write_attribute(hook["column"], hook["where_null"]) if read_attribute(hook["column"]).nil? } if hook
    end
  end

  CAUGHT = {
    "not found" => [ActiveRecord::RecordNotFound],
    "refused" => [ActiveRecord::RecordNotUnique, ActiveRecord::NotNullViolation, ActiveRecord::InvalidForeignKey]
  }.freeze

  # What the request does.
  SHOW = <<~RUBY
    def show
      member = Member.find(params[:id])
      return redirect_to("/") if member.club.nil?
      raise CanCan::AccessDenied unless member.active
      render plain: "shown"
    end
  RUBY

  install
  # What Rails does when an application starts.
  ActionDispatch::ExceptionWrapper.rescue_responses.merge!(ActiveRecord::Railtie.config.action_dispatch.rescue_responses)

  # A request outside of a specification of a controller.
  class Request < ActionController::TestCase
    tests MembersController

    def setup_controller_request_and_response
      @routes = ActionDispatch::Routing::RouteSet.new.tap { |set| set.draw { get "members/:id" => "members#show" } }
      super
      @controller.extend(@routes.url_helpers)
    end
  end
end
