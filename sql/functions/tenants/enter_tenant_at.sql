-- Does what enter_tenant does, and tells whether the server has reached a position of the log.
--
-- The driver calls it before a lookup that names a position. If the position is not reached, the
-- driver drops what the lookup answers. An error would undo the calls that share the transaction.
-- Null: entered.
-- Raises: tenant_moving 503, tenant_moved 503.

create function api.enter_tenant_at(tenant text, log_position text, is_exact boolean)
returns table (entered text)
language plpgsql stable rows 1
as $$
begin
    perform api.enter_tenant(enter_tenant_at.tenant);
    return query
    select case when not api.has_reached(
        enter_tenant_at.log_position, enter_tenant_at.is_exact) then 'not_reached' end;
end
$$;
