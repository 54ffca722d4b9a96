-- Returns the households of the app users that ids belong to.
--
-- Rows are looked up one by one (plans: rules 3 and 9).

create function api.households_of(app_user_ids text[]) returns uuid[]
language plpgsql stable
as $$
begin
    return array(
        select distinct member.household_id
          from unnest(households_of.app_user_ids) as named (id)
         cross join lateral api.app_user_of(named.id) as known
         cross join lateral api.memberships_of(known.app_user_uuid) as member
         where member.left_at is null
         order by member.household_id);
end
$$;
