// SPDX-License-Identifier: 0BSD
/*
 * The extension module u8gen._u8gen: the functions of binding.h on Python's objects, by the stable
 * ABI.
 *
 * In:  bytes-like objects, strings, names of encodings. Out: new objects, or exceptions.
 *
 * A text is a buffer that stays exported during the call, so nobody can resize it. Other threads
 * can write to it while the lock of the interpreter is released: each function of binding.h stays
 * within its buffers even then. The function that writes a result also returns how much it has read.
 * If that does not agree with earlier calls, BufferError is raised.
 */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000 /* 3.11: the first one with Py_buffer */
#include <Python.h>
#include <stdlib.h>
#include <string.h>
#include "binding.h"
#include "encodings.h"

#define TABLE(prefix, name) extern const u8gen_encoding u8gen_##prefix;
U8GEN_ENCODINGS(TABLE)

typedef struct {
    const char *name, *prefix;
    const u8gen_encoding *f;
} encoding;

#define ROW(prefix, name) {name, #prefix, &u8gen_##prefix},
static const encoding encodings[] = {U8GEN_ENCODINGS(ROW)};

enum {
    COUNT = sizeof encodings / sizeof *encodings,
    LONGEST_NAME = 31,
    LONG = 1 << 15, /* from this size on, the lock is released: that costs about 100 ns */
    LONGEST = 6,    /* bytes of a code point: two surrogates, or the longest of FSS-UTF */
    FEW = 512,      /* code points on the stack */
    LAST = 0x10FFFF /* the last code point of a str */
};

/* Finds an encoding by its name: case and punctuation are ignored. NULL, with LookupError, if it
 * is unknown. */
static const encoding *encoding_named(const char *name)
{
    char plain[LONGEST_NAME + 1];
    size_t size = 0;
    for (const char *at = name; *at != '\0' && size < LONGEST_NAME; at++) {
        const char c = *at >= 'A' && *at <= 'Z' ? (char)(*at + ('a' - 'A')) : *at;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) {
            plain[size++] = c;
        }
    }
    plain[size] = '\0';
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(plain, encodings[i].prefix) == 0) {
            return &encodings[i];
        }
    }
    PyErr_Format(PyExc_LookupError, "u8gen has no encoding '%.100s'; u8gen.encodings lists all",
                 name);
    return NULL;
}

/* Releases the interpreter's lock for work on a text of this size, if that pays. */
static PyThreadState *unlock(size_t size)
{
    return size >= LONG ? PyEval_SaveThread() : NULL;
}

static void lock(PyThreadState *released)
{
    if (released != NULL) {
        PyEval_RestoreThread(released);
    }
}

/* ---- Errors ---- */

/* (offset, length, fault, expected), with a pair (first, last) for each range of expected bytes. */
static PyObject *error_tuple(const encoding *e, const u8gen_error *error)
{
    PyObject *ranges = PyList_New(0);
    for (int first = 0; ranges != NULL && first < 256; first++) {
        int last = first;
        while (last < 256 && e->f->expected(error->state, (uint8_t)last)) {
            last++;
        }
        if (last > first) {
            PyObject *range = Py_BuildValue("ii", first, last - 1);
            if (range == NULL || PyList_Append(ranges, range) < 0) {
                Py_CLEAR(ranges);
            }
            Py_XDECREF(range);
            first = last;
        }
    }
    if (ranges == NULL) {
        return NULL;
    }
    PyObject *tuple = PyList_AsTuple(ranges);
    Py_DECREF(ranges);
    return Py_BuildValue("KnsN", (unsigned long long)error->offset, (Py_ssize_t)error->length,
                         e->f->fault_name(error->fault), tuple);
}

static PyObject *changed(void)
{
    PyErr_SetString(PyExc_BufferError,
                    "another thread changed the text during the call; copy it with bytes() first");
    return NULL;
}

/* ---- Decoding ---- */

/* The result of decoding the beginning of a text: its code points, their string, the number of
 * bytes read, and the number and the fault of the ill-formed bytes after them. */
