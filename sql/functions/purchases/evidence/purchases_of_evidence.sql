-- Returns events with their purchases, ordered by purchase and then as the fold orders evidence.
--
-- The caller has locked the purchases and their app users. `app_user_ids` are all ids of the app
-- user that the event names. `is_newest`: one step folds the event into the state.

create function api.purchases_of_evidence(entries entitlements.evidence[])
returns table (
    evidence entitlements.evidence, state entitlements.purchases, app_user_ids text[],
    is_newest boolean)
language sql stable rows 64
begin atomic
    select event.evidence, purchase, own.ids, newest.is_newest
      from api.event_chains(purchases_of_evidence.entries) as event
      join entitlements.purchases purchase
        on purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.chain_id = event.chain_id
       and purchase.store = event.store and purchase.environment = event.environment
     cross join lateral (
           select array_agg(own.app_user_id)
             from entitlements.app_user_ids known
             join entitlements.app_user_ids own
               on own.tenant_id = entitlements.current_tenant_id()
              and own.app_user_uuid = known.app_user_uuid
            where known.tenant_id = entitlements.current_tenant_id()
              and known.app_user_id = (event.evidence).app_user_id) as own (ids)
     cross join lateral api.is_newest_evidence(event.evidence, purchase, own.ids) as newest
     order by purchase.purchase_id, (event.evidence).order_at, (event.evidence).rank,
              (event.evidence).evidence_id;
end;
