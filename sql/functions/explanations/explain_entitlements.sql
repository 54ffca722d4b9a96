-- Explains an app user's plan and several entitlements, all at one moment.
--
-- Called with a secret or an admin key. `answer` has the explanation of the plan as `plan`, and
-- those of `entitlement_ids` by id; each is as explain_access answers it.
-- Plans once: planning took longer than running.
-- Raises: entitlement_not_in_catalog 404.

create function api.explain_entitlements(
    app_user_id text, entitlement_ids text[], environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _as_of constant timestamptz := coalesce(explain_entitlements.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'plan', (
                   select explained.answer
                     from api.explain_access(
                              explain_entitlements.app_user_id,
                              environment => explain_entitlements.environment, as_of => _as_of)
                          as explained),
               'entitlements', (
                   select coalesce(json_object_agg(named.id, explained.answer), '{}')
                     from unnest(explain_entitlements.entitlement_ids) as named (id)
                    cross join lateral api.explain_access(
                              explain_entitlements.app_user_id, named.id,
                              environment => explain_entitlements.environment, as_of => _as_of)
                          as explained));
end
$$;
