// Whether all eight bytes of a word are in $(plain_range_text()), which are characters wherever one may begin.
static bool $(p)plain_word(uint64_t word)
{
    return ($(plain_word_code()) & 0x8080808080808080) == 0;
}
