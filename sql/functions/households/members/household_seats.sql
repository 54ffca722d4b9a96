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
      -- Each row is looked up by what the one before says (plans: rules 3 and 9).
      left join (api.members_of(household_seats.household_id) as member
           cross join lateral (
                 select * from entitlements.purchases bought
                  where bought.tenant_id = _tenant_id and bought.owner_uuid = member.app_user_uuid
                    and bought.environment = 'production' and not api.is_granted(bought.store)
                    and not bought.is_family_share
                    and bought.access_ends_at > household_seats.as_of
                 offset 0) as purchase
           cross join lateral (
                 select purchase.access_starts_at <= household_seats.as_of) as clock (is_active)
           cross join lateral (
                 select purchase.product_id union select split_part(purchase.product_id, ':', 1)
                 offset 0) as named (product_id)
           cross join lateral (
                 select product.seats from entitlements.products product
                  where product.tenant_id = _tenant_id
                    and product.product_id = named.product_id
                 offset 0) as sold)
        on sold.seats > rules.max_members and member.left_at is null
     where rules.tenant_id = _tenant_id
     group by rules.max_members;
    if not isfinite(household_seats.changes_at) then
        household_seats.changes_at := null;
    end if;
end
$$;
