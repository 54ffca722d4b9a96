-- Returns the notices of app users whose access ends and does not renew.
--
-- No notice while another source renews, lasts longer, or follows without a gap.
-- It begins once evidence says that access ends. A failed payment has a notice of its own.

create function api.expiring_notices(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable rows 1
as $$
declare
    _before constant interval :=
        make_interval(days => (api.notice_rules()).expiring_days_before);
begin
    return query
    select found.app_user_uuid,
           api.notice_id(
               'expiring',
               coalesce(bought.product_id, '') || ' '
                   || to_char(found.ends_at at time zone 'UTC', 'YYYY-MM-DD')),
           'expiring', 'warning',
           greatest(found.ends_at - _before, max(found.ending_since)), found.ends_at,
           jsonb_build_object(
               'entitlement_ids', jsonb_agg(found.entitlement_id order by found.entitlement_id),
               'product_id', bought.product_id, 'store', bought.store,
               'source', found.source_kind,
               'management_url', page.management_url)
      from api.entitlement_ends(
               expiring_notices.app_user_uuids, expiring_notices.environment,
               expiring_notices.as_of) as found
     cross join lateral (select (found.purchase).*) as bought
     cross join lateral (
           select case when found.source_kind <> 'household' and not bought.is_one_time
                       then api.management_url(bought.store) end) as page (management_url)
     where found.is_active and isfinite(found.ends_at) and found.implied_by is null
       and bought.status_until_end <> 'billing_issue'
     group by found.app_user_uuid, bought.product_id, found.ends_at, bought.store,
              found.source_kind, page.management_url;
end
$$;
