-- Deletes changes that are older than their tenant keeps them; returns how many.
--
-- Deletes the lowest numbers first, at most `maximum` in all, and notes up to which: a reader that
-- still needs them is told. Goes through the tenants one at a time, and leaves none set.
-- Locks: heads by tenant → the rows it deletes.

create function api.prune_changes(maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _as_of constant timestamptz := coalesce(prune_changes.as_of, now());
    _tenant record;
    _count bigint;
    _pruned bigint := 0;
begin
    for _tenant in
        select tenant.tenant_id,
               _as_of - make_interval(days => tenant.changes_kept_days) as kept_from
          from entitlements.tenants tenant
         where tenant.tenant_id <> all (_away) order by tenant.tenant_id
    loop
        exit when _pruned >= prune_changes.maximum;
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        perform from entitlements.change_entries entry
          where entry.tenant_id = _tenant.tenant_id
            and entry.number = (
                select min(oldest.number) from entitlements.change_entries oldest
                 where oldest.tenant_id = _tenant.tenant_id)
            and entry.numbered_at < _tenant.kept_from;
        continue when not found; -- The usual case.
        perform from entitlements.change_heads head
          where head.tenant_id = _tenant.tenant_id for update;
        with old as (
            delete from entitlements.change_entries entry
             where entry.tenant_id = _tenant.tenant_id
               and entry.numbered_at < _tenant.kept_from
               and entry.number in (
                   select oldest.number from entitlements.change_entries oldest
                    where oldest.tenant_id = _tenant.tenant_id
                    order by oldest.number limit prune_changes.maximum - _pruned)
            returning entry.number)
        update entitlements.change_heads head
           set pruned_number = greatest(head.pruned_number, gone.number)
          from (select max(old.number), count(*) from old) as gone (number, count)
         where head.tenant_id = _tenant.tenant_id
        returning gone.count into _count;
        _pruned := _pruned + _count;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    return _pruned;
end
$$;
