-- A list of events by status or type read all events of the tenant when few or none had it.
--
-- The first index serves a type, also with a status, and the types of applied events; the second
-- those that were not applied, of any type: few, so it costs a usual event nothing.
-- Compatible from schema version 40.

create index webhook_events_by_type
    on entitlements.webhook_events (tenant_id, status, event_type, received_at);
create index webhook_events_not_applied
    on entitlements.webhook_events (tenant_id, status, received_at) where status <> 'applied';
