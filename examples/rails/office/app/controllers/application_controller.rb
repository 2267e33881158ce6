# frozen_string_literal: true

class ApplicationController < ActionController::Base
  include Pundit

  before_action :require_user

  private

  def require_user
    head :unauthorized unless current_user
  end

  def current_user
    @current_user ||= User.find_by(id: session[:user_id])
  end
end
