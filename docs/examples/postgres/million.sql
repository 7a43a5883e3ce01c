-- SPDX-License-Identifier: 0BSD
-- Compares the extension u8 with convert_from on a million random values (from a fixed seed), some of them ill-formed.
-- Prints counts, times, and at the end four numbers of differences, which must be 0.
\set ON_ERROR_STOP on
SELECT setseed(0.5) AS seed;
CREATE TABLE rows AS
    SELECT i AS id, CASE WHEN damage = 0 OR length(whole) = 0 THEN whole
                         ELSE set_byte(whole, floor(place * length(whole))::int, (damage * 37) % 256) END AS payload
    FROM (SELECT i, convert_to(repeat(chr(letters[1 + i % 8]), i % 13) || i || repeat(chr(letters[1 + i % 7]), i % 5), 'UTF8') AS whole,
                 CASE WHEN i % 10 = 0 THEN i / 10 % 255 + 1 ELSE 0 END AS damage, random() AS place
          FROM generate_series(1, 1000000) AS i, (SELECT ARRAY[65, 233, 1046, 8364, 20013, 65533, 128512, 1114109] AS letters) AS l) AS t;
CREATE FUNCTION readable(bytea) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    PERFORM convert_from($1, 'UTF8');
    RETURN true;
EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
    RETURN false;
END $$;
\timing on
\echo is_utf8
SELECT count(*) FILTER (WHERE is_utf8(payload)) AS well_formed FROM rows;
\echo convert_from, which throws an exception if the text is ill-formed
SELECT count(*) FILTER (WHERE readable(payload)) AS well_formed FROM rows;
\echo repair
SELECT sum(length(repair(payload))) AS bytes FROM rows;
\timing off
-- convert_from also rejects U+0000.
SELECT count(*) AS differ FROM rows WHERE is_utf8(payload) <> readable(payload) AND position('\x00'::bytea IN payload) = 0;
SELECT count(*) AS not_repaired FROM rows WHERE NOT is_utf8(repair(payload));
SELECT count(*) AS needlessly_changed FROM rows WHERE is_utf8(payload) <> (repair(payload) = payload);
SELECT count(*) AS without_error FROM rows WHERE is_utf8(payload) <> (first_error(payload) IS NULL);
