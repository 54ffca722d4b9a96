-- Returns an app user as RevenueCat's v1 returns a subscriber, with the household's access.
--
-- Called with any key of the tenant, by code that was written for RevenueCat. An unknown app user
-- is shown without purchases, and is not created. An entitlement has the product, the dates and the
-- end of the purchase that gives it, and is shown only if that purchase is.

create function api.get_subscriber(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_subscriber.as_of, now());
    _known entitlements.app_users;
    _bought record;
begin
    select app_user.* into _known
      from entitlements.app_user_ids known
      join entitlements.app_users app_user
        on app_user.tenant_id = _tenant_id and app_user.app_user_uuid = known.app_user_uuid
     where known.tenant_id = _tenant_id and known.app_user_id = get_subscriber.app_user_id;
    with shown as materialized (
        select * from api.subscriber_purchases(
                   _known.app_user_uuid, get_subscriber.environment, _as_of)
    )
    select (select json_object_agg(lasting.product_key, lasting.answer - 'id'
                                   order by lasting.product_key)
              from shown as lasting where lasting.is_lasting) as subscriptions,
           (select json_object_agg(once.product_key, once.answers order by once.product_key)
              from (select shown.product_key,
                           json_agg(shown.answer
                                    order by (shown.purchase).starts_at) as answers
                      from shown where not shown.is_lasting
                     group by shown.product_key) as once) as non_subscriptions,
           (select json_object_agg(given.entitlement_id, api.subscriber_entitlement_json(
                                       shown.product_key, shown.answer)
                                   order by given.entitlement_id)
              from shown
             cross join lateral unnest(shown.entitlement_ids) as given (entitlement_id))
               as entitlements,
           (select api.management_url((own.purchase).store) from shown as own
             where own.is_own and own.is_active and not (own.purchase).is_one_time
             order by own.ends_at desc limit 1) as management_url
      into strict _bought;
    return query
    select _as_of, json_build_object(
        'request_date', api.revenuecat_date(_as_of),
        'request_date_ms', floor(extract(epoch from _as_of) * 1000)::bigint,
        'subscriber', json_build_object(
            'entitlements', coalesce(_bought.entitlements, '{}'),
            'first_seen', api.revenuecat_date(coalesce(_known.created_at, _as_of)),
            'last_seen', api.revenuecat_date(
                coalesce(_known.confirmed_at, _known.created_at, _as_of)),
            'management_url', _bought.management_url,
            'non_subscriptions', coalesce(_bought.non_subscriptions, '{}'),
            'original_app_user_id', coalesce(
                api.shown_app_user_id(_known.app_user_uuid), get_subscriber.app_user_id),
            'original_application_version', null,
            'original_purchase_date', null,
            'other_purchases', json_build_object(),
            'subscriptions', coalesce(_bought.subscriptions, '{}')));
end
$$;
