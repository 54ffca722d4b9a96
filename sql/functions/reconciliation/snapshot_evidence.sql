-- What a snapshot lists, as evidence that names no purchase yet: first what runs, and of that what
-- begins latest.
--
-- internal: called by add_snapshot.
-- Of several entries of one purchase the first counts (see match_listed_purchases): what a refund
-- ended must not hide the period before it, which somebody still has.
-- The keys of an entry are the columns of entitlements.evidence. Version 1 of the API has the plan
-- of a Play product beside it, and an event has both in one. Sandbox purchases are left out where
-- the tenant ignores them.
-- Locks: none.
-- Raises: snapshot_malformed 422.

create function api.snapshot_evidence(purchases jsonb, reading entitlements.snapshots)
returns setof entitlements.evidence
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _sandbox_policy constant text := (
        select tenant.sandbox_policy from entitlements.tenants tenant
         where tenant.tenant_id = reading.tenant_id);
    _entry jsonb;
    _told entitlements.evidence;
begin
    for _entry in
        select value from jsonb_array_elements(snapshot_evidence.purchases) as listed (value)
         where api.is_accepted(listed.value, _sandbox_policy)
         order by coalesce((listed.value ->> 'gives_access')::boolean,
                           listed.value ->> 'refunded_at' is null
                           and (listed.value ->> 'expires_at')::timestamptz > reading.read_at,
                           true) desc,
                  coalesce(listed.value ->> 'purchased_at',
                           listed.value ->> 'original_purchased_at')::timestamptz desc,
                  (listed.value ->> 'expires_at')::timestamptz desc nulls first, listed.value
    loop
        _told := jsonb_populate_record(null::entitlements.evidence, _entry);
        _told.tenant_id := reading.tenant_id;
        _told.evidence_id := api.snapshot_evidence_id(
            reading.app_user_id, reading.read_at, _entry::text);
        _told.purchase_id := null;
        _told.kind := 'snapshot';
        _told.occurred_at := reading.read_at;
        _told.received_at := reading.received_at;
        _told.order_at := reading.order_at;
        _told.rank := entitlements.evidence_rank('snapshot');
        _told.app_user_id := reading.app_user_id;
        _told.store := coalesce(_told.store, 'unknown');
        -- An event calls what an operator granted a purchase that does not renew.
        _told.is_one_time := coalesce(_told.is_one_time, false) or _told.store = 'promotional';
        if _entry ? 'product_plan_id' and strpos(_told.product_id, ':') = 0 then
            _told.product_id := _told.product_id || coalesce(
                ':' || nullif(_entry ->> 'product_plan_id', ''), '');
        end if;
        if _told.environment is null
           or coalesce(_told.product_id, _told.entitlement_ids[1]) is null
           or coalesce(_told.purchased_at, _told.original_purchased_at) is null
           or greatest(octet_length(_told.product_id), octet_length(_told.store),
                       octet_length(_told.environment), octet_length(_told.transaction_id)) > 1500
           or coalesce(_told.expires_at is null and not _told.is_one_time
                       and not _told.never_expires and _told.gives_access is null, true) then
            raise sqlstate 'PT422' using message = 'snapshot_malformed',
                detail = 'A purchase of the snapshot lacks what says whether it gives access.';
        end if;
        return next _told;
    end loop;
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'A purchase of the snapshot holds a value of another type.';
end
$$;

grant execute on function api.snapshot_evidence(jsonb, entitlements.snapshots) to hearth_server;
comment on function api.snapshot_evidence(jsonb, entitlements.snapshots) is
    'What a snapshot lists, as evidence that names no purchase yet.';
