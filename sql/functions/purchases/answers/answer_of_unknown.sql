-- Returns what an id that no table has may do: what the free plan gives.
--
-- It is what derived_answers says of an app user without purchases, and costs one look at the
-- tenant: most users of an app have never bought anything.

create function api.answer_of_unknown()
returns table (answer json)
language sql stable rows 1
begin atomic
    select api.answer_json(
        (select tenant.free_plan from entitlements.tenants tenant
          where tenant.tenant_id = entitlements.current_tenant_id()),
        'none', '{}'::json, null);
end;
