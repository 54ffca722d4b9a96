-- Returns whether RevenueCat has reported a purchase, so that its word counts.
--
-- Facts about a transaction that the biller has already put are taken, even if RevenueCat has
-- reported another transaction of the product since: both purchases exist.
-- Locks: none; the caller has locked the transaction.

create function api.is_reported(line entitlements.import_row) returns boolean
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _before entitlements.purchases;
begin
    select purchase.* into _before
      from entitlements.purchases purchase
     where purchase.tenant_id = _tenant_id and purchase.store = line.store
       and purchase.environment = line.environment
       and purchase.chain_id = line.transaction_id;
    if found then
        return coalesce(_before.folded_rank <> entitlements.evidence_rank('import'), false);
    end if;
    return api.is_reported_later(line, (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = line.app_user_id));
end
$$;
