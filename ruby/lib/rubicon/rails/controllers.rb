# frozen_string_literal: true

require "action_controller/test_case"

module Rubicon
  # Requests of a specification: symbolic parameters reach the controller, and its answer can be asked about.
  module Controllers
    # What is shown when a request is refused, redirected, or ends in an error that Rails makes a response of: nothing.
    class Nothing
      include Enumerable

      def each; end

      def include?(_record)
        false
      end

      %i[empty? none? nil? blank?].each { |name| define_method(name) { true } }
      %i[any? present?].each { |name| define_method(name) { false } }
      %i[size count length].each { |name| define_method(name) { 0 } }

      def ==(other)
        other.nil? || other.is_a?(Nothing)
      end

      def to_ary
        []
      end

      def method_missing(name, *)
        %i[to_str to_hash to_int to_proc].include?(name) ? super : self
      end

      def respond_to_missing?(name, _private = false)
        !name.start_with?("to_") && !name.end_with?("?")
      end
    end

    # What the controller left for its view. `assigns[:contact]` and `assigns(:contact)` are the same.
    class Assigns
      def initialize(controller, response, shown)
        @values = controller.view_assigns
        @successful = response.successful?
        @shown = shown
      end

      # What was not assigned on the way to a refusal is nothing.
      def [](name)
        return Nothing.new unless @shown && (@successful || @values.key?(name.to_s))

        @values[name.to_s]
      end
    end

    # Who is signed in: each request reads the row anew, as an application does by the key in its session. What the
    # specification or an earlier request changed in a record and did not save is not seen.
    class SignedIn
      def initialize(user)
        @user = user
      end

      # The record of this request.
      def record
        return @user unless Records.record?(@user) && @user.persisted?

        @record ||= Queries.silently { @user.class.unscoped.find_by(@user.class.primary_key => @user.id) }
      end

      # A new request begins.
      def forget
        @record = nil
      end
    end

    # Requests of controller specifications.
    module Requests
      OPTIONS = %i[params session body flash format xhr as].freeze

      # `get :show, id: c.id` is `get :show, params: { id: c.id }`.
      %i[get post put patch delete head].each do |verb|
        define_method(verb) do |action, **args|
          options, params = args.partition { |name, _| OPTIONS.include?(name) }.map(&:to_h)
          options[:params] = (options[:params] || {}).merge(params) if params.any?
          rubicon_request { super(action, **options) }
        end
      end

      def process(action, params: nil, **options)
        params = Markers.mark_all(params) if Rubicon.path && params
        super(action, params: params, **options)
      end

      # Who is signed in: the application's `current_user`, unless `Rubicon.sign_in` says how.
      def set_current_user(user)
        return Rubicon.sign_in.call(self, user) if Rubicon.sign_in

        signed = @rubicon_signed = SignedIn.new(user)
        @controller.define_singleton_method(:current_user) { signed.record }
      end

      def assigns(name = nil)
        assigns = Assigns.new(@controller, response, @rubicon_refused.nil? && !response.redirect?)
        name ? assigns[name] : assigns
      end

      private

      # An exception that Rails makes a response of is that response.
      def rubicon_request
        @rubicon_refused = nil
        @rubicon_signed&.forget
        yield
      rescue StandardError => e
        status = Rubicon.status_of(e) or raise
        @rubicon_refused = e
        @response.status = status
        @response
      end
    end

    # Parameters hold symbolic values again.
    module Parameters
      def params
        return super unless Rubicon.path

        @_params ||= ActionController::Parameters.new(Markers.unmark_all(request.parameters.deep_dup))
      end
    end

    # A symbolic scalar is a scalar.
    module Permitted
      def permitted_scalar?(value)
        Rubicon.sym?(value) || super
      end
    end

    # A page in which symbolic values are text says nothing of them.
    module Body
      def body
        text = super
        Rubicon.alarm("the text of a page that shows symbolic values") if Rubicon.path && text.to_s.include?("rubicon-symbol-")
        text
      end
    end

    ActionController::TestCase::Behavior.prepend(Requests)
    ActionController::StrongParameters.prepend(Parameters)
    ActionController::Parameters.prepend(Permitted)
    ActionDispatch::TestResponse.prepend(Body)
  end

  class << self
    # How a user is signed in: a block that gets the specification and the user; nil for `current_user` of the controller.
    attr_accessor :sign_in

    # The status that Rails answers an exception with, nil for one that is a failure of the server.
    def status_of(error)
      name = ActionDispatch::ExceptionWrapper.rescue_responses.key?(error.class.name)
      return Rack::Utils.status_code(ActionDispatch::ExceptionWrapper.rescue_responses[error.class.name]) if name

      403 if %w[CanCan::AccessDenied Pundit::NotAuthorizedError].include?(error.class.name)
    end
  end
end