typedef struct {
    uint32_t *units;
    size_t count;
    PyObject *string;
    size_t read, wrong;
    const char *reason;
} decoded;

/* Replaces ValueError (no str holds such a code point) by BufferError: the text changed meanwhile. */
static PyObject *unchanged(PyObject *string)
{
    if (string == NULL && PyErr_ExceptionMatches(PyExc_ValueError)) {
        changed();
    }
    return string;
}

/* Returns a string of code points. On Windows, wchar_t is a unit of UTF-16. */
static PyObject *string_of(const uint32_t *units, size_t count)
{
#if WCHAR_MAX > 0xFFFF
    return unchanged(PyUnicode_FromWideChar((const wchar_t *)units, (Py_ssize_t)count));
#else
    const uint16_t one = 1;
    int order = *(const uint8_t *)&one ? -1 : 1;
    return unchanged(PyUnicode_DecodeUTF32((const char *)units, (Py_ssize_t)(count * sizeof *units),
                                           "surrogatepass", &order));
#endif
}

/* Memory for code points; NULL if there is not enough. Pages that are not written cost little. */
static uint32_t *new_units(size_t count)
{
    return count > PY_SSIZE_T_MAX / sizeof(uint32_t) ? NULL : malloc(count * sizeof(uint32_t) + 1);
}

/* Returns the number of code points before the first that a str cannot hold. Only FSS-UTF has such
 * code points. */
static size_t fitting(const encoding *e, const uint32_t *units, size_t count)
{
    uint8_t bytes[8];
    if (e->f->encode(LAST + 1, bytes) == 0) {
        return count;
    }
    size_t fits = 0;
    while (fits < count && units[fits] <= LAST) {
        fits++;
    }
    return fits;
}

static bool is_ascii(const uint8_t *text, size_t size)
{
    uint64_t words[4];
    size_t at = 0;
    for (; size - at >= sizeof words; at += sizeof words) {
        memcpy(words, text + at, sizeof words);
        if (((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080)) != 0) {
            return false;
        }
    }
    while (at < size && text[at] < 0x80) {
        at++;
    }
    return at == size;
}

/* Converts a text to code points, up to its first error or to the first code point that no str
 * holds. got->units has room for `size` code points. Sets the other members except the string.
 * Returns whether the functions' results agree. Does not need the interpreter's lock. */
static bool convert_prefix(const encoding *e, const uint8_t *text, size_t size, decoded *got)
{
    const u8gen_result result = e->f->to_utf32(text, size, got->units, size);
    got->read = size;
    if (result.status != U8GEN_COMPLETE) {
        u8gen_error error;
        if (e->f->check(text, size, &error) || error.offset > size || error.length == 0 ||
            error.length > size - error.offset) {
            return false;
        }
        got->read = (size_t)error.offset;
        got->wrong = error.length;
        got->reason = e->f->fault_name(error.fault);
    }
    if (result.read != got->read) {
        return false;
    }
    got->count = fitting(e, got->units, result.written);
    if (got->count < result.written) {
        uint32_t unit;
        got->read = e->f->to_utf32(text, result.read, got->units, got->count).read;
        got->wrong = e->f->to_utf32(text + got->read, result.read - got->read, &unit, 1).read;
        got->reason = "a str has no code point above U+10FFFF";
        return got->wrong > 0;
    }
    return true;
}

/* Decodes a text as far as convert_prefix converts it. On failure, returns false, with an
 * exception. */
static bool decode_prefix(const encoding *e, const uint8_t *text, size_t size, decoded *got)
{
    uint32_t few[FEW];
    PyThreadState *released = unlock(size);
    const bool ascii = is_ascii(text, size) && e->f->valid(text, size);
    *got = (decoded){.units = ascii || size <= FEW ? few : new_units(size), .read = size};
    const bool same = ascii || got->units == NULL || convert_prefix(e, text, size, got);
    lock(released);
    if (got->units == NULL) {
        PyErr_NoMemory();
        return false;
    }
    if (ascii) {
        got->string =
            unchanged(PyUnicode_DecodeASCII((const char *)text, (Py_ssize_t)size, "strict"));
    } else {
        got->string = same ? string_of(got->units, got->count) : changed();
    }
    if (got->units != few) {
        free(got->units);
    }
    got->units = NULL;
    return same && got->string != NULL;
}

