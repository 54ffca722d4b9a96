-- Returns the notices of app users whose access ended, with the reason, for the tenant's days.
--
-- Three ends have none:
-- - other access lasts;
-- - the subscription would have renewed, and no evidence says that it did not;
-- - their own purchase was refunded, which has a notice of its own.

create function api.ended_notices(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable rows 1
as $$
declare
    _after constant interval := make_interval(days => (api.notice_rules()).ended_days_after);
begin
    return query
    select found.app_user_uuid,
           api.notice_id(
               'ended',
               coalesce(bought.product_id, '') || ' '
                   || to_char(found.ends_at at time zone 'UTC', 'YYYY-MM-DD')),
           'ended',
           case when found.reason = 'billing_error' then 'critical' else 'info' end,
           found.ends_at, found.ends_at + _after,
           jsonb_build_object(
               'entitlement_ids', jsonb_agg(found.entitlement_id order by found.entitlement_id),
               'reason', found.reason,
               'product_id', bought.product_id, 'store', bought.store,
               'source', found.source_kind,
               'management_url',
                   case when found.source_kind <> 'household' and not bought.is_one_time
                        then api.management_url(bought.store) end)
      from api.entitlement_ends(
               ended_notices.app_user_uuids, ended_notices.environment,
               ended_notices.as_of) as found
     cross join lateral (select (found.purchase).*) as bought
     where not found.is_active and not found.renewal_is_due and found.implied_by is null
       and ended_notices.as_of < found.ends_at + _after
       and (bought.refunded_at is null or found.source_kind = 'household')
     group by found.app_user_uuid, bought.product_id, found.ends_at, found.reason, bought.store,
              found.source_kind, bought.is_one_time;
end
$$;
