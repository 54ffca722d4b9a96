-- Returns a page of an endpoint's deliveries, those of the newest changes first.
--
-- Called with a secret or an admin key, or by an operator. `before_number` is that of the previous
-- page's last row, null for the first page.
-- Null: with_status, before_number.
-- Raises: endpoint_not_found 404.

create function api.list_deliveries(
    endpoint_id uuid, with_status text, page_limit integer, before_number bigint)
returns table (number bigint, answer json)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from api.get_endpoint(list_deliveries.endpoint_id);
    return query
    select delivery.number,
           json_build_object(
               'number', delivery.number,
               'webhook_id', api.webhook_id(delivery.endpoint_id, delivery.number),
               'status', case when delivery.due_at is null then 'delivered' else 'failing' end,
               'attempts', delivery.attempts,
               'http_status', delivery.http_status,
               'duration_milliseconds', delivery.duration_milliseconds,
               'first_error', delivery.first_error,
               'first_attempt_at', api.rfc3339(delivery.first_attempt_at),
               'last_attempt_at', api.rfc3339(delivery.last_attempt_at),
               'next_attempt_at', api.rfc3339(delivery.due_at))
      from entitlements.deliveries delivery
     where delivery.tenant_id = _tenant_id
       and delivery.endpoint_id = list_deliveries.endpoint_id
       and (list_deliveries.with_status is null
            or (delivery.due_at is null) = (list_deliveries.with_status = 'delivered'))
       and (list_deliveries.before_number is null
            or delivery.number < list_deliveries.before_number)
     order by delivery.number desc
     limit list_deliveries.page_limit;
end
$$;
