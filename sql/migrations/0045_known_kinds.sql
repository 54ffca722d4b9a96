-- Checks the kinds of the evidence that was there before 0044. In a transaction of its own, because
-- 0044 holds up writes, and this only reads: a second for three million rows.
-- Compatible from schema version 41.

alter table entitlements.evidence validate constraint evidence_kind_is_known;
