-- Returns the newest events of a timeline: webhooks, transfers with both sides, and imports.
--
-- `type` is RevenueCat's name of the event, `evidence_kind` ours. Without evidence it is null, and
-- the event changed nothing: what it told is read from its body. A transfer is shown under the side
-- that is the app user's.

create function api.timeline_of_events(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind not in ('webhook_event', 'transfer', 'import'), false) then
        return;
    end if;
    return query
    select newest.kind, newest.received_at, newest.place,
           coalesce(evidence.app_user_id, event.app_user_id, sides.own),
           json_build_object(
               'event_id', newest.event_id,
               'type', event.event_type,
               'evidence_kind', evidence.kind,
               'status', event.status,
               'failure', event.failure,
               'environment', coalesce(
                   evidence.environment, event.environment, body_facts.environment),
               'store', coalesce(evidence.store, body_facts.store),
               'product_id', coalesce(evidence.product_id, body_facts.product_id),
               'new_product_id', coalesce(evidence.new_product_id, body_facts.new_product_id),
               'transaction_id', coalesce(evidence.transaction_id, body_facts.transaction_id),
               'original_transaction_id', coalesce(
                   evidence.original_transaction_id, body_facts.original_transaction_id),
               'purchase_id', evidence.purchase_id,
               'period_type', coalesce(evidence.period_type, body_facts.period_type),
               'occurred_at', api.rfc3339(coalesce(evidence.occurred_at, body_facts.occurred_at)),
               'purchased_at', api.rfc3339(
                   coalesce(evidence.purchased_at, body_facts.purchased_at)),
               'expires_at', api.rfc3339(coalesce(evidence.expires_at, body_facts.expires_at)),
               'reason', coalesce(
                   evidence.cancel_reason, evidence.expiration_reason, body_facts.reason),
               'transferred_from', sides.transferred_from,
               'transferred_to', sides.transferred_to)
      from (select event.id as event_id, event.kind, event.received_at, named.place
              from unnest(asked.event_ids, asked.event_kinds, asked.events_received_at)
                   as event (id, kind, received_at)
             cross join lateral (select 'event ' || event.id as place) as named
             where coalesce(event.kind = asked.with_kind, true)
               and api.is_earlier(event.received_at, named.place, asked)
             order by event.received_at desc, named.place collate "C" desc
             limit asked.maximum) as newest
      left join lateral (
           select one.* from entitlements.webhook_events one
            where one.tenant_id = _tenant_id and one.event_id = newest.event_id
           offset 0) as event on true
      left join lateral (
           select one.* from entitlements.evidence one
            where one.tenant_id = _tenant_id and one.evidence_id = newest.event_id
           offset 0) as evidence on true
      left join lateral api.told_by_event(
                case when evidence.evidence_id is null then event.body end) as body_facts on true
     cross join lateral (
           select array_agg(side.app_user_id) filter (where side.side = 'from')
                      as transferred_from,
                  array_agg(side.app_user_id) filter (where side.side = 'to') as transferred_to,
                  min(side.app_user_id) filter (
                      where side.app_user_id = any (asked.app_user_ids)) as own
             from entitlements.transfer_sides side
            where newest.kind = 'transfer'
              and side.tenant_id = _tenant_id and side.evidence_id = newest.event_id) as sides;
end
$$;
