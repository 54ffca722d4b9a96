-- Returns the app users whose reservation of a limit has an id that begins with a text.

create function api.found_reservations(query text, maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select 'reservation_id', made.reservation_id::text, null::text, made.app_user_id
      from api.ids_beginning_with(found_reservations.query) as span
     cross join lateral (
           select one.reservation_id, one.app_user_id from entitlements.reservations one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.reservation_id >= span.first_id and one.reservation_id <= span.last_id
            order by one.reservation_id
            limit found_reservations.maximum) as made;
end;
