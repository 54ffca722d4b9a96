-- Returns an app user as RevenueCat's v1 returns a subscriber, with the household's access.
--
-- Called with any key of the tenant, by code that was written for RevenueCat. An unknown app user
-- is shown without purchases, and is not created.

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
    select json_object_agg(lasting.product_id, lasting.answer::jsonb - 'id'
                           order by lasting.product_id) as subscriptions,
           (array_agg(api.management_url(lasting.store) order by lasting.ends_at desc)
                filter (where lasting.is_own and lasting.ends_at > _as_of))[1] as management_url
      into strict _bought
      from (select distinct on (shown.product_id) shown.*
              from api.subscriber_purchases(
                       _known.app_user_uuid, get_subscriber.environment, _as_of) as shown
             where not shown.is_one_time
             order by shown.product_id, shown.ends_at desc, shown.is_own desc) as lasting;
    return query
    select _as_of, json_build_object(
        'request_date', api.revenuecat_date(_as_of),
        'request_date_ms', floor(extract(epoch from _as_of) * 1000)::bigint,
        'subscriber', json_build_object(
            'entitlements', coalesce(api.subscriber_entitlements(
                _known.app_user_uuid, get_subscriber.environment, _as_of), '{}'),
            'first_seen', api.revenuecat_date(coalesce(_known.created_at, _as_of)),
            'last_seen', api.revenuecat_date(
                coalesce(_known.confirmed_at, _known.created_at, _as_of)),
            'management_url', _bought.management_url,
            'non_subscriptions', coalesce((
                select json_object_agg(once.product_id, once.answers order by once.product_id)
                  from (select shown.product_id, json_agg(shown.answer) as answers
                          from api.subscriber_purchases(
                                   _known.app_user_uuid, get_subscriber.environment, _as_of)
                               as shown
                         where shown.is_one_time group by shown.product_id) as once), '{}'),
            'original_app_user_id', coalesce(
                api.shown_app_user_id(_known.app_user_uuid), get_subscriber.app_user_id),
            'original_application_version', null,
            'original_purchase_date', null,
            'other_purchases', json_build_object(),
            'subscriptions', coalesce(_bought.subscriptions, '{}')));
end
$$;
