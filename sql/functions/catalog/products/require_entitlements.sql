-- Raises if the tenant's catalog lacks an entitlement, so that a typo does not read as "no access".
--
-- Raises: entitlement_not_in_catalog 404.

create function api.require_entitlements(entitlement_ids text[]) returns void
language plpgsql stable
as $$
declare
    _unknown_id text;
begin
    select named.id into _unknown_id
      from unnest(require_entitlements.entitlement_ids) as named (id)
     where not exists (
           select from entitlements.entitlements known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.entitlement_id = named.id)
     limit 1;
    if found then
        raise sqlstate 'PT404' using message = 'entitlement_not_in_catalog',
            detail = api.unknown_name('entitlement', _unknown_id);
    end if;
end
$$;
