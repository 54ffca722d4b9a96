-- Entitlements and what they imply in the tenant's catalog, each with the one that implies it.
--
-- internal: called by apply_catalog for what a product grants, and by entitlement_answers for what
-- an event named where the catalog does not know the product.
-- Locks: none.

create function api.with_implied(entitlement_ids text[])
returns table (entitlement_id text, implied_by text)
language plpgsql stable security invoker rows 2
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select named.id, null::text from unnest(with_implied.entitlement_ids) as named (id)
     union all
    select implication.granted_entitlement_id, implication.entitlement_id
      from entitlements.entitlement_implications implication
     where implication.tenant_id = entitlements.current_tenant_id()
       and implication.entitlement_id = any (with_implied.entitlement_ids);
end
$$;

grant execute on function api.with_implied(text[]) to hearth_server;
comment on function api.with_implied(text[]) is
    'Entitlements and what they imply in the tenant''s catalog.';
