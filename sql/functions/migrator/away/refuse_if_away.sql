-- Refuses what is asked of a tenant that another database serves, or will serve in a moment.
--
-- Reading transactions are let in until the tenant has moved.
-- Raises: tenant_moving 503, tenant_moved 503.

create function api.refuse_if_away(tenant_id uuid)
returns text
language plpgsql stable
as $$
declare
    _state constant text := (
        select move.state from entitlements.tenant_moves move
         where move.tenant_id = refuse_if_away.tenant_id and move.is_away);
begin
    if _state = 'moved' then
        raise sqlstate 'PT503' using message = 'tenant_moved',
            detail = 'The tenant has moved to another installation.',
            hint = json_build_object('retry_after_seconds', 5);
    elsif _state = 'arriving'
          or _state = 'fenced' and not current_setting('transaction_read_only')::boolean then
        raise sqlstate 'PT503' using message = 'tenant_moving',
            detail = 'The tenant is being moved to another installation. Try again in a moment.',
            hint = json_build_object('retry_after_seconds', 1);
    end if;
    return null;
end
$$;
