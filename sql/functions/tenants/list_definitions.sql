-- Returns the files that were applied to a tenant, newest first, with their times and actors.
--
-- Called by an operator. A tenant keeps at most 200.

create function api.list_definitions()
returns table (definition_version bigint, applied_at timestamptz, applied_by text)
language plpgsql stable rows 20
as $$
begin
    return query
    select applied.definition_version, applied.applied_at, applied.applied_by
      from entitlements.applied_definitions applied
     where applied.tenant_id = entitlements.current_tenant_id()
     order by applied.definition_version desc;
end
$$;
