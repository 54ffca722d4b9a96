-- Refuses what is asked of a tenant that another database serves, or will serve in a moment.
--
-- Reading transactions are let in until the tenant has moved. The first writing one after the lease
-- of a move ends it.
-- Raises: tenant_moving 503, tenant_moved 503.

create function api.refuse_if_away(tenant_id uuid)
returns text
language plpgsql stable
as $$
declare
    _writes constant boolean := not current_setting('transaction_read_only')::boolean;
    _state text;
    _has_lapsed boolean;
begin
    select move.state, move.state = 'fenced' and move.fenced_until <= clock_timestamp()
      into _state, _has_lapsed
      from entitlements.tenant_moves move
     where move.tenant_id = refuse_if_away.tenant_id and move.is_away;
    if _has_lapsed and _writes then
        _state := api.lapse_fence(refuse_if_away.tenant_id);
    end if;
    if _state = 'moved' then
        raise sqlstate 'PT503' using message = 'tenant_moved',
            detail = 'The tenant has moved to another installation.',
            hint = json_build_object('retry_after_seconds', 5);
    elsif _state = 'arriving'
          or _state = 'fenced' and _writes then
        raise sqlstate 'PT503' using message = 'tenant_moving',
            detail = 'The tenant is being moved to another installation. Try again in a moment.',
            hint = json_build_object('retry_after_seconds', 1);
    end if;
    return null;
end
$$;
