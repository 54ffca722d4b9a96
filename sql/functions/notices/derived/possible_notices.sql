-- Returns which app users may have a notice, now or by the clock; usually none.
--
-- `ending` are those of them whose answer has an entitlement that ends without a renewal, or that
-- ended. A renewal
-- of a sound subscription costs one look at the app user's purchases and household.
-- Inlined (plans: rule 6).

create function api.possible_notices(
    app_user_uuids uuid[], ending uuid[], rules entitlements.notice_rules, as_of timestamptz)
returns setof uuid
language sql stable rows 1
begin atomic
    with app_user as materialized (
        select named.app_user_uuid, home.household_id, home.is_told
          from unnest(possible_notices.app_user_uuids) as named (app_user_uuid)
          left join lateral (
               select member.household_id,
                      household.seats_exceeded_at is not null
                      or member.joined_at > possible_notices.as_of
                         - make_interval(days => (rules).joined_household_days_after) as is_told
                 from api.memberships_of(named.app_user_uuid) as member
                cross join lateral (
                      select home.seats_exceeded_at from entitlements.households home
                       where home.tenant_id = entitlements.current_tenant_id()
                         and home.household_id = member.household_id
                      offset 0) as household -- plans: rules 3 and 9
                where member.left_at is null
               offset 0) as home on true
    ), own as materialized (
        select app_user.app_user_uuid, bought.is_told, bought.running
          from app_user
         cross join lateral (
               select bool_or(
                          (one.access_ends_at > possible_notices.as_of
                           and (one.billing_issue_at is not null or one.period_type = 'trial'))
                          or one.refunded_at > possible_notices.as_of
                             - make_interval(days => (rules).refunded_days_after)) as is_told,
                      count(*) filter (
                          where (one.will_renew or one.is_one_time)
                            and one.access_ends_at > possible_notices.as_of) as running
                 from entitlements.purchases one
                where one.tenant_id = entitlements.current_tenant_id()
                  and one.owner_uuid = app_user.app_user_uuid
                  and one.environment = 'production'
               offset 0) as bought
    ), shared as materialized (
        select home.household_id, count(*) as running
          from (select distinct app_user.household_id from app_user
                 where app_user.household_id is not null) as home
         cross join lateral api.members_of(home.household_id) as mate
         cross join lateral (
               select from entitlements.purchases one
                where one.tenant_id = entitlements.current_tenant_id()
                  and one.owner_uuid = mate.app_user_uuid
                  and one.environment = 'production'
                  and (one.will_renew or one.is_one_time)
                  and one.access_ends_at > possible_notices.as_of
               offset 0) as bought
         where mate.left_at is null
         group by home.household_id)
    select app_user.app_user_uuid
      from app_user
      join own using (app_user_uuid)
      left join shared using (household_id)
     where app_user.is_told or own.is_told or own.running > 1 or shared.running > 1
        or app_user.app_user_uuid = any (possible_notices.ending);
end;
