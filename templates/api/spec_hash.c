const char *$(p)spec_hash(void)
{
    return "$(hash)";
}
