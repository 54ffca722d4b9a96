-- Returns the household that an app user's purchases serve, since when, and its transfer hold.
--
-- `hold` is how long the household keeps a purchase that moves away. `shares_grants`: the household
-- is served by grants too. No row: the app user shares with no household.
-- The member and the owner are looked up one after the other (plans: rules 3 and 9).

create function api.shared_household(app_user_uuid uuid)
returns table (
    household_id uuid, starts_at timestamptz, hold interval, shares_grants boolean)
language sql stable rows 1
begin atomic
    select member.household_id, greatest(member.joined_at, owner.owned_from),
           make_interval(days => rules.transfer_hold_days), rules.shares_grants
      from api.memberships_of(shared_household.app_user_uuid) as member
      join entitlements.household_rules rules on rules.tenant_id = entitlements.current_tenant_id()
      left join lateral api.open_ownership(member.household_id, member.member_id) as owner
        on rules.shares_from = 'owner'
     where member.left_at is null
       and (rules.shares_from <> 'owner' or owner.member_id is not null);
end;
