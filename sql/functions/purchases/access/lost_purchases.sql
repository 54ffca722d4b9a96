-- Returns what app users owned until it moved to another one while it still ran.
--
-- A state keeps only one previous owner. If a purchase moved twice, its first owner is not found.
-- Uses the stored state for now and later, a fold for a past moment (see owned_purchases).

create function api.lost_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (app_user_uuid uuid, purchase entitlements.purchases)
language sql stable rows 1
begin atomic
    select former.previous_owner_uuid, former
      from entitlements.purchases former
     where not lost_purchases.is_past
       and former.tenant_id = entitlements.current_tenant_id()
       and former.previous_owner_uuid = any (lost_purchases.app_user_uuids)
       and former.owner_uuid is distinct from former.previous_owner_uuid
       and former.environment = lost_purchases.environment
       and former.moved_at < former.access_ends_at
     union all
    select app_user.app_user_uuid, past
      from unnest(lost_purchases.app_user_uuids) as app_user (app_user_uuid)
     cross join lateral api.past_purchases(
               app_user.app_user_uuid, lost_purchases.environment, lost_purchases.as_of) as past
     where lost_purchases.is_past
       and past.previous_owner_uuid = app_user.app_user_uuid
       and past.owner_uuid is distinct from past.previous_owner_uuid
       and past.moved_at < past.access_ends_at;
end;
