-- Returns all that an explanation considers: an object for each purchase, way to it, and event.
--
-- The most telling reason is first. Each has `part` (purchase or event), `code`, `facts`, `rule`,
-- `has_won`, `is_running` and `place` (see explanation_place).

create function api.reasons_of_access(
    app_user_uuid uuid, app_user_id text, transaction_id text, entitlement_ids text[],
    environment text, as_of timestamptz, is_past boolean)
returns jsonb[]
language plpgsql stable
as $$
declare
    _used uuid[];
    _found jsonb[];
    _purchase_ids uuid[];
    _decided_maximum constant integer := 20;
begin
    with source as materialized (
        select * from api.considered_sources(
            reasons_of_access.app_user_uuid, reasons_of_access.entitlement_ids,
            reasons_of_access.environment, reasons_of_access.as_of, reasons_of_access.is_past))
    select array_agg((source.purchase).purchase_id),
           array_agg(jsonb_build_object(
               'part', 'purchase', 'reason', source.code, 'facts', source.facts,
               'rule', source.rule, 'has_won', source.has_won,
               'begins_at', api.rfc3339(source.begins_at),
               'is_running', (source.purchase).access_starts_at <= reasons_of_access.as_of
                   and reasons_of_access.as_of < (source.purchase).access_ends_at))
      into _used, _found
      from source;
    _found := _found || array(
        select jsonb_build_object(
                   'part', 'purchase', 'reason', unused.code, 'facts', unused.facts,
                   'has_won', false,
                   'is_running', (unused.purchase).access_starts_at <= reasons_of_access.as_of
                       and reasons_of_access.as_of < (unused.purchase).access_ends_at)
          from api.unused_purchases(
                   reasons_of_access.app_user_uuid, reasons_of_access.transaction_id,
                   reasons_of_access.entitlement_ids, coalesce(_used, '{}'),
                   reasons_of_access.environment, reasons_of_access.as_of,
                   reasons_of_access.is_past) as unused);
    _purchase_ids := array(
        select distinct (reason #>> '{facts,purchase_id}')::uuid from unnest(_found) as reason
         limit _decided_maximum);
    _found := _found || array(
        select jsonb_build_object(
                   'part', 'event', 'reason', event.code, 'facts', event.facts, 'has_won', false,
                   'is_running', false)
          from api.decided_events(_purchase_ids, reasons_of_access.as_of) as event);
    _found := _found || array(
        select jsonb_build_object(
                   'part', 'event', 'reason', event.code, 'facts', event.facts, 'has_won', false,
                   'is_running', false)
          from api.unapplied_events(
                   api.ids_of_app_user(reasons_of_access.app_user_id)
                       || reasons_of_access.app_user_id,
                   reasons_of_access.transaction_id) as event);
    if reasons_of_access.transaction_id is not null
       and not exists (
           select from api.related_purchases(
                    null, reasons_of_access.transaction_id, 'infinity'))
       and not exists (
           select from api.events_of_transaction(
                    reasons_of_access.transaction_id, '-infinity', 'infinity')) then
        _found := _found || jsonb_build_object(
            'part', 'event', 'reason', 'transaction_unknown', 'has_won', false, 'is_running', false,
            'facts', jsonb_build_object('transaction_id', reasons_of_access.transaction_id));
    end if;
    return array(
        select reason || jsonb_build_object('place', ranked.place)
          from unnest(_found) as reason
         cross join lateral api.explanation_place(
               reason ->> 'reason', (reason ->> 'is_running')::boolean) as ranked (place)
         order by (reason ->> 'has_won')::boolean and ranked.place <= 5 desc,
                  ranked.place nulls last,
                  reason #>> '{facts,purchase_ends_at}' desc nulls first,
                  reason #>> '{facts,received_at}' desc);
end
$$;
