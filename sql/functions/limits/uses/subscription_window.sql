-- Returns the current period of the subscription that lifts a limit highest; no row without one.
--
-- No row either for another period than `subscription`.
-- `told` are the app user's entitlements as answered. A period that began more than 366 days ago
-- counts by the month, as without a subscription. While a renewal is awaited, `resets_at` is null.
-- Locks: none.

create function api.subscription_window(
    period text, limit_id text, told json, as_of timestamptz)
returns table (since timestamptz, resets_at timestamptz)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if subscription_window.period is distinct from 'subscription' then
        return;
    end if;
    return query
    select paid.started_at,
           case when paid.ends_at > subscription_window.as_of then paid.ends_at end
      from entitlements.limit_entitlements lifting
     cross join lateral (
           select told -> lifting.entitlement_id as answer) as held
     cross join lateral (
           select (held.answer #>> '{source,current_period_started_at}')::timestamptz,
                  (held.answer #>> '{source,current_period_ends_at}')::timestamptz)
           as paid (started_at, ends_at)
     where lifting.tenant_id = _tenant_id and lifting.limit_id = subscription_window.limit_id
       and (held.answer ->> 'is_active')::boolean and paid.ends_at is not null
       and paid.started_at <= subscription_window.as_of
       and paid.started_at > subscription_window.as_of - interval '366 days'
     order by lifting.amount is not null, lifting.amount desc, lifting.entitlement_id
     limit 1;
end
$$;
