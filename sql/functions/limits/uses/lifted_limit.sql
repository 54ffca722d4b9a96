-- Returns how far entitlements lift a limit: the highest amount, or unlimited with its fair use.
--
-- The fair use is the highest of the unlimited ones; null if one of them has none. It is hard if
-- all of them are.
-- Locks: none.

create function api.lifted_limit(limit_id text, entitlement_ids text[])
returns table (is_unlimited boolean, amount bigint, fair_use bigint, is_hard boolean)
language sql stable security invoker rows 1
begin atomic
    select coalesce(bool_or(lifting.amount is null), false), max(lifting.amount),
           case when not bool_or(lifting.amount is null and lifting.fair_use is null)
                then max(lifting.fair_use) end,
           coalesce(bool_and(lifting.is_hard) filter (where lifting.amount is null), false)
      from entitlements.limit_entitlements lifting
     where lifting.tenant_id = entitlements.current_tenant_id()
       and lifting.limit_id = lifted_limit.limit_id
       and lifting.entitlement_id = any (lifted_limit.entitlement_ids);
end;
