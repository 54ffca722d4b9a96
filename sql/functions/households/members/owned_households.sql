-- Returns the households that the app users of ids own at present.
--
-- Rows are looked up one by one (plans: rules 3 and 9).
-- Locks: none; a caller that acts on it has locked the households.

create function api.owned_households(app_user_ids text[]) returns uuid[]
language plpgsql stable
as $$
begin
    return array(
        select distinct owner.household_id
          from unnest(owned_households.app_user_ids) as named (id)
         cross join lateral api.app_user_of(named.id) as known
         cross join lateral api.memberships_of(known.app_user_uuid) as member
         cross join lateral api.open_ownership(member.household_id, member.member_id) as owner
         where member.left_at is null);
end
$$;
