-- Returns the events whose body has one of some texts as a whole string.
--
-- It searches the newest 1,000 failed events and the newest 1,000 of the span, whose bytes it
-- reads. So it finds events that became no evidence: failed ones, unknown types, aliases.

create function api.events_naming(
    texts text[], received_from timestamptz, received_until timestamptz)
returns table (event_id text, received_at timestamptz)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _searched_maximum constant integer := 1000;
    _quote constant bytea := bytea '"';
    _strings constant bytea[] := array(
        select _quote || spelled.bytes || _quote
          from unnest(api.id_spellings(events_naming.texts)) as spelled (bytes));
begin
    return query
    select searched.event_id, searched.received_at
      from (select failed.* from (
                select event.event_id, event.received_at, event.body
                  from entitlements.webhook_events event
                 where event.tenant_id = _tenant_id and event.status = 'failed'
                 order by event.due_at desc limit _searched_maximum) as failed
             union all
            select recent.* from (
                select event.event_id, event.received_at, event.body
                  from entitlements.webhook_events event
                 where event.tenant_id = _tenant_id
                   and event.received_at >= events_naming.received_from
                   and event.received_at < events_naming.received_until
                 order by event.received_at desc limit _searched_maximum) as recent) as searched
     where exists (
           select from unnest(_strings) as string (bytes)
            where position(string.bytes in searched.body) > 0);
end
$$;
