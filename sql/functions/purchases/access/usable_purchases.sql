-- Returns every purchase that gives or gave app users access, and from when until when.
--
-- These are their own, testers' in the sandbox, those of aliased ids, those that moved away, and
-- those that served their household while they were members. No other function decides this. A past
-- moment uses only what was known then; now and later use everything known. After one of the two
-- left, a household's purchase is returned until listed_until.
-- A household's purchases are found once, not once for each member (plans: rule 5).

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
     union all
    select others.app_user_uuid, null, (others.purchase).owner_app_user_id, true, false,
           (others.purchase).access_starts_at, (others.purchase).access_ends_at, null,
           others.purchase
      from api.aliased_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of, usable_purchases.is_past) as others
     union all
    select lost.app_user_uuid, null, (lost.purchase).previous_owner_app_user_id, false, false,
           (lost.purchase).access_starts_at, (lost.purchase).moved_at, null,
           lost.purchase
      from api.lost_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of, usable_purchases.is_past) as lost
     union all
    select member.app_user_uuid, member.household_id, shared.sharer_app_user_id, false,
           shared.is_held, served.starts_at, served.ends_at, served.listed_until, shared.purchase
      from (select array_agg(distinct home.household_id)
              from unnest(usable_purchases.app_user_uuids) as named (app_user_uuid)
             cross join lateral api.memberships_of(named.app_user_uuid) as home) as homes (ids)
     cross join lateral (select api.known_until(
               usable_purchases.as_of, usable_purchases.is_past)) as known (until)
     cross join lateral (
           select * from api.shared_purchases(
                      homes.ids, usable_purchases.environment, usable_purchases.as_of,
                      usable_purchases.is_past) as served
            where served.starts_at < served.ends_at
           offset 0) as shared
     cross join lateral api.members_of(shared.household_id) as member
     cross join lateral (
           select case when member.left_at <= known.until then member.access_ends_at end)
           as mine (ends_at)
     cross join lateral (
           select greatest(shared.starts_at, member.joined_at), least(shared.ends_at, mine.ends_at),
                  least(shared.serves_until, mine.ends_at) + api.departure_listing())
           as served (starts_at, ends_at, listed_until)
     where member.app_user_uuid = any (usable_purchases.app_user_uuids)
       and member.joined_at <= known.until
       and (shared.is_held or shared.sharer_uuid <> member.app_user_uuid)
       and served.starts_at < served.ends_at
       and usable_purchases.as_of < served.listed_until;
end;
