-- Returns a household with its members, seats, open invites and shared entitlements.
--
-- Called with any key of the tenant. No row: the tenant has no such household, or had none at that
-- moment.

create function api.get_household(household_id uuid, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(get_household.as_of, now());
begin
    return query
    select _as_of, found.answer
      from (select api.household_json(get_household.household_id, _as_of)) as found (answer)
     where found.answer is not null;
end
$$;
