-- Deletes old deliveries from the log; returns how many.
--
-- Failing deliveries are kept, and successful ones for seven days, at most the last 1,000 of an
-- endpoint. Deletes at most `maximum` rows.
-- Locks: the rows it deletes.

create function api.prune_deliveries(maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _as_of constant timestamptz := coalesce(prune_deliveries.as_of, now());
    _pruned bigint;
begin
    delete from entitlements.deliveries old
     using (select delivery.tenant_id, delivery.endpoint_id, delivery.number
              from entitlements.endpoints endpoint
              left join lateral (
                   select kept.number from entitlements.deliveries kept
                    where kept.tenant_id = endpoint.tenant_id
                      and kept.endpoint_id = endpoint.endpoint_id and kept.due_at is null
                    order by kept.number desc offset 1000 limit 1) as floor on true
              join entitlements.deliveries delivery
                on delivery.tenant_id = endpoint.tenant_id
               and delivery.endpoint_id = endpoint.endpoint_id
             where delivery.due_at is null and endpoint.tenant_id <> all (_away)
               and (delivery.number <= floor.number
                    or delivery.last_attempt_at < _as_of - interval '7 days')
             limit prune_deliveries.maximum) as gone
     where old.tenant_id = gone.tenant_id and old.endpoint_id = gone.endpoint_id
       and old.number = gone.number and old.due_at is null;
    get diagnostics _pruned = row_count;
    return _pruned;
end
$$;
