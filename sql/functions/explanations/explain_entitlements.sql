-- Explains an app user's plan and their entitlements, all at one moment.
--
-- Called with a support key or more. `answer` has the explanation of the plan as `plan`, and
-- those of entitlements by id; each is as explain_access answers it. Entitlements are at most
-- eight: those that the app user has or had, then others of the catalog, by rank.
-- Plans once: planning took longer than running.

create function api.explain_entitlements(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _as_of constant timestamptz := coalesce(explain_entitlements.as_of, now());
    _plan constant json := (
        select explained.answer
          from api.explain_access(
                   explain_entitlements.app_user_id,
                   environment => explain_entitlements.environment, as_of => _as_of) as explained);
    _held constant text[] := array(select json_object_keys(_plan #> '{answer,entitlements}'));
    _others constant text[] := array(
        select known.entitlement_id from entitlements.entitlements known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.entitlement_id <> all (_held)
         order by known.rank desc, known.entitlement_id);
    _explained_maximum constant integer := 8;
begin
    return query
    select _as_of,
           json_build_object(
               'plan', _plan,
               'entitlements', (
                   select coalesce(json_object_agg(named.id, explained.answer), '{}')
                     from unnest((_held || _others)[:_explained_maximum]) as named (id)
                    cross join lateral api.explain_access(
                              explain_entitlements.app_user_id, named.id,
                              environment => explain_entitlements.environment, as_of => _as_of)
                          as explained));
end
$$;
