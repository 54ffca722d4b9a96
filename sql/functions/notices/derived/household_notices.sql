-- Returns the notices about app users' households: they joined one, or it has too few seats.
--
-- The founder has not joined.

create function api.household_notices(app_user_uuids uuid[], as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := household_notices.as_of;
    _rules constant entitlements.notice_rules := api.notice_rules();
begin
    return query
    select member.app_user_uuid, api.notice_id(notice.kind, notice.key), notice.kind,
           notice.severity,
           notice.since, notice.until,
           jsonb_build_object(
               'household_id', household.household_id, 'name', household.name)
      from unnest(household_notices.app_user_uuids) as named (app_user_uuid)
     cross join lateral api.memberships_of(named.app_user_uuid) as member
     cross join lateral (
           select home as whole from entitlements.households home
            where home.tenant_id = _tenant_id and home.household_id = member.household_id
           offset 0) as found
     cross join lateral (select (found.whole).*) as household
     cross join lateral api.household_seats(household.household_id, _as_of) as seats
     cross join lateral (
           select api.household_leaving_json(found.whole, seats.seats, _as_of)) as leaving (answer)
     cross join lateral (
           select 'joined_household' as kind, member.member_id::text as key, 'info' as severity,
                  member.joined_at as since,
                  member.joined_at + make_interval(days => _rules.joined_household_days_after)
                      as until
            where exists (
                select from entitlements.household_invites invite
                 where invite.tenant_id = _tenant_id
                   and invite.household_id = member.household_id
                   and invite.member_id = member.member_id)
            union all
           select 'household_seat_ending',
                  member.member_id || ' ' || extract(epoch from household.seats_exceeded_at),
                  'critical', household.seats_exceeded_at,
                  (leaving.answer ->> 'at')::timestamptz
            where (leaving.answer -> 'app_user_ids')::jsonb
                  ? api.shown_app_user_id(member.app_user_uuid)) as notice
     where member.joined_at <= _as_of and coalesce(member.left_at, 'infinity') > _as_of;
end
$$;
