-- Returns what an operator should know about one household.
--
-- The kinds: an entitlement that several members pay for (double_payer), and a purchase that moved
-- away and is held for the household (transfer_held).

create function api.household_findings(household_id uuid, as_of timestamptz)
returns table (kind text, entitlement_id text, answer json)
language plpgsql stable rows 1
as $$
begin
    return query
    with share as materialized (
        select * from api.household_shares(
            household_findings.household_id, 'production', household_findings.as_of)
    )
    select found.kind, found.entitlement_id,
           json_build_object(
               'kind', found.kind,
               'household_id', household_findings.household_id,
               'entitlement_id', found.entitlement_id,
               'purchases', json_agg(
                   json_build_object(
                       'purchase_id', found.purchase_id,
                       'app_user_id', found.app_user_id,
                       'product_id', found.product_id,
                       'store', found.store,
                       'expires_at', case when isfinite(found.ends_at)
                                          then api.rfc3339(found.ends_at) end,
                       'will_renew', found.will_renew)
                   order by found.ends_at, found.purchase_id))
      from (select 'double_payer' as kind, share.* from share
             where not share.is_held
               and exists (
                   select from share other
                    where other.entitlement_id = share.entitlement_id and not other.is_held
                      and other.app_user_uuid <> share.app_user_uuid)
             union all
            select 'transfer_held', share.* from share where share.is_held) as found
     group by found.kind, found.entitlement_id;
end
$$;
