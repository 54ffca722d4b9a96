-- Returns the counts of a run so far: its app users by outcome, and its drift by cause.

create function api.run_outcome(run entitlements.runs) returns jsonb
language plpgsql stable
as $$
begin
    return jsonb_build_object(
        'people', (
            select jsonb_build_object(
                       'total', count(*),
                       'waiting', count(*) filter (where app_user.outcome is null),
                       'read', count(*) filter (where app_user.outcome = 'read'),
                       'unknown', count(*) filter (where app_user.outcome = 'unknown'),
                       'failed', count(*) filter (where app_user.outcome = 'failed'))
              from entitlements.run_app_users app_user
             where app_user.tenant_id = run.tenant_id and app_user.run_id = run.run_id),
        'drift', (
            select jsonb_build_object(
                       'total', coalesce(sum(cause.differences), 0),
                       'access_affected', coalesce(sum(cause.affected), 0),
                       'causes', coalesce(jsonb_object_agg(cause.name, cause.differences), '{}'))
              from (select drift.cause, count(*), count(*) filter (where drift.access_affected)
                      from entitlements.drift drift
                     where drift.tenant_id = run.tenant_id and drift.run_id = run.run_id
                     group by drift.cause) as cause (name, differences, affected)));
end
$$;
