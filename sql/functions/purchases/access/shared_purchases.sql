-- Returns the purchases that serve households as known at a moment, and from when until when.
--
-- A purchase serves while its owner is a member. If the tenant shares from the household's owner
-- alone, it serves while they own the household. Two kinds serve their owner alone:
-- - purchases shared by a store's own family sharing;
-- - grants of an operator.
-- A purchase that moves away while its owner is a member keeps serving for the tenant's
-- transfer_hold_days (is_held), so that one phone set up anew does not lock out a family.
-- serves_until is when the membership or the ownership ends, or infinity.
-- Uses the stored purchases for now and later, a fold for earlier moments. In the past, a
-- membership or an ownership that ended after `as_of` has no end.
-- Locks: none.

create function api.shared_purchases(
    household_ids uuid[], environment text, as_of timestamptz)
returns table (
    household_id uuid, sharer_uuid uuid, sharer_app_user_id text, is_held boolean,
    starts_at timestamptz, ends_at timestamptz, purchase_id uuid, product_id text, store text,
    entitlement_ids text[], period_type text, period_started_at timestamptz,
    status_until_end text, status_after_end text, will_renew boolean, access_ends_at timestamptz,
    expires_at timestamptz, grace_expires_at timestamptz, trial_ends_at timestamptz,
    end_reason text, serves_until timestamptz)
language sql stable security invoker rows 4
begin atomic
    select member.household_id, member.app_user_uuid, member.app_user_id, moved.is_held,
           greatest(bought.access_starts_at, served.starts_at),
           least(bought.access_ends_at, served.ends_at,
                 case when moved.is_held
                      then bought.moved_at + make_interval(days => rules.transfer_hold_days) end),
           bought.purchase_id, bought.product_id, bought.store, bought.entitlement_ids,
           bought.period_type, bought.period_started_at, bought.status_until_end,
           bought.status_after_end, bought.will_renew, bought.access_ends_at,
           bought.expires_at, bought.grace_expires_at, bought.trial_ends_at, bought.end_reason,
           served.ends_at
      from entitlements.household_members member
      join entitlements.household_rules rules on rules.tenant_id = member.tenant_id
     cross join lateral (select api.known_until(shared_purchases.as_of)) as known (until)
      left join entitlements.household_owners owner
        on rules.shares_from = 'owner' and owner.tenant_id = member.tenant_id
       and owner.household_id = member.household_id and owner.member_id = member.member_id
       and owner.owned_from <= known.until
     cross join lateral (
           select greatest(member.joined_at, owner.owned_from),
                  least(case when member.left_at <= known.until then member.left_at end,
                        case when owner.owned_until <= known.until then owner.owned_until end,
                        'infinity')) as served (starts_at, ends_at)
     cross join lateral (
           select own.* from entitlements.purchases own
            where shared_purchases.as_of >= now()
              and own.tenant_id = member.tenant_id and own.owner_uuid = member.app_user_uuid
            union all
           select former.* from entitlements.purchases former
            where shared_purchases.as_of >= now()
              and former.tenant_id = member.tenant_id
              and former.previous_owner_uuid = member.app_user_uuid
              and former.owner_uuid is distinct from member.app_user_uuid
            union all
           select past.*
             from api.past_purchases(
                      member.app_user_uuid, shared_purchases.environment, shared_purchases.as_of)
                  as past
            where shared_purchases.as_of < now()) as bought
     cross join lateral (
           select bought.owner_uuid is distinct from member.app_user_uuid) as moved (is_held)
     where member.tenant_id = entitlements.current_tenant_id()
       and member.household_id = any (shared_purchases.household_ids)
       and member.joined_at <= known.until
       and bought.environment = shared_purchases.environment
       and not bought.is_family_share and bought.store <> 'promotional'
       and (rules.shares_from <> 'owner' or owner.member_id is not null)
       and (not moved.is_held or bought.moved_at between served.starts_at and served.ends_at);
end;
