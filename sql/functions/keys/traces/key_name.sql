-- Returns the name of the tenant's key that acted; null for a key without one, and other actors.
--
-- `actor` is as the audit has it: `support_key:7hX2mQ9aLr4TzK1c`. Keys of the installation have
-- no name here: they belong to no tenant.

create function api.key_name(actor text) returns text
language sql stable
return (
    select key.name from entitlements.api_keys key
     where key.tenant_id = entitlements.current_tenant_id()
       and key.key_id = split_part(key_name.actor, '_key:', 2)
       -- An app user may have an id that looks like a key.
       and key.kind || '_key:' || key.key_id = key_name.actor);
