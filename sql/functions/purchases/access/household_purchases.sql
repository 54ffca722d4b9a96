-- Returns what households give app users at a moment, and from when until when.
--
-- `household_ids` are the households that the app users are or were members of. A purchase serves a
-- member from the moment they joined, and is listed for some time after one of the two left.
-- A household's purchases are found once, not once for each member (plans: rule 5).

create function api.household_purchases(
    household_ids uuid[], app_user_uuids uuid[], environment text, as_of timestamptz,
    is_past boolean)
returns table (
    app_user_uuid uuid, household_id uuid, sharer_app_user_id text, is_held boolean,
    starts_at timestamptz, ends_at timestamptz, listed_until timestamptz,
    purchase entitlements.purchases)
language plpgsql stable rows 4
set plan_cache_mode = force_generic_plan
as $$
declare
    _known_until constant timestamptz := api.known_until(
        household_purchases.as_of, household_purchases.is_past);
begin
    return query
    select member.app_user_uuid, member.household_id, shared.sharer_app_user_id, shared.is_held,
           served.starts_at, served.ends_at, served.listed_until, shared.purchase
      from (select * from api.shared_purchases(
                      household_purchases.household_ids, household_purchases.environment,
                      household_purchases.as_of, household_purchases.is_past) as served
             where served.starts_at < served.ends_at
            offset 0) as shared
     cross join lateral api.members_of(shared.household_id) as member
     cross join lateral (
           select case when member.left_at <= _known_until then member.access_ends_at end)
           as mine (ends_at)
     cross join lateral (
           select greatest(shared.starts_at, member.joined_at), least(shared.ends_at, mine.ends_at),
                  least(shared.serves_until, mine.ends_at) + api.departure_listing())
           as served (starts_at, ends_at, listed_until)
     where member.app_user_uuid = any (household_purchases.app_user_uuids)
       and member.joined_at <= _known_until
       and (shared.is_held or shared.sharer_uuid <> member.app_user_uuid)
       and served.starts_at < served.ends_at
       and household_purchases.as_of < served.listed_until;
end
$$;
