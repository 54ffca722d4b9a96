-- Lists the active entitlements, in both environments, of the app users behind ids, now or later.
--
-- Unknown ids get an empty list.
-- Looks up one id at a time (plans: rule 3).

create function api.active_answers(app_user_ids text[], as_of timestamptz)
returns table (app_user_id text, entitlement_ids text[])
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_users constant uuid[] := array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_id = any (active_answers.app_user_ids));
begin
    return query
    select named.id, coalesce(active.ids, '{}')
      from (select distinct unnest(active_answers.app_user_ids)) as named (id)
      left join lateral api.app_user_of(named.id) as own on true
      left join (
           select found.app_user_uuid,
                  array_agg(environments.environment || ' ' || found.entitlement_id
                            order by environments.environment, found.entitlement_id)
             from (values ('production'), ('sandbox')) as environments (environment)
            cross join lateral api.answered_entitlements(
                      _app_users, environments.environment, active_answers.as_of,
                      is_past => false) as found
            where found.is_active
            group by found.app_user_uuid) as active (app_user_uuid, ids)
        on active.app_user_uuid = own.app_user_uuid
     where named.id is not null
     order by named.id;
end
$$;
