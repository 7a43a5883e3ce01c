//@ requires \valid((uint8_t *)to + (0 .. $(longest - 1)));
//@ assigns ((uint8_t *)to)[0 .. $(longest - 1)];
//@ ensures within: \result <= $(longest);
size_t $(p)encode(uint32_t code_point, void *to)
{
    return $(write())(code_point, (uint8_t *)to);
}