/* Decodes a text with U+FFFD for each ill-formed part and each code point that no str holds. */
static PyObject *decode_lossy(const encoding *e, const uint8_t *text, size_t size)
{
    PyThreadState *released = unlock(size);
    const size_t most = e->f->utf32_lossy_size(text, size);
    uint32_t *units = new_units(most);
    u8gen_result result = {U8GEN_COMPLETE, 0, 0};
    if (units != NULL) {
        result = e->f->to_utf32_lossy(text, size, units, most);
        for (size_t i = fitting(e, units, result.written); i < result.written; i++) {
            units[i] = units[i] > LAST ? 0xFFFD : units[i];
        }
    }
    lock(released);
    PyObject *string = units == NULL         ? PyErr_NoMemory()
                       : result.read != size ? changed()
                                             : string_of(units, result.written);
    free(units);
    return string;
}

/* ---- Error handlers ---- */

/* The data for calls of an error handler: the text as a bytes or str object of `size` items, the
 * handler, and the last exception. */
typedef struct {
    const encoding *e;
    PyObject *kind; /* UnicodeDecodeError or UnicodeEncodeError */
    PyObject *text, *handler, *exception;
    size_t size;
} handling;

static bool handling_start(handling *h, const char *errors)
{
    h->handler = h->text == NULL ? NULL : PyCodec_LookupError(errors);
    return h->handler != NULL;
}

static void handling_end(handling *h)
{
    Py_CLEAR(h->text);
    Py_CLEAR(h->handler);
    Py_CLEAR(h->exception);
}

/* The handler's replacement for items `start` to *end. Sets *end to where to continue. NULL, with
 * an exception, on failure. */
static PyObject *replacement(handling *h, size_t start, size_t *end, const char *reason)
{
    Py_XDECREF(h->exception);
    h->exception = PyObject_CallFunction(h->kind, "sOnns", h->e->name, h->text, (Py_ssize_t)start,
                                         (Py_ssize_t)*end, reason);
    PyObject *answer =
        h->exception == NULL ? NULL : PyObject_CallFunctionObjArgs(h->handler, h->exception, NULL);
    if (answer == NULL) {
        return NULL;
    }
    PyObject *text = NULL;
    Py_ssize_t at = 0;
    if (!PyTuple_Check(answer) || !PyArg_ParseTuple(answer, "On", &text, &at)) {
        PyErr_SetString(PyExc_TypeError, "an error handler must return a tuple (text, position)");
    } else if (at > (Py_ssize_t)h->size || at < -(Py_ssize_t)h->size) {
        PyErr_Format(PyExc_IndexError, "position %zd from error handler out of bounds", at);
    } else {
        *end = (size_t)(at < 0 ? at + (Py_ssize_t)h->size : at);
        Py_INCREF(text);
        Py_DECREF(answer);
        return text;
    }
    Py_DECREF(answer);
    return NULL;
}

/* Appends to a list, and releases the item. */
static bool append(PyObject *list, PyObject *item)
{
    const bool done = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return done;
}

/* Returns the items of a list joined by an empty str or bytes object. */
static PyObject *joined(PyObject *empty, PyObject *list)
{
    PyObject *result = empty == NULL ? NULL : PyObject_CallMethod(empty, "join", "O", list);
    Py_XDECREF(empty);
    return result;
}

/* ---- Decoding with an error handler ---- */

/* Decodes a text whose first part is already decoded. After an error, the next parts are short and grow, so
 * that the time is linear in the size of the text, even if each byte is an error. */
