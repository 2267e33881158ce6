# frozen_string_literal: true

# Symbolic execution of Ruby as a library in Ruby, after Near and Jackson: values that stand for any value are objects, and
# source is rewritten when it is loaded so that conditions can be asked of them.
module Rubicon
  VERSION = "0.1.0"
end

require "bigdecimal"
require "bigdecimal/util"
require "set"
require "time"
require "date"
require "json"
require_relative "rubicon/errors"
require_relative "rubicon/printing"
require_relative "rubicon/symbolic_object"
require_relative "rubicon/ops"
require_relative "rubicon/scalar"
require_relative "rubicon/reflection"
require_relative "rubicon/path"
require_relative "rubicon/explorer"
require_relative "rubicon/runtime"
require_relative "rubicon/constants"
require_relative "rubicon/merging"
require_relative "rubicon/rewriter"
require_relative "rubicon/rewriter/pure"
require_relative "rubicon/rewriter/edits"
require_relative "rubicon/rewriter/assignments"
require_relative "rubicon/loader"
require_relative "rubicon/records"
