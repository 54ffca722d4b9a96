-- Whether a snapshot that did not list a purchase of the person would have, were it still theirs.
--
-- internal: called by reading_evidence, which says why.
-- Locks: none.

create function api.is_missed(reading entitlements.snapshots, purchase_id uuid) returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return exists (
            select from entitlements.evidence known
             where known.tenant_id = _tenant_id and known.purchase_id = is_missed.purchase_id
               and known.kind <> 'temporary_entitlement_grant')
        and (exists (
                select from entitlements.purchases purchase
                 where purchase.tenant_id = _tenant_id
                   and purchase.purchase_id = is_missed.purchase_id
                   and starts_with(purchase.chain_id, 'snapshot:'))
             or not exists (
                select from entitlements.evidence known
                 where known.tenant_id = _tenant_id and known.purchase_id = is_missed.purchase_id
                   and known.environment || ' ' || split_part(known.product_id, ':', 1)
                       = any (reading.running_products)));
end
$$;

grant execute on function api.is_missed(entitlements.snapshots, uuid) to hearth_server;
comment on function api.is_missed(entitlements.snapshots, uuid) is
    'Whether a snapshot that did not list a purchase of the person would have.';
