-- Moves the schema of the release candidates, which had 57 migrations, on to the baseline.
-- The repeatable files of the baseline run next, and its migrations are recorded, in the same
-- transaction. Policies and grants are brought up to date afterwards, by sql/access.sql.

-- `position` is a word that Postgres reserves.
alter table entitlements.pending_changes rename column position to place;
alter sequence entitlements.pending_changes_position_seq rename to pending_changes_place_seq;

-- Its functions are of before the baseline.
drop schema if exists api cascade;

delete from entitlements.migrations;
