-- Entries that differ take 150 bytes each; equal ones share a list of places. The few events of a
-- moment are sorted when they are read.
-- Compatible from schema version 40.

drop index entitlements.webhook_events_recent;
create index webhook_events_recent on entitlements.webhook_events (tenant_id, received_at);
