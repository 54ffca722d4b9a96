-- Takes a tenant's writes again if a move has refused them for longer than its lease.
--
-- Returns the state of the move then; null without one. The row stays locked until the caller has
-- committed. A command that prolongs its lease or switches waits for that, and finds the state
-- changed: so no write comes in that it has not compared.
-- security definer because the server may not change moves.
-- Locks: the row of tenant_moves.

create function api.lapse_fence(tenant_id uuid)
returns text
language plpgsql volatile security definer
as $$
begin
    update entitlements.tenant_moves move
       set state = 'copying', changed_at = clock_timestamp()
     where move.tenant_id = lapse_fence.tenant_id
       and move.state = 'fenced' and move.fenced_until <= clock_timestamp();
    return (select move.state from entitlements.tenant_moves move
             where move.tenant_id = lapse_fence.tenant_id);
end
$$;
