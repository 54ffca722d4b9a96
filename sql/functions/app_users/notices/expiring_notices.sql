-- Returns the notices of app users whose access ends and does not renew.
--
-- The best source of each entitlement decides, so there is no notice while another lasts longer.
-- A failed payment has a notice of its own.
-- Locks: none.

create function api.expiring_notices(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
declare
    _before constant interval :=
        make_interval(days => (api.notice_rules()).expiring_days_before);
begin
    return query
    select found.app_user_uuid,
           api.notice_id(
               'expiring',
               coalesce(found.product_id, '') || ' '
                   || to_char(found.expires_at at time zone 'UTC', 'YYYY-MM-DD')),
           'expiring', 'warning', found.expires_at - _before, found.expires_at,
           jsonb_build_object(
               'entitlement_ids', jsonb_agg(found.entitlement_id order by found.entitlement_id),
               'product_id', found.product_id, 'store', found.store,
               'source', found.source_kind,
               'management_url', found.management_url)
      from api.answered_entitlements(
               expiring_notices.app_user_uuids, expiring_notices.environment,
               expiring_notices.as_of, expiring_notices.as_of < now()) as found
     where found.is_active and not found.will_renew and found.status <> 'billing_issue'
       and found.expires_at is not null
       and found.implied_by is null
     group by found.app_user_uuid, found.product_id, found.expires_at, found.store,
              found.source_kind, found.management_url;
end
$$;
