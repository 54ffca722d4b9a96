-- Adds a secret to an endpoint; deliveries are signed with it and with the newest one before.
--
-- Called with a secret or an admin key, or by an operator. The caller made the secret and shows it
-- once. With `is_at_once` all others are deleted, for example after a theft. The audit gets an
-- entry.
-- Idempotent by the Idempotency-Key. Without one, each call adds another secret.
-- Null: idempotency_key, request_digest.
-- Locks: the key → the endpoint.
-- Raises: endpoint_not_found 404, idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.rotate_endpoint_secret(
    endpoint_id uuid, sealed bytea, is_at_once boolean, actor text, idempotency_key text,
    request_digest bytea, as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _answer json := api.begin_idempotent(
        rotate_endpoint_secret.idempotency_key, 'rotate_endpoint_secret',
        rotate_endpoint_secret.request_digest);
    _as_of timestamptz;
    _endpoint entitlements.endpoints;
    _kept_slot integer;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;
    _endpoint := api.lock_endpoint(rotate_endpoint_secret.endpoint_id);
    _as_of := coalesce(rotate_endpoint_secret.as_of, clock_timestamp());
    select secret.slot into _kept_slot from entitlements.endpoint_secrets secret
     where secret.tenant_id = _tenant_id
       and secret.endpoint_id = rotate_endpoint_secret.endpoint_id and not is_at_once
     order by secret.created_at desc, secret.slot desc limit 1;
    delete from entitlements.endpoint_secrets secret
     where secret.tenant_id = _tenant_id
       and secret.endpoint_id = rotate_endpoint_secret.endpoint_id
       and secret.slot is distinct from _kept_slot;
    insert into entitlements.endpoint_secrets (tenant_id, endpoint_id, slot, sealed, created_at)
    values (_tenant_id, rotate_endpoint_secret.endpoint_id,
            case when _kept_slot = 1 then 2 else 1 end, rotate_endpoint_secret.sealed, _as_of);
    perform api.add_endpoint_entry(
        'rotate_endpoint_secret', rotate_endpoint_secret.actor, _endpoint, _endpoint, _as_of);
    _answer := json_build_object(
        'endpoint_id', rotate_endpoint_secret.endpoint_id,
        'live_secrets', case when _kept_slot is null then 1 else 2 end);
    perform api.keep_idempotent_answer(
        rotate_endpoint_secret.idempotency_key, 'rotate_endpoint_secret',
        rotate_endpoint_secret.request_digest, _answer);
    perform pg_notify('hearth_tenants', '');
    return query select false, _answer;
end
$$;
