-- Returns purchases by their end, from a place in that order on, of ends before a moment.
--
-- `is_in_trouble` leaves out purchases without a billing issue, by an index of their own.
-- Inlined (plans: rule 6).

create function api.purchases_by_end(
    is_in_trouble boolean, after_moment timestamptz, after_id uuid, ends_before timestamptz,
    maximum integer)
returns table (
    access_ends_at timestamptz, purchase_id uuid, owner_uuid uuid, environment text,
    product_id text, store text)
language sql stable rows 100
begin atomic
    select ending.*
      from (select any_purchase.*
              from (select one.access_ends_at, one.purchase_id, one.owner_uuid, one.environment,
                           one.product_id, one.store
                      from entitlements.purchases one
                     where not purchases_by_end.is_in_trouble
                       and one.tenant_id = entitlements.current_tenant_id()
                       and isfinite(one.access_ends_at)
                       and (one.access_ends_at, one.purchase_id)
                           > (purchases_by_end.after_moment, purchases_by_end.after_id)
                       and one.access_ends_at < purchases_by_end.ends_before
                     order by one.access_ends_at, one.purchase_id
                     limit purchases_by_end.maximum) as any_purchase
             union all
            select troubled.*
              from (select one.access_ends_at, one.purchase_id, one.owner_uuid, one.environment,
                           one.product_id, one.store
                      from entitlements.purchases one
                     where purchases_by_end.is_in_trouble
                       and one.tenant_id = entitlements.current_tenant_id()
                       and one.billing_issue_at is not null
                       and (one.access_ends_at, one.purchase_id)
                           > (purchases_by_end.after_moment, purchases_by_end.after_id)
                       and one.access_ends_at < purchases_by_end.ends_before
                     order by one.access_ends_at, one.purchase_id
                     limit purchases_by_end.maximum) as troubled) as ending
     order by ending.access_ends_at, ending.purchase_id;
end;
