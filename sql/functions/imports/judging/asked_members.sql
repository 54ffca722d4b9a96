-- Returns the rows of household members with their ids, app users and seats.
--
-- - `seat`: a free seat for an open membership, the owner's first; 1 for a past membership.
-- - `is_repeated`: an earlier row of the call has the same key.
-- - `is_overlapping`: it begins during another membership of the app user in the call.

create function api.asked_members(rows entitlements.import_row[])
returns table (
    line entitlements.import_row, household_id uuid, member_id uuid, app_user_uuid uuid,
    seat integer, is_repeated boolean, is_overlapping boolean)
language plpgsql stable rows 64
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select asked.line, asked.household_id, asked.member_id, asked.app_user_uuid,
           coalesce(free.seat, 1), asked.is_repeated, asked.is_overlapping
      from (select one as line, key.household_id, key.member_id, known.app_user_uuid,
                   row_number() over (
                       partition by key.household_id, one.left_at is null
                       order by one.role = 'owner' desc, one.joined_at, one.number) as place,
                   row_number() over (partition by key.member_id order by one.number) > 1
                   as is_repeated,
                   coalesce(one.joined_at < max(coalesce(one.left_at, 'infinity')) over (
                       partition by coalesce(known.app_user_uuid::text, one.app_user_id)
                       order by one.joined_at, one.number
                       rows between unbounded preceding and 1 preceding), false) as is_overlapping
              from unnest(asked_members.rows) as one
             cross join lateral (
                   select api.import_id('household', one.household),
                          api.import_id('member', concat_ws(
                              ' ', one.household, one.app_user_id,
                              extract(epoch from one.joined_at)))
                   offset 0) as key (household_id, member_id)
              left join entitlements.app_user_ids known
                on known.tenant_id = _tenant_id and known.app_user_id = one.app_user_id
             where one.record = 'household_member' and one.outcome is null) as asked
      left join lateral (
           select numbered.seat
             from generate_series(1, asked.place::integer + (
                      select count(*)::integer from entitlements.household_members member
                       where member.tenant_id = _tenant_id
                         and member.household_id = asked.household_id
                         and member.left_at is null)) as numbered (seat)
            where not exists (
                  select from entitlements.household_members taken
                   where taken.tenant_id = _tenant_id
                     and taken.household_id = asked.household_id
                     and taken.seat = numbered.seat and taken.left_at is null)
            order by numbered.seat
           offset asked.place - 1 limit 1) as free on (asked.line).left_at is null;
end
$$;
