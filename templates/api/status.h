// How far a function came that reads text from one place and writes it to another, or takes it in pieces.
typedef enum $(p)status {
    $(U)_STATUS_COMPLETE,    // all is read
    $(U)_STATUS_INCOMPLETE,  // all is read but for a character that the text ends in
    $(U)_STATUS_NO_ROOM,     // what stands at `read` needs more room than is left
    $(U)_STATUS_ILL_FORMED,  // what stands at `read` can't be read, or can't be written
} $(p)status;

// `read` is in units of the source, `written` in units of the target: bytes, or units of 16 or 32 bits.
typedef struct $(p)result {
    $(p)status status;
    size_t read, written;
} $(p)result;

// The status's name in lower case, such as "no_room"; never NULL.
$(U)_API const char *$(p)status_name($(p)status status);
