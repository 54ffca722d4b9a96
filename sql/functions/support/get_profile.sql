-- Returns an app user as support sees them: what get_app_user says, who they are, what they paid.
--
-- Called with a support key or more. Attributes are those of RevenueCat's events, the newest of
-- each name under any id of the app user, at most 100. Of what was paid there is a sum for each
-- currency, in production, at any time. No row if the id is unknown.

create function api.get_profile(app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json, profile json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = get_profile.app_user_id);
    _attributes_maximum constant integer := 100;
begin
    return query
    with attribute as materialized (
        select distinct on (stored.name) stored.name, stored.value, stored.updated_at
          from entitlements.app_user_ids own
          join entitlements.attributes stored
            on stored.tenant_id = own.tenant_id and stored.app_user_id = own.app_user_id
         where own.tenant_id = entitlements.current_tenant_id()
           and own.app_user_uuid = _app_user_uuid
         order by stored.name, stored.updated_at desc
         limit _attributes_maximum
    ),
    charge as materialized (
        select (charge.payment).country_code, (charge.payment).purchased_at,
               (charge.payment).currency,
               (charge.payment).price_in_purchased_currency as amount,
               abs((charge.refund).price_in_purchased_currency) as refunded
          from api.owned_purchases(
                   array[_app_user_uuid], 'production', now(), false) as owned
         cross join lateral api.charges_of((owned.purchase).purchase_id) as charge
         where not api.is_granted((owned.purchase).store)
    )
    select found.answered_as_of, found.answer, json_build_object(
        'display_name', (
            select attribute.value from attribute where attribute.name = '$displayName'),
        'email', (select attribute.value from attribute where attribute.name = '$email'),
        'country_code', (
            select charge.country_code from charge where charge.country_code is not null
             order by charge.purchased_at desc limit 1),
        'paid', coalesce((
            select json_agg(paid order by paid.currency)
              from (select charge.currency, count(*) as charges,
                           sum(charge.amount) as amount,
                           coalesce(sum(charge.refunded), 0) as refunded
                      from charge
                     where charge.currency is not null and charge.amount > 0
                     group by charge.currency) as paid), '[]'),
        'attributes', coalesce((
            select json_agg(json_build_object(
                       'name', attribute.name, 'value', attribute.value,
                       'updated_at', api.rfc3339(attribute.updated_at))
                   order by attribute.name)
              from attribute where attribute.value is not null), '[]'))
      from api.get_app_user(get_profile.app_user_id, get_profile.as_of) as found;
end
$$;
