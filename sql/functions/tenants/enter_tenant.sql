-- Sets the tenant that the rest of the transaction acts for, or refuses if it is not served here.
--
-- The driver calls it before each call for a tenant, in the same transaction. While the writes of a
-- tenant are held up, transactions that only read go on: nothing changes meanwhile.
-- It is inlined. Schema hearth_moves is there while tenant_moves has a row. A name is found in the
-- session's cache, which costs a fifth of a look for the row.
-- Null: entered.
-- Raises: tenant_moving 503, tenant_moved 503.

create function api.enter_tenant(tenant text)
returns table (entered text)
language sql stable rows 1
begin atomic
    select case
        when pg_catalog.set_config('hearth.tenant_id', enter_tenant.tenant, true) is not null
             and pg_catalog.to_regnamespace('hearth_moves') is not null
        then api.refuse_if_away(enter_tenant.tenant::uuid) end;
end;
