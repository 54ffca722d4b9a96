-- Returns the purchases that an app user owns, of every environment.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.purchases_of_owner(id uuid)
returns table (
    purchase_id uuid, chain_id text, store text, environment text, is_family_share boolean,
    access_starts_at timestamptz, access_ends_at timestamptz)
language sql stable rows 1
begin atomic
    select one.purchase_id, one.chain_id, one.store, one.environment, one.is_family_share,
           one.access_starts_at, one.access_ends_at
      from entitlements.purchases one
     where one.tenant_id = entitlements.current_tenant_id()
       and one.owner_uuid = purchases_of_owner.id
    offset 0;
end;
