-- Returns how many seats a household has at a moment, and when the clock may next change that.
--
-- The number is the tenant's, or that of a member's product if higher. These do not add seats:
-- - what a member receives from others;
-- - what a store's own family shares;
-- - grants;
-- - sandbox purchases.
-- Locks: none; a caller that fills a seat has locked the household.

create function api.household_seats(
    household_id uuid, as_of timestamptz, out seats integer, out changes_at timestamptz)
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    select greatest(rules.max_members,
                    max(sold.seats) filter (where clock.is_active)),
           least(min(purchase.access_ends_at) filter (where clock.is_active),
                 min(purchase.access_starts_at)
                     filter (where purchase.access_starts_at > household_seats.as_of))
      into household_seats.seats, household_seats.changes_at
      from entitlements.household_rules rules
      left join (entitlements.products sold
           cross join entitlements.household_members member
            join entitlements.purchases purchase
              on purchase.tenant_id = _tenant_id and purchase.owner_uuid = member.app_user_uuid
             and purchase.environment = 'production' and not api.is_granted(purchase.store)
             and not purchase.is_family_share and purchase.access_ends_at > household_seats.as_of
           cross join lateral (
                 select purchase.access_starts_at <= household_seats.as_of) as clock (is_active))
        on sold.tenant_id = _tenant_id and sold.seats > rules.max_members
       and sold.product_id in (purchase.product_id, split_part(purchase.product_id, ':', 1))
       and member.tenant_id = _tenant_id
       and member.household_id = household_seats.household_id and member.left_at is null
     where rules.tenant_id = _tenant_id
     group by rules.max_members;
    if not isfinite(household_seats.changes_at) then
        household_seats.changes_at := null;
    end if;
end
$$;
