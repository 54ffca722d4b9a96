-- Returns the app users whose purchases events told of, each event with its time.
--
-- An SQL-standard body, so that the planner inlines it.
-- Locks: none.

create function api.told_events(event_ids text[])
returns table (event_id text, order_at timestamptz, owner_uuid uuid, previous_owner_uuid uuid)
language sql stable security invoker rows 16
begin atomic
    select told.evidence_id, told.order_at, bought.owner_uuid, bought.previous_owner_uuid
      from unnest(told_events.event_ids) as named (id)
     cross join lateral (
           select one.evidence_id, one.order_at, one.purchase_id from entitlements.evidence one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.evidence_id = named.id
           offset 0) as told
      join entitlements.purchases bought
        on bought.tenant_id = entitlements.current_tenant_id()
       and bought.purchase_id = told.purchase_id;
end;
