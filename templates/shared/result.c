// The result before anything is read. It is set member by member: without optimization clang turns `= { 0 }` into a call of memset.
static $(p)result $(p)nothing_done(void)
{
    $(p)result result;
    result.status = $(U)_STATUS_COMPLETE;
    result.read = result.written = 0;
    return result;
}
