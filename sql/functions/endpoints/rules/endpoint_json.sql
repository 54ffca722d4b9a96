-- Returns an endpoint as JSON, with the number of its failing deliveries.
--
-- It has no secret. Locks: none.

create function api.endpoint_json(endpoint entitlements.endpoints) returns json
language sql stable
return json_build_object(
    'endpoint_id', endpoint.endpoint_id,
    'url', endpoint.url,
    'kinds', endpoint.kinds,
    'environments', endpoint.environments,
    'state', case when endpoint.off_reason is null then 'on' else 'off' end,
    'off_reason', endpoint.off_reason,
    'off_at', api.rfc3339(endpoint.off_at),
    'handed_over_number', endpoint.handed_over_number,
    'failing', (select count(*) from entitlements.deliveries delivery
                 where delivery.tenant_id = endpoint.tenant_id
                   and delivery.endpoint_id = endpoint.endpoint_id
                   and delivery.due_at is not null),
    'created_at', api.rfc3339(endpoint.created_at));
