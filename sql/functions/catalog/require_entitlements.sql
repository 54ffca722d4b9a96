-- Refuses names that the tenant's catalog lacks: a misspelt entitlement must not read as a "no".
--
-- internal: called by get_entitlement and check_entitlements.
-- Locks: none.
-- Raises: entitlement_not_in_catalog 404.

create function api.require_entitlements(entitlement_ids text[]) returns void
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    if exists (
        select from unnest(require_entitlements.entitlement_ids) as named (id)
         where not exists (
             select from entitlements.entitlements known
              where known.tenant_id = entitlements.current_tenant_id()
                and known.entitlement_id = named.id)) then
        raise sqlstate 'PT404' using message = 'entitlement_not_in_catalog',
            detail = 'The tenant''s catalog has no entitlement of this name.';
    end if;
end
$$;
