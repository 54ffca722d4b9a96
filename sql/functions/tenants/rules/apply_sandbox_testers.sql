-- Replaces the tenant's testers by those of a validated definition.
--
-- Locks: none of its own; the caller has locked the tenant.

create function api.apply_sandbox_testers(definition jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    delete from entitlements.sandbox_testers tester where tester.tenant_id = _tenant_id;
    insert into entitlements.sandbox_testers (tenant_id, app_user_id, counts_until)
    select _tenant_id, tester.id, tester.until
      from jsonb_to_recordset(
               coalesce(apply_sandbox_testers.definition -> 'sandbox_testers', '[]'))
           as tester (id text, until timestamptz);
end
$$;
