-- Returns the notices about app users' own purchases: a failed payment, a trial's end, a refund.
--
-- A failed payment is not told while other access outlasts that of its purchase.
-- The id names the purchase and its period by the day, so that evidence which tells the same more
-- exactly gives the same notice.

create function api.purchase_notices(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable rows 4
as $$
declare
    _rules constant entitlements.notice_rules := api.notice_rules();
    _as_of constant timestamptz := purchase_notices.as_of;
begin
    return query
    select owned.app_user_uuid,
           api.notice_id(
               notice.kind,
               bought.purchase_id || ' ' || coalesce(
                   to_char(bought.period_started_at at time zone 'UTC', 'YYYY-MM-DD'), '')),
           notice.kind, notice.severity, notice.since, notice.until,
           jsonb_build_object(
               'product_id', bought.product_id, 'store', bought.store,
               'access_ends_at', case when isfinite(bought.access_ends_at)
                                      then api.rfc3339(bought.access_ends_at) end,
               'management_url', api.management_url(bought.store))
      from api.owned_purchases(
               purchase_notices.app_user_uuids, purchase_notices.environment, _as_of,
               _as_of < now()) as owned
     cross join lateral (select (owned.purchase).*) as bought
     cross join lateral (
           select bought.access_starts_at <= _as_of and _as_of < bought.access_ends_at,
                  coalesce(bought.trial_ends_at, bought.expires_at))
           as present (is_active, trial_end)
     cross join lateral (
           select 'billing_issue' as kind, 'critical' as severity,
                  bought.billing_issue_at as since,
                  nullif(bought.access_ends_at, 'infinity') as until
            where present.is_active and bought.status_until_end = 'billing_issue'
              and api.is_last_access(owned.app_user_uuid, owned.purchase, _as_of)
            union all
           select 'trial_ending', 'info',
                  greatest(
                      present.trial_end - make_interval(days => _rules.trial_ending_days_before),
                      bought.access_starts_at, bought.period_started_at),
                  present.trial_end
            where present.is_active and bought.period_type = 'trial' and bought.will_renew
            union all
           select 'refunded', 'info', bought.refunded_at,
                  bought.refunded_at + make_interval(days => _rules.refunded_days_after))
           as notice
     where notice.since is not null;
end
$$;
