-- Returns the purchases that serve households as known at a moment, and from when until when.
--
-- A purchase serves while its owner is a member. If the tenant shares from the household's owner
-- alone, it serves while they own the household. Two kinds serve their owner alone:
-- - purchases shared by a store's own family sharing;
-- - grants, unless the tenant's `shares_grants` passes them on.
-- A purchase that moves away while its owner is a member keeps serving for the tenant's
-- transfer_hold_days (is_held), so that one phone set up anew does not lock out a family.
-- serves_until is when the membership or the ownership ends, or infinity.
-- Uses the stored purchases for now and later, a fold for earlier moments. In the past, a
-- membership or an ownership that ended after `as_of` has no end.
-- Members and owners are looked up household by household (plans: rule 3).

create function api.shared_purchases(
    household_ids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (
    household_id uuid, sharer_uuid uuid, sharer_app_user_id text, is_held boolean,
    starts_at timestamptz, ends_at timestamptz, serves_until timestamptz,
    purchase entitlements.purchases)
language sql stable rows 4
begin atomic
    select member.household_id, member.app_user_uuid, member.app_user_id, moved.is_held,
           greatest((bought.purchase).access_starts_at, served.starts_at),
           least((bought.purchase).access_ends_at, served.ends_at,
                 case when moved.is_held then (bought.purchase).moved_at
                          + make_interval(days => rules.transfer_hold_days) end),
           served.ends_at, bought.purchase
      from unnest(shared_purchases.household_ids) as home (id)
      join entitlements.household_rules rules on rules.tenant_id = entitlements.current_tenant_id()
     cross join lateral (select api.known_until(
               shared_purchases.as_of, shared_purchases.is_past)) as known (until)
     cross join lateral (
           select * from entitlements.household_members living
            where living.tenant_id = entitlements.current_tenant_id()
              and living.household_id = home.id
              and living.joined_at <= known.until
           offset 0) as member
      left join lateral (
           select * from entitlements.household_owners owning
            where owning.tenant_id = entitlements.current_tenant_id()
              and owning.household_id = member.household_id
              and owning.member_id = member.member_id
              and owning.owned_from <= known.until
           offset 0) as owner on rules.shares_from = 'owner'
     cross join lateral (
           select greatest(member.joined_at, owner.owned_from),
                  least(case when member.left_at <= known.until then member.left_at end,
                        case when owner.owned_until <= known.until then owner.owned_until end,
                        'infinity')) as served (starts_at, ends_at)
     cross join lateral (
           select own from entitlements.purchases own
            where not shared_purchases.is_past
              and own.tenant_id = entitlements.current_tenant_id()
              and own.owner_uuid = member.app_user_uuid
            union all
           select former from entitlements.purchases former
            where not shared_purchases.is_past
              and former.tenant_id = entitlements.current_tenant_id()
              and former.previous_owner_uuid = member.app_user_uuid
              and former.owner_uuid is distinct from member.app_user_uuid
            union all
           select past
             from api.past_purchases(
                      member.app_user_uuid, shared_purchases.environment, shared_purchases.as_of)
                  as past
            where shared_purchases.is_past) as bought (purchase)
     cross join lateral (
           select (bought.purchase).owner_uuid is distinct from member.app_user_uuid)
           as moved (is_held)
     where (bought.purchase).environment = shared_purchases.environment
       and not (bought.purchase).is_family_share
       and (rules.shares_grants or not api.is_granted((bought.purchase).store))
       and (rules.shares_from <> 'owner' or owner.member_id is not null)
       and (not moved.is_held
            or (bought.purchase).moved_at between served.starts_at and served.ends_at);
end;
