-- Returns the newest joins and departures of a timeline.

create function api.timeline_of_memberships(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 10
as $$
begin
    return query
    select moved.kind, moved.recorded_at, moved.place, member.app_user_id, moved.data
      from unnest(asked.app_user_ids) as own (id)
     cross join lateral api.memberships_under(own.id) as member
     cross join lateral (
           select 'household_joined' as kind, member.joined_at as recorded_at,
                  'joined ' || member.member_id as place,
                  json_build_object(
                      'household_id', member.household_id, 'member_id', member.member_id,
                      'seat', member.seat) as data
            union all
           select 'household_left', member.left_at, 'left ' || member.member_id,
                  json_build_object(
                      'household_id', member.household_id, 'member_id', member.member_id,
                      'because', member.left_because,
                      'access_ends_at', api.rfc3339(member.access_ends_at))
            where member.left_at is not null) as moved
     where coalesce(moved.kind = asked.with_kind, true)
       and api.is_earlier(moved.recorded_at, moved.place, asked)
     order by moved.recorded_at desc, moved.place collate "C" desc
     limit asked.maximum;
end
$$;
