# frozen_string_literal: true

# The table of what is supported: behind each row stands a test.
RSpec.describe "docs/rubicon-support.md" do
  page = File.read(File.expand_path("../../docs/rubicon-support.md", __dir__))
  rows = page[/^## Ruby and Rails.*?(?=^## |\z)/m].lines.grep(/^\|/).drop(2).reject { |row| row.start_with?("| **") }

  it "has rows" do
    expect(rows.size).to be > 40
  end

  rows.each do |row|
    it "has tests behind #{row[/\A\| (.*?) \|/, 1]}" do
      names = row.scan(/`(differential|alarms|paper|requests|replay|examples|requests_to_controllers|choices|rewriter|random): ([^`]+)`/)
      expect(names).not_to be_empty
      names.each do |file, name|
        text = File.read(File.join(__dir__, "#{file}_spec.rb"))
        expect(text.include?(name) || text.include?(name.gsub('"', '\"').gsub("#", '\#')) || text.include?(name[/ of (\w+)\z/, 1].to_s.then { |n| n.empty? ? "\0" : n }))
          .to be(true), "#{file}_spec.rb has no `#{name}`"
      end
    end
  end
end
