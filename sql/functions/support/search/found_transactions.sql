-- Returns the transactions that begin with one of some texts, at most a number for each text.
--
-- They lead to the owner of their purchase. Orders of Google Play are transactions. The first one
-- of a purchase is its original transaction.

create function api.found_transactions(texts text[], maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select 'original_transaction_id', bought.chain_id, null::text, bought.owner_app_user_id
      from api.beginning_with(found_transactions.texts) as span
     cross join lateral (
           select one.chain_id, one.owner_app_user_id from entitlements.purchases one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.chain_id >= span.first_text collate "C"
              and one.chain_id < span.last_text collate "C"
            order by one.chain_id
            limit found_transactions.maximum) as bought
     where bought.owner_app_user_id is not null
       -- Without a transaction, a chain is named by app user and product.
       and strpos(bought.chain_id, ' ') = 0 and not starts_with(bought.chain_id, 'erased-')
     union all
    select 'transaction_id', paid.transaction_id, null::text, bought.owner_app_user_id
      from api.beginning_with(found_transactions.texts) as span
     cross join lateral (
           select one.transaction_id, one.purchase_id from entitlements.evidence one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.transaction_id ~>=~ span.first_text
              and one.transaction_id ~<~ span.last_text
            order by one.transaction_id using ~<~
            limit found_transactions.maximum) as paid
     cross join lateral api.purchase_of(paid.purchase_id) as bought
     where bought.owner_app_user_id is not null;
end;
