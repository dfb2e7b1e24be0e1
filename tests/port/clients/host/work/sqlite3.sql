-- SPDX-License-Identifier: MIT
PRAGMA cache_size = 200;
CREATE TABLE line(id INTEGER PRIMARY KEY, word INTEGER, text TEXT, value REAL);
CREATE TABLE log(what TEXT, id INTEGER);
CREATE TRIGGER gone AFTER DELETE ON line BEGIN INSERT INTO log VALUES('gone', old.id); END;
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
INSERT INTO line
	SELECT i, i * 7919 % 1009, printf('line %d of %s', i, hex(zeroblob(i % 90))), i / 7.0
	FROM n;
COMMIT;
CREATE INDEX by_word ON line(word, text);
ANALYZE;
SELECT word, count(*), max(length(text)), round(sum(value), 3) FROM line
	GROUP BY word HAVING word % 100 = 0;
SELECT id, round(avg(value) OVER (ORDER BY word, id ROWS 5 PRECEDING), 4) FROM line
	WHERE id % 1999 = 0;
UPDATE line SET text = text || replace(text, 'line', 'LINE') WHERE id % 3 = 0;
DELETE FROM line WHERE word BETWEEN 200 AND 400;
SELECT count(*), sum(id) FROM log;
SELECT a.id, b.id FROM line a JOIN line b ON a.word = b.word AND a.id < b.id
	ORDER BY a.text, b.text DESC LIMIT 12;
CREATE VIRTUAL TABLE page USING fts5(body);
INSERT INTO page SELECT group_concat(text, ' ') FROM line GROUP BY word / 10;
SELECT rowid, length(body), snippet(page, 0, '[', ']', '.', 4) FROM page
	WHERE page MATCH 'line AND 1*' LIMIT 5;
SELECT json_group_array(json_object('id', id, 'word', word))
	FROM (SELECT * FROM line ORDER BY text DESC LIMIT 4);
