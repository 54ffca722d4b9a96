-- Returns a run as the API's JSON: its task, progress, rate, budget and time left.
--
-- The rate is that of the last minute. While it is zero, the time left follows from the budget.
-- While no request is allowed, `setback` says why; otherwise why the last failed snapshot failed.

create function api.run_json(run entitlements.runs, as_of timestamptz) returns json
language plpgsql stable
as $$
declare
    _outcome constant jsonb := coalesce(run.outcome, api.run_outcome(run));
    _waiting constant bigint := (_outcome -> 'people' ->> 'waiting')::bigint;
    _seconds constant numeric := greatest(
        1, least(60, extract(epoch from run_json.as_of - run.started_at)));
    _tenant record;
    _per_minute numeric;
    _pause text;
begin
    select case upstream.pause_reason when 'key_unusable' then 'unauthorized'
                else upstream.pause_reason end
      into _pause
      from entitlements.upstreams upstream
     where upstream.tenant_id = run.tenant_id and run.ended_at is null
       and upstream.paused_until > run_json.as_of;
    select tenant.requests_per_minute, snapshot.requests into strict _tenant
      from entitlements.tenants tenant
     cross join lateral api.requests_per_snapshot(tenant) as snapshot (requests)
     where tenant.tenant_id = run.tenant_id;
    select round(count(*) * 60 / _seconds, 1) into strict _per_minute
      from entitlements.run_app_users app_user
     where app_user.tenant_id = run.tenant_id and app_user.run_id = run.run_id
       and app_user.outcome is not null and run.ended_at is null
       and app_user.done_at > run_json.as_of - make_interval(secs => _seconds);
    return json_build_object(
        'run_id', run.run_id, 'scope', run.scope, 'app_user_id', run.app_user_id,
        'covers', case when run.is_project_listed then 'whole_project' else 'known_ids' end,
        'origin', run.origin, 'dry_run', run.is_dry_run,
        'stop_at_lost_percent', run.stop_at_lost_percent, 'status', run.status,
        'setback', coalesce(_pause, run.setback), 'started_at', api.rfc3339(run.started_at),
        'ended_at', api.rfc3339(run.ended_at),
        'people', _outcome -> 'people', 'drift', _outcome -> 'drift',
        'people_per_minute', _per_minute,
        'budget', json_build_object(
            'requests_per_minute', _tenant.requests_per_minute,
            'requests_used_per_minute', _per_minute * _tenant.requests),
        'seconds_left', case
            when run.status = 'running' then ceil(_waiting * 60 / coalesce(
                nullif(_per_minute, 0),
                _tenant.requests_per_minute::numeric / _tenant.requests)) end);
end
$$;
