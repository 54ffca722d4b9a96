-- Changes an endpoint's URL, kinds or environments, or switches it on or off.
--
-- Called with a secret or an admin key, or by an operator.
-- - A null argument keeps the value. `changes_kinds` sets `kinds`, where null means all kinds.
-- - Switching the endpoint on, or changing its URL, retries failed deliveries at once. They have
--   three days again, and the endpoint counts as new.
-- - An endpoint that was off continues where it stopped.
-- - Deliveries under way are sent again, under the same ids.
-- A change writes an audit entry. Idempotent: repeating the call changes nothing.
-- Null: url, is_on, kinds.
-- Locks: the endpoint → its deliveries.
-- Raises: endpoint_not_found 404, changes_gone 410.

create function api.update_endpoint(
    endpoint_id uuid, url text, changes_kinds boolean, kinds text[], is_on boolean, actor text,
    as_of timestamptz default null, environments text[] default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _former constant entitlements.endpoints := api.lock_endpoint(update_endpoint.endpoint_id);
    _endpoint entitlements.endpoints := _former;
    _is_new_again boolean;
begin
    answered_as_of := coalesce(update_endpoint.as_of, clock_timestamp());
    _endpoint.url := coalesce(update_endpoint.url, _former.url);
    _endpoint.environments := coalesce(update_endpoint.environments, _former.environments);
    if update_endpoint.changes_kinds then
        _endpoint.kinds := update_endpoint.kinds;
    end if;
    if update_endpoint.is_on then
        _endpoint.off_reason := null;
        _endpoint.off_at := null;
        perform api.require_changes_after(_former.handed_over_number);
    elsif not update_endpoint.is_on and _former.off_reason is null then
        _endpoint.off_reason := 'requested';
        _endpoint.off_at := answered_as_of;
    end if;
    _is_new_again := _endpoint.url <> _former.url
        or _endpoint.off_reason is null and _former.off_reason is not null;
    if _endpoint is distinct from _former then
        _endpoint.lease_id := null;
        _endpoint.leased_until := answered_as_of;
        _endpoint.is_new := _former.is_new or _is_new_again;
        _endpoint.is_slow := _former.is_slow and not _is_new_again;
        perform api.store_endpoint(_endpoint);
        perform api.add_endpoint_entry(
            'update_endpoint', update_endpoint.actor, _former, _endpoint, answered_as_of);
    end if;
    if _is_new_again then
        update entitlements.deliveries failing
           set due_at = answered_as_of, first_attempt_at = answered_as_of, attempts = 0
         where failing.tenant_id = _tenant_id
           and failing.endpoint_id = update_endpoint.endpoint_id and failing.due_at is not null;
    end if;
    answer := api.endpoint_json(_endpoint);
    return next;
end
$$;
