-- Returns what app users own in one environment at a moment.
--
-- Uses the stored state for now and later, a fold for a past moment. The caller says which it is:
-- where a query says `false` itself, its plan has no part for the past.
-- Returns each purchase as one value: a plan with a column for each field takes longer to start.

create function api.owned_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (app_user_uuid uuid, purchase entitlements.purchases)
language sql stable rows 4
begin atomic
    select owned.owner_uuid, owned
      from entitlements.purchases owned
     where not owned_purchases.is_past
       and owned.tenant_id = entitlements.current_tenant_id()
       and owned.owner_uuid = any (owned_purchases.app_user_uuids)
       and owned.environment = owned_purchases.environment
     union all
    select app_user.app_user_uuid, past
      from unnest(owned_purchases.app_user_uuids) as app_user (app_user_uuid)
     cross join lateral api.past_purchases(
               app_user.app_user_uuid, owned_purchases.environment, owned_purchases.as_of) as past
     where owned_purchases.is_past
       and past.owner_uuid = app_user.app_user_uuid;
end;
