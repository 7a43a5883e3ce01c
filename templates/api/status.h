// The status of a function that converts or copies text, or that reads it in pieces.
typedef enum $(p)status {
    $(U)_STATUS_COMPLETE,    // all of the source is read
    $(U)_STATUS_INCOMPLETE,  // the last character needs more input
    $(U)_STATUS_NO_ROOM,     // the next output needs more room than is left
    $(U)_STATUS_ILL_FORMED,  // the source is ill-formed, or the target cannot encode it
} $(p)status;

// `read` is in units of the source, `written` in units of the target: bytes, or units of 16 or 32 bits.
typedef struct $(p)result {
    $(p)status status;
    size_t read, written;
} $(p)result;

// The status's name in lower case, such as "no_room"; never NULL.
$(U)_API const char *$(p)status_name($(p)status status);
