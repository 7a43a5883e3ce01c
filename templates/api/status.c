const char *$(p)status_name($(p)status status)
{
    static const char *const names[] = { "complete", "incomplete", "no_room", "ill_formed" };
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown";
}
