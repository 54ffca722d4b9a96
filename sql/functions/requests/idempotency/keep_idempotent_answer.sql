-- Stores the answer to a repeatable request, after begin_idempotent.
--
-- Locks: none beyond the caller's.

create function api.keep_idempotent_answer(
    idempotency_key text, operation text, request_digest bytea, answer json)
returns void
language plpgsql volatile
as $$
begin
    if keep_idempotent_answer.idempotency_key is not null then
        insert into entitlements.idempotent_answers
               (tenant_id, idempotency_key, operation, request_digest, answer)
        values (entitlements.current_tenant_id(), keep_idempotent_answer.idempotency_key,
                keep_idempotent_answer.operation, keep_idempotent_answer.request_digest,
                keep_idempotent_answer.answer);
    end if;
end
$$;
