-- Explains why an app user may or may not do something at a moment, from what lookups decide.
--
-- Called with a support key or more. At most one of `entitlement_id`, `feature_id` and
-- `limit_id` is given; without one it is about the plan. With `transaction_id`, the purchase of a
-- receipt is considered too, whichever app user owns it.
-- The answer holds codes and facts; the sentences are Swift's. The id of an erased app user is
-- unknown, as one is that was never heard of.
-- Plans once: planning took longer than running.
-- Raises: entitlement_not_in_catalog 404, feature_not_in_catalog 404, limit_not_in_catalog 404.

create function api.explain_access(
    app_user_id text, entitlement_id text default null, feature_id text default null,
    limit_id text default null, transaction_id text default null,
    environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(explain_access.as_of, now());
    _is_past constant boolean := _as_of < now();
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = explain_access.app_user_id);
    _asked record;
    _reasons entitlements.explained_reason[];
    _verdict entitlements.explained_reason;
    _slug constant text := (
        select tenant.slug from entitlements.tenants tenant where tenant.tenant_id = _tenant_id);
    _has_key constant boolean := exists (
        select from entitlements.upstreams upstream
         where upstream.tenant_id = _tenant_id and upstream.sealed_key is not null);
begin
    select * into strict _asked from api.asked_access(
        explain_access.app_user_id, explain_access.entitlement_id, explain_access.feature_id,
        explain_access.limit_id, explain_access.environment, _as_of);
    _reasons := api.reasons_of_access(
        _app_user_uuid, explain_access.app_user_id, explain_access.transaction_id,
        _asked.entitlement_ids, explain_access.environment, _as_of, _is_past);
    _verdict := api.verdict_of(
        _asked.code, _asked.id, _asked.is_allowed, _asked.answer, _app_user_uuid is not null,
        _reasons);
    return query
    select _as_of,
           json_build_object(
               'environment', explain_access.environment,
               'asked', json_build_object('kind', _asked.kind, 'id', _asked.id),
               'is_allowed', _asked.is_allowed,
               'verdict', json_build_object(
                   'reason', _verdict.code, 'facts', _verdict.facts),
               'answer', _asked.answer,
               'decision', json_build_object(
                   'entitlement_ids', _asked.entitlement_ids,
                   'purchases', (
                       select coalesce(json_agg(json_build_object(
                                  'reason', reason.code,
                                  'has_won', reason.has_won,
                                  'is_running', reason.is_running,
                                  'rule', case when reason.rule is not null
                                               then json_build_object('reason', reason.rule) end,
                                  'facts', reason.facts)), '[]')
                         from unnest(_reasons) as reason where reason.part = 'purchase'),
                   'households', (
                       select coalesce(json_agg(json_build_object(
                                  'reason', lived.code, 'facts', lived.facts)), '[]')
                         from api.known_households(
                                  _app_user_uuid, api.known_until(_as_of, _is_past)) as lived),
                   'events', (
                       select coalesce(json_agg(json_build_object(
                                  'reason', reason.code, 'facts', reason.facts)), '[]')
                         from unnest(_reasons) as reason where reason.part = 'event')),
               'changes', api.changes_ahead(_reasons, _verdict.facts ->> 'resets_at'),
               'knowledge', (
                   select json_agg(json_build_object('reason', known.code, 'facts', known.facts))
                     from api.knowledge_of(
                              _app_user_uuid, explain_access.app_user_id, _as_of) as known),
               'next', case when _asked.is_allowed then '[]' else api.next_steps(
                   _verdict, _reasons,
                   jsonb_build_object(
                       'tenant', _slug,
                       'app_user_id', explain_access.app_user_id,
                       'entitlement_id', _asked.entitlement_ids[1],
                       'id', _asked.id,
                       'environment', explain_access.environment),
                   _has_key) end);
end
$$;
