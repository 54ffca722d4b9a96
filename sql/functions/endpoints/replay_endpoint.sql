-- Delivers the changes from a number on again, under the same ids.
--
-- Called with a secret or an admin key, or by an operator.
-- - Failed deliveries before that number are still retried.
-- - A number that the endpoint has not reached yet changes nothing, so no change is skipped.
-- - Changes that the log lacks cannot be delivered again: they were pruned, or lost by a failover
--   or a restore. So the number is that of a change, or one more than that of the change before.
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
    select head.pruned_number, head.last_number into _pruned, _last
      from entitlements.change_heads head
     where head.tenant_id = _tenant_id;
    if replay_endpoint.from_number - 1 <> coalesce(_pruned, 0) and not exists (
        select from entitlements.change_entries entry
         where entry.tenant_id = _tenant_id
           and entry.number in (replay_endpoint.from_number - 1, replay_endpoint.from_number)) then
        raise sqlstate 'PT410' using message = 'changes_gone',
            detail = 'The log does not have this change. Replay from a number that it has.';
    end if;
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
