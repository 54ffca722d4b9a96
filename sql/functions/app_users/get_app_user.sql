-- Returns an app user: ids, kind, household, and purchases and grants in both environments.
--
-- Called with any key of the tenant. No row if the id is unknown.

create function api.get_app_user(app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_app_user.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'app_user_ids', facts.app_user_ids,
               'ids', (
                   select json_agg(
                              json_build_object(
                                  'app_user_id', own.app_user_id,
                                  'kind', case when own.is_anonymous then 'anonymous'
                                               else 'identified' end,
                                  'created_at', api.rfc3339(own.created_at))
                              order by own.is_anonymous, own.app_user_id)
                     from entitlements.app_user_ids own
                    where own.tenant_id = _tenant_id
                      and own.app_user_uuid = known.app_user_uuid),
               'kind', facts.kind,
               'created_at', facts.created_at,
               'household', facts.household,
               'subscriptions', coalesce(bought.subscriptions, '[]'::json),
               'purchases', coalesce(bought.purchases, '[]'::json),
               'grants', coalesce(bought.grants, '[]'::json))
      from entitlements.app_user_ids known
     cross join lateral api.app_user_facts(known.app_user_uuid, _as_of) as facts
     cross join lateral (
           select json_agg(purchase.answer order by purchase.place)
                      filter (where purchase.kind = 'subscription') as subscriptions,
                  json_agg(purchase.answer order by purchase.place)
                      filter (where purchase.kind = 'purchase') as purchases,
                  json_agg(purchase.answer order by purchase.place)
                      filter (where purchase.kind = 'grant') as grants
             from api.purchase_answers(known.app_user_uuid, _as_of) as purchase) as bought
     where known.tenant_id = _tenant_id and known.app_user_id = get_app_user.app_user_id;
end
$$;
