-- Deletes drift and ended runs that are older than their tenant keeps them; returns how many.
--
-- The oldest first, at most `maximum` in all. A run goes after its app users (see prune_runs).
-- Snapshots stay, and what they changed is evidence. Goes through the tenants one at a time, and
-- leaves none set.
-- Locks: the drift it deletes → the runs it deletes, skipping locked ones.

create function api.prune_old_runs(maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _as_of constant timestamptz := coalesce(prune_old_runs.as_of, now());
    _tenant record;
    _count bigint;
    _pruned bigint := 0;
begin
    for _tenant in
        select tenant.tenant_id,
               _as_of - make_interval(days => tenant.runs_kept_days) as kept_from
          from entitlements.tenants tenant
         where tenant.tenant_id <> all (_away) order by tenant.tenant_id
    loop
        exit when _pruned >= prune_old_runs.maximum;
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        delete from entitlements.drift found
         where found.tenant_id = _tenant.tenant_id and found.ctid = any (array(
               select old.ctid from entitlements.drift old
                where old.tenant_id = _tenant.tenant_id and old.found_at < _tenant.kept_from
                order by old.found_at, old.drift_id
                limit prune_old_runs.maximum - _pruned
                  for update skip locked));
        get diagnostics _count = row_count;
        _pruned := _pruned + _count;
        delete from entitlements.runs run
         where run.tenant_id = _tenant.tenant_id and run.ctid = any (array(
               select old.ctid from entitlements.runs old
                where old.tenant_id = _tenant.tenant_id and old.ended_at < _tenant.kept_from
                  and not exists (
                      select from entitlements.run_app_users listed
                       where listed.tenant_id = old.tenant_id and listed.run_id = old.run_id)
                order by old.ended_at
                limit greatest(prune_old_runs.maximum - _pruned, 0)
                  for update skip locked));
        get diagnostics _count = row_count;
        _pruned := _pruned + _count;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    return _pruned;
end
$$;
