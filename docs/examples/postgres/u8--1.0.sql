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
COMMENT ON FUNCTION first_error(bytea) IS 'where these bytes stop being UTF-8, how many are wrong there, and why; null if they do not';

CREATE FUNCTION repair(bytea) RETURNS bytea
    AS 'MODULE_PATHNAME', 'u8_repair' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION repair(bytea) IS 'the same text with U+FFFD for each ill-formed part';
