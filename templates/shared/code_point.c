// The code point of one whole character.
//@ requires length \in {$(all_lengths)} && \valid_read(bytes + (0 .. length - 1));
//@ assigns \nothing;
$(inline) uint32_t $(p)code_point(const uint8_t *bytes, size_t length)
{
@ if not reads_bytes then
    (void)bytes;
@ end
@ for i, group in ipairs(lengths) do
@ local last = i == #lengths
@ if not last then
    if (length == $(group.length)) {
@ elseif i == 1 then
    (void)length;
@ end
@ local indent = last and "" or "    "
@ for _, way in ipairs(group.ways) do
@ if way.test then
    $(indent)if ($(way.test)) {
    $(indent)    return $(way.value);
    $(indent)}
@ else
    $(indent)return $(way.value);
@ end
@ end
@ if not last then
    }
@ end
@ end
}
@ if inline ~= "static" then

// $(p)code_point as a call, for slower paths.
//@ requires length \in {$(all_lengths)} && \valid_read(bytes + (0 .. length - 1));
//@ assigns \nothing;
static uint32_t $(p)code_point_of(const uint8_t *bytes, size_t length)
{
    return $(p)code_point(bytes, length);
}
@ end
