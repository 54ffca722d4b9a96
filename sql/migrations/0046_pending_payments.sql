-- Version 2 lists a subscription whose first payment is still to come: nothing began, so nothing
-- has ended.
-- Compatible from schema version 41.

alter table entitlements.evidence add column is_pending boolean;
comment on column entitlements.evidence.is_pending is
    'Version 2 says that the first payment is still to come.';
