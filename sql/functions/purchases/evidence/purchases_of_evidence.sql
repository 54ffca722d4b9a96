-- Returns locked events with their purchases, ordered by purchase and then as the fold orders them.
--
-- `app_user_ids` are all ids of the app user that the event names. `is_newest`: one step folds the
-- event into the state. An add-on is folded from the start: later events of its order may lack it.

create function api.purchases_of_evidence(events entitlements.bought_event[])
returns table (
    evidence entitlements.evidence, state entitlements.purchases, app_user_ids text[],
    is_newest boolean)
language sql stable rows 64
begin atomic
    select event.evidence, event.purchase, event.app_user_ids,
           newest.is_newest and (event.evidence).order_item is null
      from unnest(purchases_of_evidence.events) as event
     cross join lateral api.is_newest_evidence(
               event.evidence, event.purchase, event.app_user_ids, event.has_transfer) as newest
     order by (event.purchase).purchase_id,
              api.order_of((event.evidence).occurred_at, (event.evidence).received_at),
              (event.evidence).rank, (event.evidence).evidence_id;
end;
