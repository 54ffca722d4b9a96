-- Returns the rows of purchases that are known, or that RevenueCat has already reported.
--
-- A purchase has the key environment, store and transaction, and an add-on its product besides (see
-- import_items). RevenueCat's data counts instead of
-- the row's in two cases:
-- - RevenueCat has reported this purchase.
-- - It has reported a purchase that began later (see is_reported_later).
-- Locks: none; the caller has locked the app users.
-- Refuses: import_row_differs 409.

create function api.settled_purchases(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _imported constant smallint := entitlements.evidence_rank('import');
begin
    return array(
        select judged.one
          from (select line, item.order_item, item.turn
                  from unnest(settled_purchases.rows) as line
                  join api.import_items(settled_purchases.rows) as item
                    on item.number = line.number) as asked
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = (asked.line).app_user_id
          left join entitlements.purchases before
            on before.tenant_id = _tenant_id
           and before.environment = (asked.line).environment and before.store = (asked.line).store
           and before.chain_id = (asked.line).transaction_id
                                 || coalesce(' + ' || asked.order_item, '')
         cross join lateral (
               select case
                   when before.folded_rank <> _imported
                        or api.is_reported_later(asked.line, known.app_user_uuid)
                   then api.known_row(
                       asked.line, 'RevenueCat has told of the purchase: its word counts.')
                   when asked.turn > 1
                   then api.refused_row(
                       asked.line, 'import_row_differs',
                       'An earlier row of the import has this transaction and product.')
                   when exists (
                        select from (
                            select imported.* from entitlements.evidence imported
                             where imported.tenant_id = _tenant_id
                               and imported.purchase_id = before.purchase_id
                               and imported.kind = 'import'
                             order by imported.evidence_id desc limit 1) as last
                         where (last.app_user_id, last.product_id, last.period_type,
                                last.purchased_at, last.original_purchased_at, last.expires_at,
                                last.grace_expires_at, last.will_renew, last.cancelled_at,
                                last.billing_issue_at, last.refunded_at)
                               is not distinct from
                               ((asked.line).app_user_id, (asked.line).product_id,
                                (asked.line).period_type, (asked.line).purchased_at,
                                (asked.line).original_purchased_at, (asked.line).expires_at,
                                (asked.line).grace_expires_at, (asked.line).will_renew,
                                (asked.line).cancelled_at, (asked.line).billing_issue_at,
                                (asked.line).refunded_at))
                   then api.known_row(asked.line, 'The purchase was imported before.')
                   end as one offset 0) as judged
         where (judged.one).outcome is not null);
end
$$;
