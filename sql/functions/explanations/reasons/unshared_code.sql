-- Returns the code for a purchase of a household's member that does not serve another member.

create function api.unshared_code(
    bought entitlements.purchases, left_at timestamptz, sharer_left_at timestamptz,
    is_household_owner boolean, is_shared boolean, rules entitlements.household_rules)
returns text
language sql immutable
return case
    when left_at is not null then 'left_household'
    when sharer_left_at is not null then 'sharer_left'
    when bought.is_family_share then 'store_family_share'
    when not is_shared then 'entitlement_not_shared'
    when api.is_granted(bought.store) and not rules.shares_grants then 'grant_not_shared'
    when rules.shares_from = 'owner' and not is_household_owner then 'only_owner_shares'
    else 'ended_before_joining' end;