static bool decode_pieces(handling *h, const uint8_t *text, decoded got, PyObject *pieces)
{
    size_t at = 0, most = FEW;
    while (append(pieces, got.string)) {
        at += got.read;
        most *= 2;
        if (got.reason != NULL) {
            size_t end = at + got.wrong;
            PyObject *instead = replacement(h, at, &end, got.reason);
            if (instead != NULL && !PyUnicode_Check(instead)) {
                PyErr_SetString(PyExc_TypeError,
                                "a decoding error handler must return a tuple (str, position)");
                Py_CLEAR(instead);
            }
            if (!append(pieces, instead)) {
                return false;
            }
            at = end;
            most = FEW;
        }
        if (at == h->size) {
            return true;
        }
        const size_t rest = h->size - at;
        const size_t size = rest > most ? h->e->f->trim(text + at, most) : rest;
        if (!decode_prefix(h->e, text + at, size < rest ? size : rest, &got)) {
            return false;
        }
    }
    return false;
}

static PyObject *decode_text(const encoding *e, PyObject *object, const Py_buffer *buffer,
                             size_t size, const char *errors)
{
    decoded got;
    const uint8_t *text = buffer->buf;
    if (strcmp(errors, "replace") == 0) {
        PyThreadState *released = unlock(size);
        const bool good = e->f->valid(text, size);
        lock(released);
        if (!good) {
            return decode_lossy(e, text, size);
        }
    }
    if (!decode_prefix(e, text, size, &got) || got.reason == NULL) {
        return got.string;
    }
    /* The exception has the whole text as a bytes object. */
    PyObject *pieces = PyList_New(0);
    handling h = {.e = e, .kind = PyExc_UnicodeDecodeError, .size = size};
    if (PyBytes_CheckExact(object) && (size_t)buffer->len == size) {
        Py_INCREF(object);
        h.text = object;
    } else {
        h.text = PyBytes_FromStringAndSize((const char *)text, (Py_ssize_t)size);
    }
    PyObject *string = NULL;
    if (pieces == NULL || !handling_start(&h, errors)) {
        Py_DECREF(got.string);
    } else if (decode_pieces(&h, text, got, pieces)) {
        string = joined(PyUnicode_FromStringAndSize("", 0), pieces);
    }
    handling_end(&h);
    Py_XDECREF(pieces);
    return string;
}

/* ---- Encoding ---- */

/* Encodes code points up to the first that the encoding does not have; sets *read. */
static PyObject *encode_units(const encoding *e, const uint32_t *units, size_t count, size_t *read)
{
    const size_t size = e->f->size_of_utf32(units, count);
    PyObject *bytes = size > PY_SSIZE_T_MAX ? PyErr_NoMemory()
                                            : PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes != NULL) {
        *read = e->f->from_utf32(units, count, PyBytes_AsString(bytes), size).read;
    }
    return bytes;
}

/* Returns the bytes of a handler's replacement, which is a str or bytes object. */
static PyObject *encode_replacement(handling *h, PyObject *instead)
{
    if (PyBytes_Check(instead)) {
        return instead;
    }
    PyObject *bytes = NULL;
    if (!PyUnicode_Check(instead)) {
        PyErr_SetString(PyExc_TypeError,
                        "an encoding error handler must return a tuple (str or bytes, position)");
    } else {
        size_t read = 0;
        const size_t count = (size_t)PyUnicode_GetLength(instead);
        Py_UCS4 *units = PyUnicode_AsUCS4Copy(instead);
        bytes = units == NULL ? NULL : encode_units(h->e, units, count, &read);
        PyMem_Free(units);
        if (bytes != NULL && read < count) {
            PyCodec_StrictErrors(h->exception);
            Py_CLEAR(bytes);
        }
    }
    Py_DECREF(instead);
    return bytes;
}

/* After an error, the next parts are short and grow, as in decode_pieces. */
static bool encode_pieces(handling *h, const uint32_t *units, PyObject *pieces)
{
    size_t at = 0, most = FEW;
    while (at < h->size) {
        const size_t rest = h->size - at;
        const size_t count = rest > most ? h->e->f->trim_utf32(units + at, most) : rest;
        size_t read = 0;
        if (!append(pieces, encode_units(h->e, units + at, count, &read))) {
            return false;
        }
        at += read;
        most *= 2;
        if (read == count) {
            continue;
        }
        size_t end = at + 1;
        PyObject *instead = replacement(h, at, &end, "the encoding does not have this code point");
        if (instead == NULL || !append(pieces, encode_replacement(h, instead))) {
            return false;
        }
        at = end;
        most = FEW;
    }
    return true;
}

