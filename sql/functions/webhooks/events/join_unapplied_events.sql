-- Joins the ids of events that could not be applied, so that a new app user is read, too.
--
-- An event that names an id which no app user has counts as one of an unknown type. If that fails
-- as well, nothing of it is kept: the event is stored as failed, and retried.
-- Locks: those of apply_events → those of derive.

create function api.join_unapplied_events(
    event_ids text[], facts jsonb[], received_at timestamptz[])
returns void
language plpgsql volatile
as $$
declare
    _event record;
begin
    for _event in
        select event.id, event.facts, event.received_at
          from unnest(join_unapplied_events.event_ids, join_unapplied_events.facts,
                      join_unapplied_events.received_at)
               with ordinality as event (id, facts, received_at, place)
         where exists (select from api.unknown_ids(array[event.facts]))
         order by event.place
    loop
        begin
            perform api.derive(api.apply_events(
                array[_event.id], array[_event.facts || '{"kind": "unknown"}'],
                array[_event.received_at]), 'event', array[_event.id]);
        exception
            when serialization_failure or deadlock_detected then raise;
            when others then continue;
        end;
    end loop;
end
$$;
