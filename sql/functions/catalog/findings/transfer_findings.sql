-- Returns what transfers left with their source, for a tenant whose app users cannot be read.
--
-- A transfer names one store, and what the source has of others stays. RevenueCat's dashboard and
-- API may move several stores at once; without a key, only an operator can tell. A row for each
-- store, of transfers in the last 30 days and what still gives access.
-- It reads at most the latest 1,000 audit entries, and counts at most 1,000 purchases.

create function api.transfer_findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if exists (select from entitlements.upstreams upstream
                where upstream.tenant_id = _tenant_id and upstream.sealed_key is not null) then
        return;
    end if;
    return query
    select 'purchases_not_transferred', left_over.store, count(distinct left_over.purchase_id),
           min(left_over.moved_at), max(left_over.moved_at)
      from (select bought.store, bought.purchase_id, moved.order_at as moved_at
              from (select entry.action, entry.reason, entry.recorded_at
                      from entitlements.audit_entries entry
                     where entry.tenant_id = _tenant_id
                       and entry.recorded_at > now() - interval '30 days'
                     order by entry.recorded_at desc
                     limit 1000) as audited
             cross join lateral api.evidence_of(audited.reason) as moved
              join entitlements.transfer_sides side
                on side.tenant_id = _tenant_id and side.evidence_id = moved.evidence_id
               and side.side = 'from'
              join entitlements.app_user_ids source
                on source.tenant_id = _tenant_id and source.app_user_id = side.app_user_id
              join entitlements.purchases bought
                on bought.tenant_id = _tenant_id and bought.owner_uuid = source.app_user_uuid
               and bought.access_ends_at > now() and bought.store <> 'hearth'
               and bought.environment = coalesce(moved.environment, bought.environment)
               and not api.moves_by_transfer(bought.store, moved.store)
             where audited.action = 'transfer' and moved.kind = 'transfer'
             limit 1000) as left_over
     group by left_over.store;
end
$$;
