# SPDX-License-Identifier: 0BSD
#
# Perl as a decoder: Encode's strict UTF-8, and perl's own lax utf8, here with code points of up to 31 bits. Regular expressions
# restrict perl's utf8 to other encodings.
#
# In: a name in `ways` below; blocks of texts on standard input, as tests/outside/stream.h describes them. Out: an answer for each text.
use strict;
use warnings;
no warnings qw(utf8 surrogate nonchar non_unicode);
use Encode ();

my $strict = Encode::find_encoding("UTF-8");

# The string of a text, or undef. FE and FF are refused: they begin perl's own forms of more than 31 bits.
sub lax {
    my $string = shift;
    return $string !~ /[\xFE\xFF]/ && utf8::decode($string) ? $string : undef;
}

sub verdict { return shift() ? "y" : "n" }

# Returns a function that accepts lax utf8 without the characters that a pattern matches.
sub without {
    my $refused = shift;
    return sub {
        my $string = lax(shift);
        return verdict(defined $string && $string !~ $refused);
    };
}

my $beyond = qr/[^\x{0}-\x{10FFFF}]/;
my $scalar = qr/$beyond|\p{Surrogate}/;

my %ways = (
    "UTF-8" => sub {
        my $text = shift;
        my $rest = $text;
        $strict->decode($rest, Encode::FB_QUIET());
        return length $rest ? "o" . pack "V", length($text) - length $rest : "y";
    },
    utf8 => without(qr/(?!)/),
    generalized => without($beyond),
    wtf8 => without(qr/$beyond|[\x{D800}-\x{DBFF}][\x{DC00}-\x{DFFF}]/),
    cesu8lax => without(qr/[^\x{0}-\x{FFFF}]/),
    nonul => without(qr/$scalar|\x00/),
    interchange => without(qr/$scalar|\p{Noncharacter_Code_Point}/),
    assignables => without(qr/$scalar|\p{Noncharacter_Code_Point}|(?![\t\n\r])\p{Cc}/),
    mqtt => without(qr/$scalar|\p{Noncharacter_Code_Point}|\p{Cc}/),
    xml10 => without(qr/[^\t\n\r\x{20}-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]/),
    yaml12 => without(qr/[^\t\n\r\x{20}-\x{7E}\x{85}\x{A0}-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]/),
    toml10 => without(qr/$scalar|[\x{0}-\x{8}\x{B}\x{C}\x{E}-\x{1F}\x{7F}]/),
);

my $answer = $ways{ $ARGV[0] } or die "unknown way $ARGV[0]\n";
binmode STDIN;
binmode STDOUT;
while (read(STDIN, my $head, 8) == 8) {
    my ($count, $size) = unpack "VV", $head;
    read(STDIN, my $block, $count * $size) == $count * $size or die "a block ends too early\n";
    print join "", map { $answer->(substr $block, $_ * $size, $size) } 0 .. $count - 1;
}
