-- Begins a repeatable request: returns the first answer to it, or null.
--
-- Does nothing without a key. The key is locked until the transaction ends. A second call with it
-- fails at once and does not wait.
-- Locks: the key.
-- Raises: idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.begin_idempotent(idempotency_key text, operation text, request_digest bytea)
returns json
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _kept entitlements.idempotent_answers;
begin
    if begin_idempotent.idempotency_key is null then
        return null;
    end if;
    if not pg_try_advisory_xact_lock(hashtextextended(
        _tenant_id || begin_idempotent.idempotency_key, 0)) then
        raise sqlstate 'PT409' using message = 'idempotency_key_in_use',
            detail = 'A request with this Idempotency-Key is still in progress.';
    end if;

    select * into _kept from entitlements.idempotent_answers kept
     where kept.tenant_id = _tenant_id
       and kept.idempotency_key = begin_idempotent.idempotency_key;
    if found and (_kept.operation, _kept.request_digest)
                 <> (begin_idempotent.operation, begin_idempotent.request_digest) then
        raise sqlstate 'PT422' using message = 'idempotency_key_reused',
            detail = 'This Idempotency-Key was used for a different request.';
    end if;
    return _kept.answer;
end
$$;
