-- The bytes on disk of a deposit: those of the writers on households of their own, in tables that hold nothing else, without what was
-- written before them.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
BEGIN;
CREATE SCHEMA bytes;
CREATE TABLE bytes.households AS SELECT id FROM cst._households WHERE name LIKE 'of-writer-%';
CREATE TABLE bytes.transactions (LIKE cst.transactions_2 INCLUDING ALL);
CREATE TABLE bytes.journal (LIKE cst.journal INCLUDING ALL);
CREATE TABLE bytes.changes (LIKE cst."journalChanges" INCLUDING ALL);
CREATE TABLE bytes.references (LIKE cst."journalReferences" INCLUDING ALL);
INSERT INTO bytes.transactions SELECT * FROM cst.transactions_2 WHERE _household IN (TABLE bytes.households) ORDER BY ctid;
INSERT INTO bytes.journal SELECT * FROM cst.journal WHERE _household IN (TABLE bytes.households) AND number > 1 ORDER BY ctid;
INSERT INTO bytes.changes SELECT * FROM cst."journalChanges" WHERE _household IN (TABLE bytes.households) AND entry > 1 ORDER BY ctid;
INSERT INTO bytes.references SELECT * FROM cst."journalReferences" WHERE _household IN (TABLE bytes.households) AND entry > 1 ORDER BY ctid;
DROP TABLE bytes.households;
COMMIT;
SELECT '# ' || round(sum(pg_total_relation_size(oid)) / (SELECT count(*) FROM bytes.transactions)) || ' bytes on disk for each deposit'
FROM pg_class WHERE relnamespace = 'bytes'::regnamespace AND relkind = 'r';
DROP SCHEMA bytes CASCADE;
