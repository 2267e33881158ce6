#!/usr/bin/env ruby
# frozen_string_literal: true

# The test suites of public gems, without and with the rewriting: `ruby test/gem_suites.rb FOLDER`. In the folder are
# sources of the gems as their repositories have them: addressable (2.9), i18n (1.9.1), rack (2.2.22). Debian has what they
# need: ruby-rspec-its ruby-mocha ruby-test-declarative ruby-minitest-global-expectations ruby-public-suffix.

require "open3"
require "tmpdir"

RSPEC = %w[rspec --no-color].freeze
MINITEST = ["ruby", "-W0", "-e", "Dir[ARGV[0]].sort.each { |file| require './' + file }"].freeze
# A suite: its command, the folders that are put on the load path, what it runs, what is rewritten.
SUITES = {
  "addressable" => [RSPEC, %w[lib], %w[spec/addressable/uri_spec.rb spec/addressable/template_spec.rb spec/addressable/security_spec.rb], %w[lib spec]],
  "i18n" => [MINITEST, %w[lib test], %w[test/**/*_test.rb], %w[lib test]],
  "rack" => [MINITEST, %w[lib test], %w[test/spec_*.rb], %w[lib test]]
}.freeze

# The line of totals that a run ends with, times aside.
def totals(name, folder, rewritten, shim)
  command, paths, arguments, chosen = SUITES.fetch(name)
  library = File.expand_path("../lib", __dir__)
  options = [*paths, shim].flat_map { |path| ["-I", path] }
  options += ["-I", library, "-r", File.join(shim, "chosen.rb")] if rewritten
  environment = { "RUBICON_CHOSEN" => chosen.join(":"), "RUBYOPT" => "-W0" }
  program, *rest = command
  output, = Open3.capture2e(environment, program, *options, *rest, *arguments, chdir: folder)
  output.lines.grep(/\d+ (examples|runs), /).last.to_s.strip
end

folder = ARGV.fetch(0) { abort "usage: gem_suites.rb FOLDER" }
same = Dir.mktmpdir do |shim|
  Dir.mkdir(File.join(shim, "bundler"))
  File.write(File.join(shim, "bundler", "setup.rb"), "")
  File.write(File.join(shim, "chosen.rb"), "require 'rubicon'; Rubicon.rewrite(ENV['RUBICON_CHOSEN'].split(':'))")
  SUITES.keys.select { |name| File.directory?(File.join(folder, name)) }.map do |name|
    before, after = [false, true].map { |rewritten| totals(name, File.join(folder, name), rewritten, shim) }
    puts "#{name}: #{before}; rewritten: #{after}"
    before == after && !before.empty?
  end
end
abort "no suite in #{folder}" if same.empty?
exit same.all?
