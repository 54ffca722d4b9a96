-- Stores webhook events of one tenant as they came, and applies them in one transaction.
--
-- Takes up to 64 events; the arrays have the same length. `facts` holds the normalised events. If
-- the type is unknown or a deciding field is wrong, the facts have kind `unknown` and only the app
-- user ids, or are null. `problems` says why an event of a known type cannot be applied.
-- If the set fails, each event is applied alone. An event that then fails is stored as failed, with
-- its reason and a time to retry. So an acknowledged event is never lost, and a bad event does not
-- block the others.
-- The app users that due events name join the snapshot queue, even if applying failed and they were
-- unknown. Test events queue nothing. The attributes of due events are stored, also of those that
-- fail.
-- An event that names an erased id is applied without it, or is about a new app user (see
-- facts_without_erased).
-- Idempotent: an event id counts once; a failed event is retried.
-- Null: failure, facts[], problems[].
-- Locks: events by id → those of apply_events → those of derive → those of
-- store_attributes → rows of the snapshot queue.
-- Raises: tenant_not_found 404, because an event of no tenant would be acknowledged and lost.
-- Serialization failures and deadlocks pass through; the caller repeats.

create function api.receive_webhook_events(
    event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[],
    received_at timestamptz default null)
returns table (number integer, status text, failure text)
language plpgsql volatile rows 64
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _at constant timestamptz := coalesce(receive_webhook_events.received_at, now());
    _facts jsonb[] := receive_webhook_events.facts;
    _failures text[] := receive_webhook_events.problems;
    _new text[]; _due record; _living jsonb; _number integer; _first integer := 1; _last integer;
begin
    with added as (
        insert into entitlements.webhook_events as event
               (tenant_id, event_id, event_type, body, received_at, unread, status, app_user_id,
                environment)
        select distinct on (item.id) _tenant_id, item.id, item.type, item.body, _at, unread.fields,
               case when api.is_understood(item.facts) then 'applied' else 'stored' end,
               unproved.app_user_id, unproved.environment
          from entitlements.tenants tenant
         cross join unnest(receive_webhook_events.event_ids, receive_webhook_events.event_types,
                           receive_webhook_events.bodies, receive_webhook_events.facts)
               with ordinality as item (id, type, body, facts, number)
         cross join lateral api.unread_fields(item.facts) as unread
          left join lateral api.unproved_app_user(item.facts) as unproved on true
         where tenant.tenant_id = _tenant_id
         order by item.id, item.number on conflict do nothing returning event.event_id)
    select coalesce(array_agg(added.event_id), '{}') into _new from added;

    if cardinality(_new) < cardinality(receive_webhook_events.event_ids) then
        perform api.lock_failed_events(receive_webhook_events.event_ids);
    end if;
    select coalesce(array_agg(taken.number), '{}') as taken,
           coalesce(array_agg(taken.number) filter (where taken.is_due), '{}') as numbers,
           array_agg(taken.id) filter (where taken.is_due) as ids,
           array_agg(taken.facts) filter (where taken.is_due) as facts,
           array_agg(taken.received_at) filter (where taken.is_due) as received_at,
           bool_or(taken.is_due and taken.facts ? 'attributes') as has_attributes
      into strict _due
      from api.taken_webhook_events(
               receive_webhook_events.event_ids, receive_webhook_events.facts,
               receive_webhook_events.problems, _new, _at) as taken;
    _last := cardinality(_due.numbers);
    while _first <= cardinality(_due.numbers) loop
        begin
            perform api.derive(api.apply_events(
                _due.ids[_first:_last], _due.facts[_first:_last],
                _due.received_at[_first:_last]), 'event', _due.ids[_first:_last]);
            _first := _last + 1;
        exception
            when serialization_failure or deadlock_detected then raise;
            when others then
                if _first = _last then
                    _number := _due.numbers[_first];
                    _living := api.facts_without_erased(
                        _due.ids[_first], _facts[_number], _due.received_at[_first], sqlerrm);
                    if _living is null then
                        _failures[_number] := sqlstate || ' ' || sqlerrm;
                        _first := _first + 1;
                    else -- Once more, without ids that were erased.
                        _facts[_number] := _living; _due.facts[_first] := _living;
                        _failures[_number] := case when not _living ? 'is_settled'
                                                   then _failures[_number] end;
                    end if;
                end if;
        end;
        _last := _first; -- The first try takes the whole set, each later one a single event.
    end loop;
    if cardinality(array_remove(_failures, null)) > 0 then -- Those applied have joined their ids.
        perform api.join_unapplied_events(_due.ids, _due.facts, _due.received_at)
          where exists (select from api.unknown_ids(_due.facts));
    end if;
    if _due.has_attributes then
        perform api.store_attributes(array_agg(newer))
           from api.newer_attributes(_due.facts) as newer having count(*) > 0;
    end if;
    perform api.queue_snapshots(array(
        select named.id
          from unnest(_due.facts) as event (facts), api.named_app_user_ids(event.facts) as named
         where event.facts ->> 'kind' <> 'test'));
    return query select * from api.finish_webhook_events(
        receive_webhook_events.event_ids, _facts, _failures, _due.taken, _new);
end
$$;
