-- Updates the device rows of purchases to those derived now.
--
-- The caller has locked the purchases, whose rows these are.
-- Idempotent: rows that are right are not written, and nothing is sent.
-- Locks: the device rows, after everything else.

create function api.sync_purchases(purchases entitlements.purchases[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _derived entitlements.synced_subscriptions[]; _obsolete text[];
begin
    with derived as materialized (
        select derived from api.derived_subscriptions(sync_purchases.purchases) as derived)
    select array(select derived.derived from derived),
           array(select stored.id
                   from unnest(sync_purchases.purchases) as purchase
                  -- The ids are computed before they are looked up (plans: rule 4).
                  cross join lateral (
                        select purchase.purchase_id::text, purchase.purchase_id || ':held'
                        offset 0) as possible (first, last)
                  cross join lateral ( -- No other id is between the two.
                        select synced.id from entitlements.synced_subscriptions synced
                         where synced.tenant_id = _tenant_id
                           and synced.id between possible.first and possible.last
                        offset 0) as stored
                 except -- By hash: comparing each with each grows with the square of a set.
                 select (derived.derived).id from derived)
      into _derived, _obsolete;
    if cardinality(_obsolete) > 0 then
        delete from entitlements.synced_subscriptions stored
         where stored.tenant_id = _tenant_id and stored.id = any (_obsolete);
    end if;
    insert into entitlements.synced_subscriptions as stored
    select derived.* from unnest(_derived) as derived
        on conflict on constraint synced_subscriptions_pkey do update
       set user_id = excluded.user_id,
           household_id = excluded.household_id,
           product_id = excluded.product_id,
           period_type = excluded.period_type,
           entitlement_ids = excluded.entitlement_ids,
           status_until_end = excluded.status_until_end,
           status_after_end = excluded.status_after_end,
           will_renew = excluded.will_renew,
           starts_at_ms = excluded.starts_at_ms,
           expires_at_ms = excluded.expires_at_ms,
           cancelled_at_ms = excluded.cancelled_at_ms,
           billing_issue_at_ms = excluded.billing_issue_at_ms
     where stored.* is distinct from excluded.*;
end
$$;
