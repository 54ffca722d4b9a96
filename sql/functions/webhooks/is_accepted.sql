-- Whether an event is to be applied: it was understood, and it is not one of the sandbox events
-- that the tenant asked to ignore.
--
-- internal: called by receive_webhook_event.
-- Locks: none.

create function api.is_accepted(facts jsonb) returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    if facts is null then
        return false;
    end if;
    return facts ->> 'environment' is distinct from 'sandbox'
        or exists (
            select from entitlements.tenants tenant
             where tenant.tenant_id = entitlements.current_tenant_id()
               and tenant.sandbox_policy = 'accept');
end
$$;

grant execute on function api.is_accepted(jsonb) to hearth_server;
comment on function api.is_accepted(jsonb) is 'Whether an event is to be applied.';
