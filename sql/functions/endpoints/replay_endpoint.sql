-- Delivers the changes from a number on again, under the same ids.
--
-- Called with a secret or an admin key, or by an operator.
-- - Failed deliveries before that number are still retried.
-- - A number that the endpoint has not reached yet changes nothing, so no change is skipped.
-- - Changes that were pruned from the log cannot be delivered again.
-- Writes an audit entry. Idempotent: repeating the call starts at the same number again.
-- Locks: the endpoint → its deliveries.
-- Raises: endpoint_not_found 404, changes_gone 410.

create function api.replay_endpoint(
    endpoint_id uuid, from_number bigint, actor text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _former constant entitlements.endpoints := api.lock_endpoint(replay_endpoint.endpoint_id);
    _endpoint entitlements.endpoints := _former;
    _pruned bigint;
    _last bigint;
begin
    answered_as_of := coalesce(replay_endpoint.as_of, clock_timestamp());
    perform api.require_changes_after(replay_endpoint.from_number - 1);
    select head.pruned_number, head.last_number into _pruned, _last
      from entitlements.change_heads head
     where head.tenant_id = _tenant_id;
    _endpoint.handed_over_number := case
        -- The next changes were pruned, so no more than the log has can be delivered.
        when _pruned > _endpoint.handed_over_number
            then least(_last, replay_endpoint.from_number - 1)
        else least(_endpoint.handed_over_number, replay_endpoint.from_number - 1) end;
    _endpoint.lease_id := null;
    _endpoint.leased_until := answered_as_of;
    delete from entitlements.deliveries delivery
     where delivery.tenant_id = _tenant_id
       and delivery.endpoint_id = replay_endpoint.endpoint_id
       and (delivery.number >= replay_endpoint.from_number
            or delivery.due_at is not null and delivery.number <= _pruned);
    perform api.store_endpoint(_endpoint);
    perform api.add_endpoint_entry(
        'replay_endpoint', replay_endpoint.actor, _former, _endpoint, answered_as_of);
    answer := api.endpoint_json(_endpoint);
    return next;
end
$$;
