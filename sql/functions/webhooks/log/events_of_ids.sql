-- Returns the events that are about app user ids, with their kinds as entries of a timeline.
--
-- Those are evidence of RevenueCat and imports, transfers from and to the ids, and events that may
-- be no evidence. What the tenant told (the store `hearth`) and snapshots are no events.

create function api.events_of_ids(app_user_ids text[])
returns table (event_id text, kind text, received_at timestamptz)
language sql stable rows 100
begin atomic
    with own as (select named.id from unnest(events_of_ids.app_user_ids) as named (id))
    select evidence.evidence_id,
           case evidence.kind when 'import' then 'import' else 'webhook_event' end,
           evidence.received_at
      from own
     cross join lateral api.evidence_under(own.id) as evidence
     where entitlements.evidence_does(evidence.kind) not in (
               'reads', 'misses', 'gives', 'revokes', 'claims')
       and evidence.evidence_id = api.event_of_evidence(evidence.evidence_id, evidence.order_item)
     union
    select evidence.evidence_id, 'transfer', evidence.received_at
      from own
     cross join lateral (
           select one.evidence_id from entitlements.transfer_sides one
            where one.tenant_id = entitlements.current_tenant_id() and one.app_user_id = own.id
           offset 0) as side
     cross join lateral api.evidence_of(side.evidence_id) as evidence
     union
    select event.event_id, 'webhook_event', event.received_at
      from own
     cross join lateral (
           select one.event_id, one.received_at from entitlements.webhook_events one
            where one.tenant_id = entitlements.current_tenant_id() and one.app_user_id = own.id
           offset 0) as event
     where not exists (
           select from entitlements.transfer_sides side
            where side.tenant_id = entitlements.current_tenant_id()
              and side.app_user_id = any (events_of_ids.app_user_ids)
              and side.evidence_id = event.event_id);
end;
