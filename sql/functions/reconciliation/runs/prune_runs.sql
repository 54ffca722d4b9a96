-- Deletes the app users of runs that ended more than `keep_days` ago, and counts them.
--
-- The runs, their outcomes and their drift stay. At most `maximum` rows at a time, so locks are
-- short.
-- Locks: the rows it deletes, skipping locked ones.

create function api.prune_runs(
    keep_days integer, maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _as_of constant timestamptz := coalesce(prune_runs.as_of, now());
    _pruned bigint;
begin
    delete from entitlements.run_app_users app_user
     using (select old.tenant_id, old.run_id, old.app_user_id
              from entitlements.runs ended
              join entitlements.run_app_users old
                on old.tenant_id = ended.tenant_id and old.run_id = ended.run_id
             where ended.ended_at < _as_of - make_interval(days => prune_runs.keep_days)
               and ended.tenant_id <> all (_away)
             limit prune_runs.maximum
               for update of old skip locked) as old
     where app_user.tenant_id = old.tenant_id and app_user.run_id = old.run_id
       and app_user.app_user_id = old.app_user_id;
    get diagnostics _pruned = row_count;
    return _pruned;
end
$$;
