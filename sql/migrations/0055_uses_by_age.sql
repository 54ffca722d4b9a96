-- Only the pruning of old uses reads them by age. A plan made while the table was empty also took
-- this index for the latest use of one app user, and then read the uses of all. All amounts are
-- positive: the condition keeps the index for queries that state it.
drop index entitlements.uses_by_age;
create index uses_by_age on entitlements.uses (used_at) where amount > 0;
