-- Returns until when an app user has every one of some entitlements without a gap.
--
-- Counts access from every source, and access that is yet to begin when other access ends. It is
-- `as_of` if they lack one of the entitlements, and infinity if access never ends.

create function api.covered_until(
    app_user_id text, environment text, entitlement_ids text[], as_of timestamptz)
returns timestamptz
language plpgsql stable
as $$
declare
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = covered_until.app_user_id);
begin
    return (
        with had as materialized (
            select granted.entitlement_id,
                   range_agg(tstzrange(usable.starts_at, usable.ends_at)) as spans
              from api.usable_purchases(
                       array[_app_user_uuid], covered_until.environment, covered_until.as_of,
                       covered_until.as_of < now()) as usable
             cross join lateral api.granted_entitlements(
                       (usable.purchase).product_id, (usable.purchase).entitlement_ids) as granted
             where usable.starts_at < usable.ends_at
               and (usable.household_id is null or granted.is_shared)
             group by granted.entitlement_id)
        select min(coalesce(upper(run.span), covered_until.as_of))
          from unnest(covered_until.entitlement_ids) as asked (id)
          left join had on had.entitlement_id = asked.id
          left join lateral unnest(had.spans) as run (span)
            on run.span @> covered_until.as_of);
end
$$;
