-- Takes a use back, out of every window that counts it.
--
-- The caller has locked the app user. If the use was pruned, only limits that never reset count it.
-- Locks: the rows of uses or usage.

create function api.return_use(returned entitlements.reservations) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _covered constant bigint := case when returned.is_covered then returned.amount else 0 end;
begin
    delete from entitlements.uses counted
     where counted.tenant_id = _tenant_id and counted.app_user_id = returned.app_user_id
       and counted.limit_id = returned.limit_id and counted.used_at = returned.made_at
       and counted.amount = returned.amount;
    if not found then
        update entitlements.uses counted
           set amount = counted.amount - returned.amount, total = counted.total - returned.amount,
               covered = counted.covered - _covered,
               covered_total = counted.covered_total - _covered
         where counted.tenant_id = _tenant_id and counted.app_user_id = returned.app_user_id
           and counted.limit_id = returned.limit_id and counted.used_at = returned.made_at;
    end if;
    if not found then
        update entitlements.usage pruned
           set used = pruned.used - returned.amount, covered = pruned.covered - _covered
         where pruned.tenant_id = _tenant_id and pruned.app_user_id = returned.app_user_id
           and pruned.limit_id = returned.limit_id;
        return;
    end if;
    update entitlements.uses later
       set total = later.total - returned.amount,
           covered_total = later.covered_total - _covered
     where later.tenant_id = _tenant_id and later.app_user_id = returned.app_user_id
       and later.limit_id = returned.limit_id and later.used_at > returned.made_at;
end
$$;
