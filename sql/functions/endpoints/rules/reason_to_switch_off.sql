-- Returns why these attempts switch an endpoint off; null if they do not.
--
-- `gone`: the endpoint answered 410. `failing`: one change has failed for three days.

create function api.reason_to_switch_off(
    endpoint_id uuid, numbers bigint[], http_statuses integer[], as_of timestamptz)
returns text
language plpgsql stable
as $$
begin
    return case
        when 410 = any (reason_to_switch_off.http_statuses) then 'gone'
        when exists (
            select from entitlements.deliveries failing
             where failing.tenant_id = entitlements.current_tenant_id()
               and failing.endpoint_id = reason_to_switch_off.endpoint_id
               and failing.number = any (reason_to_switch_off.numbers)
               and failing.due_at is not null
               and failing.first_attempt_at <= reason_to_switch_off.as_of - interval '3 days')
        then 'failing' end;
end
$$;
