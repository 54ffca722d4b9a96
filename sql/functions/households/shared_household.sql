-- The household that a person's purchases serve by all that is known, since when, and for how long
-- it keeps one that moves away; no row where they share with nobody.
--
-- internal: called by derived_subscriptions.
-- The standard's body binds its names now and is inlined by the planner.
-- Locks: none.

create function api.shared_household(app_user_uuid uuid)
returns table (household_id uuid, starts_at timestamptz, hold interval)
language sql stable security invoker rows 1
begin atomic
    select member.household_id, greatest(member.joined_at, owner.owned_from),
           make_interval(days => rules.transfer_hold_days)
      from entitlements.household_members member
      join entitlements.household_rules rules on rules.tenant_id = member.tenant_id
      left join entitlements.household_owners owner
        on rules.shares_from = 'owner' and owner.owned_until is null
       and owner.tenant_id = member.tenant_id and owner.household_id = member.household_id
       and owner.member_id = member.member_id
     where member.tenant_id = entitlements.current_tenant_id()
       and member.app_user_uuid = shared_household.app_user_uuid
       and member.left_at is null
       and (rules.shares_from <> 'owner' or owner.member_id is not null);
end;
