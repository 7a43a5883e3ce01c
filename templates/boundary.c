// Where the last form before `at` begins, in text that is well-formed as far as it was looked at.
$(U)_LOCAL size_t $(p)boundary(const uint8_t *text, size_t at)
{
@ if has_continuations then
    do {
        at--;
    } while (at > 0 && $(p)is_continuation(text[at]));
    return at;
@ else
    (void)text;
    return at - 1;
@ end
}
