-- Returns how far entitlements lift a limit: the highest amount, or unlimited with its fair use.
--
-- `answers` is the app user's answer, with the entitlements that are active. The fair use is the
-- highest of the unlimited entitlements, or null if one of them has none. It is hard if all are.

create function api.lifted_limit(liftings entitlements.limit_entitlements[], answers json)
returns table (is_unlimited boolean, amount bigint, fair_use bigint, is_hard boolean)
language sql stable rows 1
begin atomic
    select coalesce(bool_or(lifting.amount is null), false), max(lifting.amount),
           case when not bool_or(lifting.amount is null and lifting.fair_use is null)
                then max(lifting.fair_use) end,
           coalesce(bool_and(lifting.is_hard) filter (where lifting.amount is null), false)
      from unnest(lifted_limit.liftings) as lifting
     where (lifted_limit.answers #>> array['entitlements', lifting.entitlement_id, 'is_active'])
           ::boolean;
end;
