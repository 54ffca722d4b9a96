-- Returns an app user's entitlements as RevenueCat's v1 shows them, ended ones included.
--
-- One through the household names the product that another member bought.

create function api.subscriber_entitlements(
    app_user_uuid uuid, environment text, as_of timestamptz)
returns json
language plpgsql stable
as $$
begin
    return (
        select coalesce(
                   json_object_agg(
                       found.entitlement_id,
                       json_strip_nulls(json_build_object(
                           'product_plan_identifier', case
                               when found.store = 'play_store'
                               then nullif(split_part(found.product_id, ':', 2), '') end))::jsonb
                       || jsonb_build_object(
                           'expires_date', api.revenuecat_date(found.expires_at),
                           'grace_period_expires_date', api.revenuecat_date(found.grace_ends_at),
                           'product_identifier', api.subscriber_product(
                               found.product_id, found.store, found.entitlement_id),
                           'purchase_date', api.revenuecat_date(found.period_started_at))
                       order by found.entitlement_id),
                   '{}')
          from api.answered_entitlements(
                   array[subscriber_entitlements.app_user_uuid],
                   subscriber_entitlements.environment, subscriber_entitlements.as_of,
                   subscriber_entitlements.as_of < now()) as found
         where found.has_begun);
end
$$;
