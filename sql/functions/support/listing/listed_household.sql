-- Returns a household as lists show it: its name, owner, seats, and when it was dissolved.

create function api.listed_household(
    household_id uuid, name text, created_at timestamptz, dissolved_at timestamptz,
    seats_exceeded_at timestamptz, as_of timestamptz)
returns json
language plpgsql stable
as $$
begin
    return (
        select json_build_object(
                   'household_id', listed_household.household_id,
                   'name', listed_household.name,
                   'created_at', api.rfc3339(listed_household.created_at),
                   'dissolved_at', api.rfc3339(listed_household.dissolved_at),
                   'owner_app_user_id', members.owner_app_user_id,
                   'seats', json_build_object(
                       'total', allowed.seats, 'taken', members.number,
                       'free', greatest(allowed.seats - members.number, 0)),
                   'seats_exceeded_at', api.rfc3339(listed_household.seats_exceeded_at))
          from api.household_seats(
                   listed_household.household_id, listed_household.as_of) as allowed
         cross join (
               select count(*) as number,
                      min(member.app_user_id) filter (where member.role = 'owner')
                          as owner_app_user_id
                 from api.members_of_household(
                          listed_household.household_id, listed_household.as_of) as member)
               as members);
end
$$;
