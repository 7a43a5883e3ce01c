CREATE EXTENSION u8;
SELECT is_utf8('\x6e61c3af7665'), is_utf8('\x6e61ef7665'), is_utf8(''), is_utf8(NULL);
SELECT is_mutf8('\x61c08062'), is_utf8('\x61c08062'), is_mutf8('\xeda0bdedb880'), is_mutf8('\x00');
SELECT * FROM first_error('\x6e61ef7665');
SELECT text, (first_error(text)).* FROM (VALUES ('\xe282'::bytea), ('\xeda080'), ('\xc0af'), ('\xf4908080'), ('\x80'), ('\x41')) AS t (text);
SELECT repair('\x61e282ff62'), convert_from(repair('\x61e282ff62'), 'UTF8') = U&'a\FFFD\FFFDb' AS readable;
-- Values of 2 MB.
SELECT is_utf8(convert_to(repeat('é', 1000000), 'UTF8')), is_utf8(convert_to(repeat('é', 1000000), 'UTF8') || '\xff');
-- An index or a constraint may use the functions.
CREATE TABLE messages (id int, payload bytea CHECK (is_utf8(payload)));
INSERT INTO messages VALUES (1, 'ab'), (2, '\xff');
SELECT provolatile, proparallel, proisstrict, count(*) FROM pg_proc
    WHERE proname IN ('is_utf8', 'is_mutf8', 'first_error', 'repair') GROUP BY 1, 2, 3;
