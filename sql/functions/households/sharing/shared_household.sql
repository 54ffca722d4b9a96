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
      from (select * from entitlements.household_members living
             where living.tenant_id = entitlements.current_tenant_id()
               and living.app_user_uuid = shared_household.app_user_uuid
            offset 0) as member
      join entitlements.household_rules rules on rules.tenant_id = entitlements.current_tenant_id()
      left join lateral (
           select owning.member_id, owning.owned_from from entitlements.household_owners owning
            where owning.tenant_id = entitlements.current_tenant_id()
              and owning.household_id = member.household_id
              and owning.member_id = member.member_id
              and owning.owned_until is null
           offset 0) as owner on rules.shares_from = 'owner'
     where member.left_at is null
       and (rules.shares_from <> 'owner' or owner.member_id is not null);
end;