/* Encodes all code points. Memory for the longest result and a copy are cheaper than a pass that
 * computes the size. NULL without an exception if the encoding lacks one of the code points. */
static PyObject *encode_whole(const encoding *e, const uint32_t *units, size_t count)
{
    uint8_t few[FEW * LONGEST];
    uint8_t *to = few;
    if (count > FEW) {
        to = count > PY_SSIZE_T_MAX / LONGEST ? NULL : malloc(count * LONGEST);
    }
    if (to == NULL) {
        return PyErr_NoMemory();
    }
    const u8gen_result result = e->f->from_utf32(units, count, to, count * LONGEST);
    PyObject *bytes = result.status != U8GEN_COMPLETE
                          ? NULL
                          : PyBytes_FromStringAndSize((char *)to, (Py_ssize_t)result.written);
    if (to != few) {
        free(to);
    }
    return bytes;
}

static PyObject *encode_text(const encoding *e, PyObject *string, size_t count,
                             const uint32_t *units, const char *errors)
{
    PyObject *bytes = encode_whole(e, units, count);
    if (bytes != NULL || PyErr_Occurred()) {
        return bytes;
    }
    PyObject *pieces = PyList_New(0);
    Py_INCREF(string);
    handling h = {.e = e, .kind = PyExc_UnicodeEncodeError, .size = count, .text = string};
    if (pieces != NULL && handling_start(&h, errors) && encode_pieces(&h, units, pieces)) {
        bytes = joined(PyBytes_FromStringAndSize("", 0), pieces);
    }
    handling_end(&h);
    Py_XDECREF(pieces);
    return bytes;
}

/* ---- The functions of the module ---- */

/* The arguments of a function: a text, and the names of an encoding and of an error handler. */
typedef struct {
    Py_buffer text;
    PyObject *object;
    const encoding *e;
    const char *errors;
} arguments;

/* Reads data, encoding="utf-8" and, if `errors`, errors="strict". The caller releases .text. */
static bool read_arguments(PyObject *args, PyObject *keywords, bool errors, arguments *a)
{
    static char *names[] = {"data", "encoding", "errors", NULL},
                *fewer[] = {"data", "encoding", NULL};
    const char *name = "utf-8";
    a->errors = "strict";
    if (!(errors ? PyArg_ParseTupleAndKeywords(args, keywords, "O|ss", names, &a->object, &name,
                                               &a->errors)
                 : PyArg_ParseTupleAndKeywords(args, keywords, "O|s", fewer, &a->object, &name))) {
        return false;
    }
    a->e = encoding_named(name);
    if (a->e != NULL && PyUnicode_Check(a->object)) {
        PyErr_SetString(
            PyExc_TypeError,
            "a bytes-like object is required, not 'str': the bytes of a str are no longer known");
        return false;
    }
    return a->e != NULL && PyObject_GetBuffer(a->object, &a->text, PyBUF_SIMPLE) == 0;
}

static PyObject *is_valid(PyObject *self, PyObject *args, PyObject *keywords)
{
    arguments a;
    (void)self;
    if (!read_arguments(args, keywords, false, &a)) {
        return NULL;
    }
    PyThreadState *released = unlock((size_t)a.text.len);
    const bool good = a.e->f->valid(a.text.buf, (size_t)a.text.len);
    lock(released);
    PyBuffer_Release(&a.text);
    return PyBool_FromLong(good);
}

static PyObject *check(PyObject *self, PyObject *args, PyObject *keywords)
{
    arguments a;
    u8gen_error error;
    (void)self;
    if (!read_arguments(args, keywords, false, &a)) {
        return NULL;
    }
    PyThreadState *released = unlock((size_t)a.text.len);
    const bool good = a.e->f->check(a.text.buf, (size_t)a.text.len, &error);
    lock(released);
    PyBuffer_Release(&a.text);
    return good ? Py_BuildValue("") : error_tuple(a.e, &error);
}

