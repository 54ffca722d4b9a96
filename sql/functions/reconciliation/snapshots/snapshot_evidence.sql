-- Turns the purchases that snapshots list into evidence that names no purchase yet.
--
-- Running entries of a snapshot come first, and of these the latest start. The first entry of a
-- purchase counts (see match_listed_purchases): a refunded period must not hide an earlier one that
-- gives access.
-- The keys of an entry are the columns of entitlements.evidence, with these differences:
-- - v1 has the plan of a Play product beside it; events have `product:plan`.
-- - Sandbox purchases are left out if the tenant ignores them, except those of testers.
-- - A promotional purchase does not renew, as in events.
-- - No purchase is of the store `hearth`.
-- Raises: snapshot_malformed 422.

create function api.snapshot_evidence(snapshots entitlements.snapshots[], bodies jsonb[])
returns entitlements.evidence[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _sandbox_policy constant text := (
        select tenant.sandbox_policy from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
    _listed entitlements.evidence[];
begin
    _listed := array(
        select item
          from unnest(snapshots) with ordinality as snapshot
         cross join lateral jsonb_array_elements(
               snapshot_evidence.bodies[snapshot.ordinality] -> 'purchases') as entry (value)
         cross join lateral jsonb_populate_record(
               null::entitlements.evidence, entry.value || jsonb_build_object(
                   'tenant_id', _tenant_id, 'purchase_id', null, 'kind', 'snapshot',
                   'evidence_id', api.snapshot_evidence_id(
                       snapshot.app_user_id, snapshot.read_at, entry.value::text),
                   'occurred_at', snapshot.read_at, 'received_at', snapshot.received_at,
                   'order_at', snapshot.order_at, 'rank', entitlements.evidence_rank('snapshot'),
                   'app_user_id', snapshot.app_user_id,
                   'store', coalesce(nullif(entry.value ->> 'store', 'hearth'), 'unknown'),
                   'is_one_time', coalesce((entry.value ->> 'is_one_time')::boolean, false)
                       or coalesce(entry.value ->> 'store' = 'promotional', false),
                   'expires_at', case
                       when entry.value ? 'expires_at' or entry.value -> 'is_one_time' <> 'true'
                       then entry.value -> 'expires_at'
                       else to_jsonb(api.catalog_period_end(
                                entry.value ->> 'product_id', null,
                                (entry.value ->> 'purchased_at')::timestamptz)) end,
                   'product_id', (entry.value ->> 'product_id') || case
                       when strpos(entry.value ->> 'product_id', ':') > 0 then ''
                       else coalesce(':' || nullif(entry.value ->> 'product_plan_id', ''), '')
                       end)) as item
         where api.accepts_environment(entry.value, _sandbox_policy)
            or api.are_testers(snapshot.app_user_ids, snapshot.received_at)
         order by snapshot.ordinality,
                  coalesce(item.gives_access,
                           item.refunded_at is null and item.expires_at > snapshot.read_at,
                           true) desc,
                  coalesce(item.purchased_at, item.original_purchased_at) desc,
                  item.expires_at desc nulls first, entry.value);
    if exists (
        select from unnest(_listed) as item
         where item.environment is null
            or coalesce(item.product_id, item.entitlement_ids[1]) is null
            or coalesce(item.purchased_at, item.original_purchased_at) is null
            or greatest(octet_length(item.product_id), octet_length(item.store),
                        octet_length(item.environment), octet_length(item.transaction_id)) > 1500
            or coalesce(item.expires_at is null and not item.is_one_time
                        and not item.never_expires and item.gives_access is null, true)) then
        raise sqlstate 'PT422' using message = 'snapshot_malformed',
            detail = 'A purchase in the snapshot lacks a required field, or a text is too long.';
    end if;
    return _listed;
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'A purchase in the snapshot has a value of the wrong type.';
end
$$;
