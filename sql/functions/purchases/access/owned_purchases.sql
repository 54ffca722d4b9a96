-- Returns what app users own in one environment at a moment.
--
-- Uses the stored state for now and later, a fold for earlier moments.
-- Locks: none.

create function api.owned_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.purchases
language sql stable security invoker rows 4
begin atomic
    select purchase.*
      from entitlements.purchases purchase
     where owned_purchases.as_of >= now()
       and purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.owner_uuid = any (owned_purchases.app_user_uuids)
       and purchase.environment = owned_purchases.environment
     union all
    select past.*
      from unnest(owned_purchases.app_user_uuids) as app_user (app_user_uuid)
     cross join lateral api.past_purchases(
               app_user.app_user_uuid, owned_purchases.environment, owned_purchases.as_of) as past
     where owned_purchases.as_of < now()
       and past.owner_uuid = app_user.app_user_uuid;
end;