static PyObject *count(PyObject *self, PyObject *args, PyObject *keywords)
{
    arguments a;
    (void)self;
    if (!read_arguments(args, keywords, false, &a)) {
        return NULL;
    }
    PyThreadState *released = unlock((size_t)a.text.len);
    const u8gen_measures m = a.e->f->measure(a.text.buf, (size_t)a.text.len);
    lock(released);
    const bool good = m.valid == (size_t)a.text.len;
    PyBuffer_Release(&a.text);
    return good ? PyLong_FromSize_t(m.characters) : Py_BuildValue("");
}

static PyObject *repair(PyObject *self, PyObject *args, PyObject *keywords)
{
    arguments a;
    (void)self;
    if (!read_arguments(args, keywords, false, &a)) {
        return NULL;
    }
    const size_t length = (size_t)a.text.len;
    PyThreadState *released = unlock(length);
    const size_t size = a.e->f->repaired_size(a.text.buf, length);
    lock(released);
    PyObject *bytes = size > PY_SSIZE_T_MAX ? PyErr_NoMemory()
                                            : PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes != NULL) {
        char *to = PyBytes_AsString(bytes);
        released = unlock(length);
        const u8gen_result result = a.e->f->repair(a.text.buf, length, to, size);
        lock(released);
        if (result.read != length || result.written != size) {
            Py_CLEAR(bytes);
            changed();
        }
    }
    PyBuffer_Release(&a.text);
    return bytes;
}

static PyObject *decode(PyObject *self, PyObject *args, PyObject *keywords)
{
    arguments a;
    (void)self;
    if (!read_arguments(args, keywords, true, &a)) {
        return NULL;
    }
    PyObject *string = decode_text(a.e, a.object, &a.text, (size_t)a.text.len, a.errors);
    PyBuffer_Release(&a.text);
    return string;
}

/* Returns (text, number of bytes read). Bytes at the end that depend on later ones are not read. */
static PyObject *decode_piece(PyObject *self, PyObject *args)
{
    arguments a;
    (void)self;
    if (!read_arguments(args, NULL, true, &a)) {
        return NULL;
    }
    const size_t size = a.e->f->trim(a.text.buf, (size_t)a.text.len);
    PyObject *string =
        size > (size_t)a.text.len ? changed() : decode_text(a.e, a.object, &a.text, size, a.errors);
    PyBuffer_Release(&a.text);
    return string == NULL ? NULL : Py_BuildValue("Nn", string, (Py_ssize_t)size);
}

static PyObject *encode(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"text", "encoding", "errors", NULL};
    PyObject *string;
    const char *name = "utf-8", *errors = "strict";
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "U|ss", names, &string, &name, &errors)) {
        return NULL;
    }
    const encoding *e = encoding_named(name);
    /* A subclass may have another isascii. */
    PyObject *ascii = e == NULL                      ? NULL
                      : PyUnicode_CheckExact(string) ? PyObject_CallMethod(string, "isascii", NULL)
                                                     : PyBool_FromLong(false);
    if (ascii == NULL) {
        return NULL;
    }
    const size_t count = (size_t)PyUnicode_GetLength(string);
    Py_DECREF(ascii);
    if (ascii ==
        Py_True) { /* the UTF-8 of an ASCII string is the string itself: nothing is allocated */
        const char *text = PyUnicode_AsUTF8AndSize(string, NULL);
        if (text == NULL) {
            return NULL;
        }
        if (e->f->valid(text, count)) {
            return PyBytes_FromStringAndSize(text, (Py_ssize_t)count);
        }
    }
    Py_UCS4 *units = PyUnicode_AsUCS4Copy(string);
    if (units == NULL) {
        return NULL;
    }
    PyObject *bytes = encode_text(e, string, count, units, errors);
    PyMem_Free(units);
    return bytes;
}

/* Returns the encoding's name in the catalogue. */
static PyObject *name_of(PyObject *self, PyObject *args)
{
    const char *name;
    (void)self;
    const encoding *e = PyArg_ParseTuple(args, "s", &name) ? encoding_named(name) : NULL;
    return e == NULL ? NULL : PyUnicode_FromString(e->name);
}

