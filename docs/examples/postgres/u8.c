// SPDX-License-Identifier: 0BSD
/*
 * A PostgreSQL extension: is_utf8, is_mutf8, first_error and repair for bytea.
 *
 *     make && make install                 needs the server's pg_config (Debian: postgresql-server-dev-NN)
 *     CREATE EXTENSION u8;
 *     SELECT count(*) FILTER (WHERE NOT is_utf8(payload)) FROM messages;
 *     SELECT convert_from(repair(payload), 'UTF8') FROM messages;
 *
 * For ill-formed text, convert_from(payload, 'UTF8') aborts the statement; these functions return a result. They are
 * immutable and parallel safe, so indexes and constraints may use them.
 *
 * The generated code is static in this file, so its names cannot clash with those of other extensions.
 * U+0000 is well-formed UTF-8, but PostgreSQL's text cannot contain it. Use utf8nonul to exclude it.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

#define UTF8_STATIC
#include "utf8.c"
#define MUTF8_STATIC
#include "mutf8.c"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(u8_is_utf8);
PG_FUNCTION_INFO_V1(u8_is_mutf8);
PG_FUNCTION_INFO_V1(u8_first_error);
PG_FUNCTION_INFO_V1(u8_repair);

Datum u8_is_utf8(PG_FUNCTION_ARGS)
{
    // _PP: short values are used unaligned instead of copied.
    bytea *text = PG_GETARG_BYTEA_PP(0);
    PG_RETURN_BOOL(utf8_valid(VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text)));
}

Datum u8_is_mutf8(PG_FUNCTION_ARGS)
{
    bytea *text = PG_GETARG_BYTEA_PP(0);
    PG_RETURN_BOOL(mutf8_valid(VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text)));
}

Datum u8_first_error(PG_FUNCTION_ARGS)
{
    bytea *text = PG_GETARG_BYTEA_PP(0);
    utf8_error error;
    bool nulls[3] = {false, false, false};
    Datum values[3];
    TupleDesc row;
    if (utf8_check(VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text), &error)) {
        PG_RETURN_NULL();
    }
    if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE) {
        elog(ERROR, "first_error must be declared to return a row, as in u8--1.0.sql");
    }
    values[0] = Int64GetDatum((int64)error.offset);
    values[1] = Int32GetDatum((int32)error.length);
    values[2] = CStringGetTextDatum(utf8_fault_name(error.fault));
    PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
}

Datum u8_repair(PG_FUNCTION_ARGS)
{
    bytea *text = PG_GETARG_BYTEA_PP(0);
    const void *bytes = VARDATA_ANY(text);
    const size_t size = VARSIZE_ANY_EXHDR(text), room = utf8_repaired_size(bytes, size);
    bytea *repaired;
    if (room > MaxAllocSize - VARHDRSZ) {
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                        errmsg("the repaired text would exceed the maximum size of a value")));
    }
    repaired = palloc(room + VARHDRSZ);
    SET_VARSIZE(repaired, room + VARHDRSZ);
    utf8_repair(bytes, size, VARDATA(repaired), room);
    PG_RETURN_BYTEA_P(repaired);
}
