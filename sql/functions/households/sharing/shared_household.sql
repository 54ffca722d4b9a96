-- Returns the household that an app user's purchases serve, since when, and its transfer hold.
--
-- `hold` is how long the household keeps a purchase that moves away. `shares_grants`: the household
-- is served by grants too. No row: the app user shares with no household.

create function api.shared_household(app_user_uuid uuid)
returns table (
    household_id uuid, starts_at timestamptz, hold interval, shares_grants boolean)
language sql stable rows 1
begin atomic
    select member.household_id, greatest(member.joined_at, owner.owned_from),
           make_interval(days => rules.transfer_hold_days), rules.shares_grants
      from entitlements.household_members member
      join entitlements.household_rules rules on rules.tenant_id = entitlements.current_tenant_id()
      left join entitlements.household_owners owner
        on rules.shares_from = 'owner' and owner.owned_until is null
       and owner.tenant_id = entitlements.current_tenant_id()
       and owner.household_id = member.household_id
       and owner.member_id = member.member_id
     where member.tenant_id = entitlements.current_tenant_id()
       and member.app_user_uuid = shared_household.app_user_uuid
       and member.left_at is null
       and (rules.shares_from <> 'owner' or owner.member_id is not null);
end;
