-- Returns every purchase that gives or gave app users access, and from when until when.
--
-- These are their own, testers' in the sandbox, those of aliased ids, those that moved away, and
-- those that served their household while they were members. No other function decides this. A past
-- moment uses only what was known then; now and later use everything known. After one of the two
-- left, a household's purchase is returned until listed_until.
-- What most app users do not have (testers, aliases, households) is in functions of its own that
-- are not inlined, because each part of a plan takes time to start, even without rows. They set
-- their plans to be made once (plans: rule 7).

create function api.usable_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (
    app_user_uuid uuid, household_id uuid, source_app_user_id text, is_aliases boolean,
    is_held boolean, starts_at timestamptz, ends_at timestamptz, listed_until timestamptz,
    purchase entitlements.purchases)
language sql stable rows 4
begin atomic
    select own.app_user_uuid, null::uuid, (own.purchase).owner_app_user_id, false, false,
           (own.purchase).access_starts_at, (own.purchase).access_ends_at, null::timestamptz,
           own.purchase
      from api.owned_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of, usable_purchases.is_past) as own
     union all
    select tested.app_user_uuid, null, (tested.purchase).owner_app_user_id, false, false,
           (tested.purchase).access_starts_at,
           least((tested.purchase).access_ends_at, tested.counts_until), tested.counts_until,
           tested.purchase
      from api.tested_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of, usable_purchases.is_past) as tested
     where exists (
           select from entitlements.sandbox_testers one
            where one.tenant_id = entitlements.current_tenant_id())
     union all
    select others.app_user_uuid, null, (others.purchase).owner_app_user_id, true, false,
           (others.purchase).access_starts_at, (others.purchase).access_ends_at, null,
           others.purchase
      from api.aliased_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of, usable_purchases.is_past) as others
     where exists (
           select from entitlements.aliased_ids one
            where one.tenant_id = entitlements.current_tenant_id())
     union all
    select lost.app_user_uuid, null, (lost.purchase).previous_owner_app_user_id, false, false,
           (lost.purchase).access_starts_at, (lost.purchase).moved_at, null,
           lost.purchase
      from api.lost_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of, usable_purchases.is_past) as lost
     union all
    select served.app_user_uuid, served.household_id, served.sharer_app_user_id, false,
           served.is_held, served.starts_at, served.ends_at, served.listed_until, served.purchase
      from (select array_agg(distinct home.household_id)
              from unnest(usable_purchases.app_user_uuids) as named (app_user_uuid)
             cross join lateral api.memberships_of(named.app_user_uuid) as home) as homes (ids)
     cross join lateral api.household_purchases(
               homes.ids, usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of, usable_purchases.is_past) as served
     where homes.ids is not null;
end;
