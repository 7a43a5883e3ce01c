# SPDX-License-Identifier: 0BSD
#
# Ruby as a decoder of UTF-8 and of CESU-8.
#
# In: a key of WAYS; blocks of texts on standard input, as tests/outside/stream.h describes them. Out: an answer for each text.
WAYS = {
  "UTF-8" => ->(text) { text.force_encoding("UTF-8").valid_encoding? ? "y" : "n" },
  "CESU-8" => ->(text) { text.force_encoding("CESU-8").valid_encoding? ? "y" : "n" },
  "scrub" => ->(text) { target(text.force_encoding("UTF-8").scrub) },
  "to16" => lambda do |text|
    target(text.force_encoding("UTF-8").encode("UTF-16LE"))
  rescue EncodingError
    "n"
  end
}.freeze

def target(text)
  bytes = text.b
  ["t", bytes.bytesize].pack("aV") + bytes
end

answer = WAYS.fetch(ARGV[0])
$stdin.binmode
$stdout.binmode
while (head = $stdin.read(8))
  count, size = head.unpack("VV")
  block = $stdin.read(count * size) || "".b
  $stdout.write((0...count).map { |i| answer.call(block.byteslice(i * size, size)) }.join.b)
end
