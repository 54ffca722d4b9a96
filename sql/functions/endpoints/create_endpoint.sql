-- Creates an endpoint: changes after this moment are delivered to it.
--
-- Called with a secret or an admin key, or by an operator. The caller made the secret and shows it
-- once; it is sealed for this tenant and `endpoint_id`. Without `kinds`, all changes are delivered.
-- The audit gets an entry.
-- Idempotent by the Idempotency-Key. Without one, each call creates another endpoint.
-- Null: kinds, idempotency_key, request_digest.
-- Locks: the key → the tenant.
-- Raises: too_many_endpoints 409, idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.create_endpoint(
    endpoint_id uuid, url text, kinds text[], sealed bytea, actor text, idempotency_key text,
    request_digest bytea, as_of timestamptz default null,
    environments text[] default '{production}')
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _endpoints_maximum constant integer := 10;
    _answer json := api.begin_idempotent(
        create_endpoint.idempotency_key, 'create_endpoint', create_endpoint.request_digest);
    _as_of timestamptz;
    _endpoint entitlements.endpoints;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;
    perform from entitlements.tenants tenant
      where tenant.tenant_id = _tenant_id for no key update;
    _as_of := coalesce(create_endpoint.as_of, clock_timestamp());
    if (select count(*) from entitlements.endpoints present
         where present.tenant_id = _tenant_id) >= _endpoints_maximum then
        raise sqlstate 'PT409' using message = 'too_many_endpoints',
            detail = 'A tenant has at most 10 endpoints. Delete one first.';
    end if;
    insert into entitlements.endpoints as made
           (tenant_id, endpoint_id, url, kinds, environments, handed_over_number, leased_until,
            created_at)
    values (_tenant_id, create_endpoint.endpoint_id, create_endpoint.url, create_endpoint.kinds,
            create_endpoint.environments,
            coalesce((select head.last_number from entitlements.change_heads head
                       where head.tenant_id = _tenant_id), 0), _as_of, _as_of)
    returning made.* into _endpoint;
    insert into entitlements.endpoint_secrets (tenant_id, endpoint_id, slot, sealed, created_at)
    values (_tenant_id, create_endpoint.endpoint_id, 1, create_endpoint.sealed, _as_of);
    perform api.add_endpoint_entry(
        'create_endpoint', create_endpoint.actor, null, _endpoint, _as_of);
    _answer := api.endpoint_json(_endpoint);
    perform api.keep_idempotent_answer(
        create_endpoint.idempotency_key, 'create_endpoint', create_endpoint.request_digest,
        _answer);
    perform pg_notify('hearth_tenants', '');
    return query select false, _answer;
end
$$;
