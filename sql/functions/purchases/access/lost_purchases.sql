-- Returns what app users owned until it moved to another one while it still ran.
--
-- A state keeps only one previous owner. If a purchase moved twice, its first owner is not found.
-- Uses the stored state for now and later, a fold for earlier moments.
-- Locks: none.

create function api.lost_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.purchases
language sql stable security invoker rows 1
begin atomic
    select former.*
      from entitlements.purchases former
     where lost_purchases.as_of >= now()
       and former.tenant_id = entitlements.current_tenant_id()
       and former.previous_owner_uuid = any (lost_purchases.app_user_uuids)
       and former.owner_uuid is distinct from former.previous_owner_uuid
       and former.environment = lost_purchases.environment
       and former.moved_at < former.access_ends_at
     union all
    select past.*
      from unnest(lost_purchases.app_user_uuids) as app_user (app_user_uuid)
     cross join lateral api.past_purchases(
               app_user.app_user_uuid, lost_purchases.environment, lost_purchases.as_of) as past
     where lost_purchases.as_of < now()
       and past.previous_owner_uuid = app_user.app_user_uuid
       and past.owner_uuid is distinct from past.previous_owner_uuid
       and past.moved_at < past.access_ends_at;
end;
