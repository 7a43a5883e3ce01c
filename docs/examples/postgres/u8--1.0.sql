-- SPDX-License-Identifier: 0BSD
\echo Use "CREATE EXTENSION u8" to load this file. \quit

CREATE FUNCTION is_utf8(bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'u8_is_utf8' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION is_utf8(bytea) IS 'whether these bytes are well-formed UTF-8 (RFC 3629)';

CREATE FUNCTION is_mutf8(bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'u8_is_mutf8' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION is_mutf8(bytea) IS 'whether these bytes are well-formed modified UTF-8 of Java';

CREATE FUNCTION first_error(bytea, OUT at bigint, OUT length integer, OUT fault text)
    AS 'MODULE_PATHNAME', 'u8_first_error' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION first_error(bytea) IS 'offset, length and name of the first fault in UTF-8; null if the bytes are well-formed';

CREATE FUNCTION repair(bytea) RETURNS bytea
    AS 'MODULE_PATHNAME', 'u8_repair' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION repair(bytea) IS 'the text with U+FFFD in place of each ill-formed sequence';
