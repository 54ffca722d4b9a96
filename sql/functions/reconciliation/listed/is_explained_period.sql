-- Returns whether an entry of a snapshot can be a later period of a known subscription.
--
-- The entry names a transaction that is not known, and not the original one. It is a period of the
-- same chain if it begins with the known one or when that ends: stores charge up to two days ahead,
-- or after a lapse. Else the original purchase must be the same. An entry whose original purchase
-- is later than the known period is of another chain. So is one of Play with another order: each
-- subscription has its own.

create function api.is_explained_period(
    evidence entitlements.evidence, purchase entitlements.purchases)
returns boolean
language plpgsql stable
as $$
declare
    _slack constant interval := interval '1 second';
    _began_at constant timestamptz := coalesce(evidence.purchased_at,
                                               evidence.original_purchased_at);
    _chain constant text :=
        api.order_of_chain(replace(purchase.chain_id, 'snapshot:', ''));
begin
    if evidence.original_purchased_at >= purchase.period_started_at + _slack
       or starts_with(evidence.transaction_id, 'GPA.') and starts_with(_chain, 'GPA.')
          and split_part(evidence.transaction_id, '..', 1)
              <> split_part(_chain, '..', 1) then
        return false;
    end if;
    return _began_at < purchase.period_started_at + _slack
        or _began_at >= least(purchase.access_ends_at, purchase.expires_at) - interval '2 days'
        or purchase.expires_at is null
        or exists (
            select from entitlements.evidence known
             where known.tenant_id = purchase.tenant_id
               and known.purchase_id = purchase.purchase_id
               and coalesce(known.original_purchased_at, known.purchased_at)
                   between evidence.original_purchased_at - _slack
                       and evidence.original_purchased_at + _slack);
end
$$;
