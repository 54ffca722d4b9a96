-- Returns the purchases that served a household at a past moment, and from when until when.
--
-- Uses only what was known at the moment: a member who left later has no end. The rules are those
-- of shared_purchases.
-- Locks: none.

create function api.past_shared_purchases(
    of_household_id uuid, environment text, as_of timestamptz)
returns table (
    household_id uuid, sharer_uuid uuid, sharer_app_user_id text, is_held boolean,
    starts_at timestamptz, ends_at timestamptz, purchase_id uuid, product_id text, store text,
    entitlement_ids text[], period_type text, period_started_at timestamptz,
    status_until_end text, status_after_end text, will_renew boolean, access_ends_at timestamptz,
    expires_at timestamptz, grace_expires_at timestamptz, trial_ends_at timestamptz,
    end_reason text)
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.household_rules := api.household_rules();
    _hold constant interval := make_interval(days => _rules.transfer_hold_days);
    _as_of constant timestamptz := past_shared_purchases.as_of;
begin
    return query
    select member.household_id, member.app_user_uuid, member.app_user_id, moved.is_held,
           greatest(past.access_starts_at, shared.starts_at),
           least(past.access_ends_at, shared.ends_at,
                 case when moved.is_held then past.moved_at + _hold end),
           past.purchase_id, past.product_id, past.store, past.entitlement_ids, past.period_type,
           past.period_started_at, past.status_until_end, past.status_after_end, past.will_renew,
           past.access_ends_at, past.expires_at, past.grace_expires_at, past.trial_ends_at,
           past.end_reason
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on _rules.shares_from = 'owner' and owner.tenant_id = _tenant_id
       and owner.household_id = member.household_id and owner.member_id = member.member_id
       and owner.owned_from <= _as_of
     cross join lateral (
           select greatest(member.joined_at, owner.owned_from),
                  least(case when member.left_at <= _as_of then member.left_at end,
                        case when owner.owned_until <= _as_of then owner.owned_until end,
                        'infinity')) as shared (starts_at, ends_at)
     cross join lateral api.past_purchases(
               member.app_user_uuid, past_shared_purchases.environment, _as_of) as past
     cross join lateral (
           select past.owner_uuid is distinct from member.app_user_uuid) as moved (is_held)
     where member.tenant_id = _tenant_id
       and member.household_id = past_shared_purchases.of_household_id
       and member.joined_at <= _as_of
       and not past.is_family_share and past.store <> 'promotional'
       and (_rules.shares_from <> 'owner' or owner.member_id is not null)
       and (not moved.is_held or past.moved_at between shared.starts_at and shared.ends_at);
end
$$;
