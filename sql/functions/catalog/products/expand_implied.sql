-- Returns entitlements and those they imply, each with its implying one and whether it is shared.
--
-- An entitlement is shared with the household if the catalog shares it, or if a shared one of the
-- result implies it.

create function api.expand_implied(entitlement_ids text[])
returns table (entitlement_id text, implied_by text, is_shared boolean)
language plpgsql stable rows 2
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with had (entitlement_id, implied_by) as (
        select named.id, null::text from unnest(expand_implied.entitlement_ids) as named (id)
         union all
        select implication.granted_entitlement_id, implication.entitlement_id
          from entitlements.entitlement_implications implication
         where implication.tenant_id = _tenant_id
           and implication.entitlement_id = any (expand_implied.entitlement_ids)
    )
    select had.entitlement_id, had.implied_by,
           exists (
               select from entitlements.entitlements shared
                where shared.tenant_id = _tenant_id and shared.is_shared
                  and shared.entitlement_id in (select entitlement_id from had)
                  and (shared.entitlement_id = had.entitlement_id or exists (
                       select from entitlements.entitlement_implications implication
                        where implication.tenant_id = _tenant_id
                          and implication.entitlement_id = shared.entitlement_id
                          and implication.granted_entitlement_id = had.entitlement_id)))
      from had;
end
$$;
