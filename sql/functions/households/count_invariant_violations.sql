-- Returns how many invariants are violated in the whole installation.
--
-- Called by the worker, for its gauge.
-- security definer because it reads all tenants, one at a time under the row security of each; it
-- returns only a number.

create function api.count_invariant_violations()
returns table (violations bigint)
language plpgsql volatile security definer rows 1
as $$
declare
    _tenant_id uuid;
begin
    violations := 0;
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        violations := violations + (
            select count(*) from entitlements.invariant_violations violated
             where violated.tenant_id = _tenant_id);
    end loop;
    return next;
end
$$;
