-- Starts a run: over one app user (`user`), those at risk (`due`) or all (`all`).
--
-- Workers read the app users afterwards.
-- Null: app_user_id.
-- Locks: as create_run.
-- Raises: app_user_not_found 404, upstream_not_configured 409, run_in_progress 409, with run_id.

create function api.start_run(
    scope text, app_user_id text, is_dry_run boolean, stop_at_lost_percent integer,
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _run entitlements.runs;
begin
    _run.tenant_id := entitlements.current_tenant_id();
    _run.scope := start_run.scope;
    _run.origin := 'request';
    _run.app_user_id := start_run.app_user_id;
    _run.is_dry_run := start_run.is_dry_run;
    _run.stop_at_lost_percent := start_run.stop_at_lost_percent;
    _run.started_at := coalesce(start_run.as_of, clock_timestamp());

    if not exists (
        select from entitlements.upstreams upstream
         where upstream.tenant_id = _run.tenant_id and upstream.sealed_key is not null) then
        raise sqlstate 'PT409' using message = 'upstream_not_configured',
            detail = 'The tenant has no key for RevenueCat''s REST API.';
    end if;
    if _run.app_user_id is not null and not exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _run.tenant_id and known.app_user_id = _run.app_user_id) then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'No app user has this id, so Hearth does not ask RevenueCat.';
    end if;
    _run := api.create_run(_run);
    return query select _run.started_at, api.run_json(_run, _run.started_at);
end
$$;
