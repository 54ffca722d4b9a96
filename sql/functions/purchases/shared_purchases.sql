-- The purchases that serve a household, from when until when, as known at a moment.
--
-- internal: called by usable_purchases for one person, and by household_shares for all.
-- A purchase serves while its buyer is a member or, where the tenant shares from the owner alone,
-- while they own the household. What a store's own family shares is the member's alone, and so is
-- what an operator granted. A purchase that moved to somebody else while its buyer was a member
-- goes on serving for as long as the tenant holds it (is_held): one phone set up anew must not lock
-- out a family.
-- Now and later is the stored state, and the clock does the rest; earlier is folded anew.
-- Locks: none.

create function api.shared_purchases(household_id uuid, environment text, as_of timestamptz)
returns table (
    sharer_uuid uuid, sharer_app_user_id text, is_held boolean, starts_at timestamptz,
    ends_at timestamptz, purchase entitlements.purchases)
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.household_rules := api.household_rules();
    _hold constant interval := make_interval(days => _rules.transfer_hold_days);
begin
    if shared_purchases.as_of < now() then
        return query
        select * from api.past_shared_purchases(
            shared_purchases.household_id, shared_purchases.environment, shared_purchases.as_of);
        return;
    end if;

    return query
    select member.app_user_uuid, member.app_user_id, moved.is_held,
           greatest(bought.access_starts_at, member.joined_at, owner.owned_from),
           least(bought.access_ends_at, member.left_at, owner.owned_until,
                 case when moved.is_held then bought.moved_at + _hold end),
           bought
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on _rules.shares_from = 'owner' and owner.tenant_id = _tenant_id
       and owner.household_id = shared_purchases.household_id
       and owner.member_id = member.member_id
      join entitlements.purchases bought
        on bought.tenant_id = _tenant_id
       and (bought.owner_uuid = member.app_user_uuid
            or bought.previous_owner_uuid = member.app_user_uuid)
     cross join lateral (
           select bought.owner_uuid is distinct from member.app_user_uuid) as moved (is_held)
     where member.tenant_id = _tenant_id
       and member.household_id = shared_purchases.household_id
       and bought.environment = shared_purchases.environment
       and not bought.is_family_share and bought.store <> 'promotional'
       and (_rules.shares_from <> 'owner' or owner.member_id is not null)
       and (not moved.is_held
            or bought.moved_at between greatest(member.joined_at, owner.owned_from)
                                   and least(member.left_at, owner.owned_until, 'infinity'));
end
$$;

grant execute on function api.shared_purchases(uuid, text, timestamptz) to hearth_server;
comment on function api.shared_purchases(uuid, text, timestamptz) is
    'The purchases that serve a household, from when until when.';
