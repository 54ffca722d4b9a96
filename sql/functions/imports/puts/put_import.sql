-- Stores a put purchase as evidence of an import, and returns what became of it.
--
-- A transaction is one purchase, so a later put may name another product. The caller has locked the
-- transaction and the app user. See put_purchase for the outcomes.
-- Idempotent: facts of a moment that is stored are not stored again.
-- Locks: the id, if it is unknown → the purchase.
-- Raises: import_row_differs 409; 40001 if a concurrent write took the unknown id.

create function api.put_import(
    line entitlements.import_row, unknown_ids text[], as_of timestamptz, received_at timestamptz)
returns text
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _entry constant entitlements.evidence := api.import_entry(
        line, null, (select product.kind <> 'subscription'
                       from api.catalog_product(line.product_id) as product),
        put_import.as_of, put_import.received_at);
    _stored entitlements.evidence;
begin
    select known.* into _stored from entitlements.evidence known
     where known.tenant_id = _tenant_id and known.evidence_id = _entry.evidence_id;
    if not found then
        if not api.insert_app_user_ids(
                put_import.unknown_ids,
                array(select gen_random_uuid() from unnest(put_import.unknown_ids))) then
            raise serialization_failure;
        end if;
        perform api.derive(api.store_imports(array[_entry]), 'import');
    elsif (_stored.app_user_id, _stored.product_id, _stored.period_type, _stored.purchased_at,
           _stored.original_purchased_at, _stored.expires_at, _stored.grace_expires_at,
           _stored.will_renew, _stored.cancelled_at, _stored.billing_issue_at, _stored.refunded_at)
          is distinct from
          (_entry.app_user_id, _entry.product_id, _entry.period_type, _entry.purchased_at,
           _entry.original_purchased_at, _entry.expires_at, _entry.grace_expires_at,
           _entry.will_renew, _entry.cancelled_at, _entry.billing_issue_at, _entry.refunded_at) then
        raise sqlstate 'PT409' using message = 'import_row_differs',
            detail = 'Other facts of the same moment are stored. Send a later “as_of”.';
    end if;
    return (
        select case when purchase.folded_rank <> entitlements.evidence_rank('import') then 'known'
                    when purchase.folded_evidence_id = _entry.evidence_id then 'stored'
                    else 'superseded' end
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.store = line.store
           and purchase.environment = line.environment
           and purchase.chain_id = line.transaction_id);
end
$$;
