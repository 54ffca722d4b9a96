-- Returns the newest deliveries of a timeline: changes of the app user that were sent to endpoints.
--
-- A delivery stands at its change. The log and its deliveries are kept for some days only.

create function api.timeline_of_deliveries(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind <> 'delivery', false)
       or not exists (
           select from entitlements.endpoints one where one.tenant_id = _tenant_id) then
        return;
    end if;
    return query
    select 'delivery', sent.recorded_at, sent.place, sent.app_user_id, sent.data
      from unnest(asked.app_user_ids) as own (id)
     cross join lateral (
           -- Newest first by the index, so the limit ends the search.
           select logged.recorded_at, logged.app_user_id, named.place,
                  json_build_object(
                      'endpoint_id', known.endpoint_id, 'number', logged.number,
                      'change', logged.kind,
                      'status', case when found.due_at is null then 'delivered'
                                     else 'failing' end,
                      'attempts', found.attempts, 'http_status', found.http_status,
                      'first_error', found.first_error,
                      'first_attempt_at', api.rfc3339(found.first_attempt_at),
                      'last_attempt_at', api.rfc3339(found.last_attempt_at),
                      'next_attempt_at', api.rfc3339(found.due_at)) as data
             from entitlements.change_entries logged
            cross join lateral (
                  select one.endpoint_id from entitlements.endpoints one
                   where one.tenant_id = _tenant_id
                  offset 0) as known
            cross join lateral (
                  select one.* from entitlements.deliveries one
                   where one.tenant_id = _tenant_id and one.endpoint_id = known.endpoint_id
                     and one.number = logged.number
                  offset 0) as found
            cross join lateral (
                  select 'delivery ' || lpad(logged.number::text, 19, '0') || ' '
                         || known.endpoint_id as place) as named
            where logged.tenant_id = _tenant_id and logged.app_user_id = own.id
              and logged.recorded_at <= asked.before_recorded_at
              and api.is_earlier(logged.recorded_at, named.place, asked)
            order by logged.number desc
            -- Changes of one moment may have been numbered in another order.
            limit asked.maximum + 100) as sent
     order by sent.recorded_at desc, sent.place collate "C" desc
     limit asked.maximum;
end
$$;
