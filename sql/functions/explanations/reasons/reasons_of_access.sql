-- Returns all that an explanation considers: a reason for each purchase, way to it, and event.
--
-- The most telling reason is first.

create function api.reasons_of_access(
    app_user_uuid uuid, app_user_id text, transaction_id text, entitlement_ids text[],
    environment text, as_of timestamptz, is_past boolean)
returns entitlements.explained_reason[]
language plpgsql stable
as $$
declare
    _used uuid[];
    _found entitlements.explained_reason[];
    _purchase_ids uuid[];
    _decided_maximum constant integer := 20;
begin
    with source as materialized (
        select * from api.considered_sources(
            reasons_of_access.app_user_uuid, reasons_of_access.entitlement_ids,
            reasons_of_access.environment, reasons_of_access.as_of, reasons_of_access.is_past))
    select array_agg((source.purchase).purchase_id),
           array_agg(api.explained_reason(
               'purchase', source.code, source.facts,
               is_running => (source.purchase).access_starts_at <= reasons_of_access.as_of
                   and reasons_of_access.as_of < (source.purchase).access_ends_at,
               has_won => source.has_won, rule => source.rule, begins_at => source.begins_at))
      into _used, _found
      from source;
    _found := _found || array(
        select api.explained_reason(
                   'purchase', unused.code, unused.facts,
                   is_running => (unused.purchase).access_starts_at <= reasons_of_access.as_of
                       and reasons_of_access.as_of < (unused.purchase).access_ends_at)
          from api.unused_purchases(
                   reasons_of_access.app_user_uuid, reasons_of_access.transaction_id,
                   reasons_of_access.entitlement_ids, coalesce(_used, '{}'),
                   reasons_of_access.environment, reasons_of_access.as_of,
                   reasons_of_access.is_past) as unused);
    _purchase_ids := array(
        select distinct (reason.facts ->> 'purchase_id')::uuid from unnest(_found) as reason
         limit _decided_maximum);
    _found := _found || array(
        select api.explained_reason('event', event.code, event.facts)
          from api.decided_events(_purchase_ids, reasons_of_access.as_of) as event);
    _found := _found || array(
        select api.explained_reason('event', event.code, event.facts)
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
        _found := _found || api.explained_reason(
            'event', 'transaction_unknown',
            jsonb_build_object('transaction_id', reasons_of_access.transaction_id));
    end if;
    return array(
        select _found[reason.ordinality] from unnest(_found) with ordinality as reason
         order by coalesce(reason.has_won and reason.gives_access, false) desc,
                  reason.place nulls last,
                  reason.facts ->> 'purchase_ends_at' desc nulls first,
                  reason.facts ->> 'received_at' desc);
end
$$;