/* ---- A text in pieces ---- */

typedef struct {
    PyObject_HEAD const encoding *e;
    u8gen_stream stream;
} validator;

static PyObject *validator_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"encoding", NULL};
    const char *name = "utf-8";
    const encoding *e = PyArg_ParseTupleAndKeywords(args, keywords, "|s", names, &name)
                            ? encoding_named(name)
                            : NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    validator *self = e == NULL ? NULL : (validator *)allocate(type, 0);
    if (self != NULL) {
        self->e = e;
        e->f->stream_start(&self->stream);
    }
    return (PyObject *)self;
}

static void validator_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* Keeps the interpreter's lock, since stream_feed writes to the stream. */
static PyObject *validator_feed(PyObject *object, PyObject *data)
{
    validator *self = (validator *)object;
    Py_buffer text;
    if (PyObject_GetBuffer(data, &text, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    const int status = self->e->f->stream_feed(&self->stream, text.buf, (size_t)text.len);
    PyBuffer_Release(&text);
    return PyBool_FromLong(status != U8GEN_ILL_FORMED);
}

static PyObject *validator_end(PyObject *object, PyObject *none)
{
    validator *self = (validator *)object;
    u8gen_error error;
    (void)none;
    const bool good = self->e->f->stream_end(&self->stream) == U8GEN_COMPLETE ||
                      !self->e->f->stream_error(&self->stream, &error);
    self->e->f->stream_start(&self->stream);
    return good ? Py_BuildValue("") : error_tuple(self->e, &error);
}

static PyMethodDef validator_methods[] = {{"feed", validator_feed, METH_O, NULL},
                                          {"end", validator_end, METH_NOARGS, NULL},
                                          {NULL, NULL, 0, NULL}};

static PyType_Slot validator_slots[] = {{Py_tp_new, (void *)validator_new},
                                        {Py_tp_dealloc, (void *)validator_free},
                                        {Py_tp_methods, validator_methods},
                                        {0, NULL}};

static PyType_Spec validator_spec = {.name = "u8gen._u8gen.Validator",
                                     .basicsize = sizeof(validator),
                                     .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                     .slots = validator_slots};

/* ---- The module ---- */

#define KEYWORDS(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS
static PyMethodDef functions[] = {
    {"is_valid", KEYWORDS(is_valid),
     "is_valid(data, encoding='utf-8')\n\nWhether the bytes are well-formed."},
    {"check", KEYWORDS(check), NULL},
    {"count", KEYWORDS(count),
     "count(data, encoding='utf-8')\n\nThe number of characters; None if the bytes are "
     "ill-formed."},
    {"repair", KEYWORDS(repair),
     "repair(data, encoding='utf-8')\n\nA copy of the bytes with U+FFFD for each ill-formed part."},
    {"decode", KEYWORDS(decode),
     "decode(data, encoding='utf-8', errors='strict')\n\nThe str that the bytes encode."},
    {"encode", KEYWORDS(encode),
     "encode(text, encoding='utf-8', errors='strict')\n\nThe bytes of a str."},
    {"decode_piece", decode_piece, METH_VARARGS, NULL},
    {"name_of", name_of, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};

/* Adds the type Validator, and `hashes`: name -> the fingerprint of the spec. */
static int fill(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &validator_spec, NULL);
    PyObject *hashes = PyDict_New();
    bool good = type != NULL && hashes != NULL;
    for (size_t i = 0; good && i < COUNT; i++) {
        PyObject *hash = PyUnicode_FromString(encodings[i].f->spec_hash());
        good = hash != NULL && PyDict_SetItemString(hashes, encodings[i].name, hash) == 0;
        Py_XDECREF(hash);
    }
    good = good && PyModule_AddObjectRef(module, "Validator", type) == 0 &&
           PyModule_AddObjectRef(module, "hashes", hashes) == 0;
    Py_XDECREF(type);
    Py_XDECREF(hashes);
    return good ? 0 : -1;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_u8gen", NULL, 0, functions, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__u8gen(void)
{
    return PyModuleDef_Init(&definition);
}
