-- Returns the current period of the subscription that lifts a limit highest; no row without one.
--
-- `answers` is the app user's answer. If the period began more than 366 days ago, months count, as
-- without a subscription. While a renewal is due, `resets_at` is null.
-- Pure: reads only its arguments.

create function api.subscription_window(
    liftings entitlements.limit_entitlements[], answers json, as_of timestamptz)
returns table (since timestamptz, resets_at timestamptz)
language plpgsql stable rows 1
as $$
begin
    return query
    select paid.started_at,
           case when paid.ends_at > subscription_window.as_of then paid.ends_at end
      from unnest(subscription_window.liftings) as lifting
     cross join lateral (
           select answers #> array['entitlements', lifting.entitlement_id] as answer) as held
     cross join lateral (
           select (held.answer #>> '{source,current_period_started_at}')::timestamptz,
                  (held.answer #>> '{source,current_period_ends_at}')::timestamptz)
           as paid (started_at, ends_at)
     where (held.answer ->> 'is_active')::boolean and paid.ends_at is not null
       and paid.started_at <= subscription_window.as_of
       and paid.started_at > subscription_window.as_of - interval '366 days'
     order by lifting.amount is not null, lifting.amount desc, lifting.entitlement_id
     limit 1;
end
$$;
