-- The rows that devices are to be sent of a purchase: one of its owner, and one of whoever owned it
-- before where their household keeps it for a while. None where it gives no access.
--
-- internal: called by sync_purchases, and list_invariant_violations to compare.
-- Whom an identified id names is shown by it. The clock is left to the device, which compares it
-- with the two ends.
-- Locks: none; who writes the rows holds the purchase and its owner.

create function api.derived_subscriptions(purchase_id uuid)
returns setof entitlements.synced_subscriptions
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _purchase entitlements.purchases;
    _row entitlements.synced_subscriptions;
    _former record;
begin
    select * into _purchase from entitlements.purchases purchase
     where purchase.tenant_id = _tenant_id
       and purchase.purchase_id = derived_subscriptions.purchase_id;
    if not _purchase.access_starts_at < _purchase.access_ends_at then
        return;
    end if;

    select _tenant_id, _purchase.purchase_id, _purchase.purchase_id,
           case when own.is_anonymous then api.shown_app_user_id(own.app_user_uuid)
                else own.app_user_id end, shared.household_id, false,
           _purchase.environment, _purchase.product_id, _purchase.store, _purchase.period_type,
           array_to_json(_purchase.entitlement_ids), _purchase.status_until_end,
           _purchase.status_after_end, _purchase.will_renew,
           api.milliseconds(_purchase.access_starts_at), api.milliseconds(_purchase.access_ends_at)
      into strict _row
      from (select _purchase.owner_app_user_id) as owner (app_user_id)
      left join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_id = owner.app_user_id
      left join lateral api.shared_household(own.app_user_uuid) as shared
        on not _purchase.is_family_share and _purchase.store <> 'promotional';
    if _row.user_id is not null then
        return next _row;
    end if;
    if _purchase.previous_owner_app_user_id is null
       or _purchase.is_family_share or _purchase.store = 'promotional' then
        return;
    end if;

    select case when own.is_anonymous then api.shown_app_user_id(own.app_user_uuid)
                else own.app_user_id end as user_id, shared.household_id,
           least(_purchase.access_ends_at, _purchase.moved_at + shared.hold) as ends_at
      into _former
      from entitlements.app_user_ids own
     cross join lateral api.shared_household(own.app_user_uuid) as shared
     where own.tenant_id = _tenant_id and own.app_user_id = _purchase.previous_owner_app_user_id
       and shared.hold > interval '0' and shared.starts_at <= _purchase.moved_at;
    -- What moved within a household serves it as the new owner's.
    if found and _former.household_id is distinct from _row.household_id
       and _purchase.access_starts_at < _former.ends_at then
        _row.id := _row.purchase_id || ':held';
        _row.user_id := _former.user_id;
        _row.household_id := _former.household_id;
        _row.is_held := true;
        _row.will_renew := false;
        _row.expires_at_ms := api.milliseconds(_former.ends_at);
        return next _row;
    end if;
end
$$;

grant execute on function api.derived_subscriptions(uuid) to hearth_server;
comment on function api.derived_subscriptions(uuid) is
    'The rows that devices are to be sent of a purchase.';
