-- Stores a merge ticket, whose bearer may merge one anonymous id into one identified id, once.
--
-- Called with a secret key: the tenant's server vouches for both ids.
-- `digest` is the SHA-256 of the ticket, which is shown once and not stored.
-- The use of the ticket decides whether the two may be merged.
-- Idempotent by the Idempotency-Key, from which the caller derives the ticket.
-- Null: idempotency_key, request_digest.
-- Locks: the key → the app user, if the anonymous id is new.
-- Raises: idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.create_merge_ticket(
    anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer,
    idempotency_key text, request_digest bytea, as_of timestamptz default null)
returns table (expires_at timestamptz)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(create_merge_ticket.as_of, clock_timestamp());
    _answer json := api.begin_idempotent(
        create_merge_ticket.idempotency_key, 'create_merge_ticket',
        create_merge_ticket.request_digest);
begin
    if _answer is not null then
        return query select (_answer ->> 'expires_at')::timestamptz;
        return;
    end if;
    perform api.add_app_user_ids(array[create_merge_ticket.anonymous_app_user_id]);
    insert into entitlements.merge_tickets
           (tenant_id, digest, anonymous_app_user_id, app_user_id, created_at, expires_at)
    values (_tenant_id, create_merge_ticket.digest, create_merge_ticket.anonymous_app_user_id,
            create_merge_ticket.app_user_id, _as_of,
            _as_of + make_interval(secs => create_merge_ticket.ttl_seconds))
    returning merge_tickets.expires_at into expires_at;
    perform api.keep_idempotent_answer(
        create_merge_ticket.idempotency_key, 'create_merge_ticket',
        create_merge_ticket.request_digest,
        json_build_object('expires_at', api.rfc3339(expires_at)));
    return next;
end
$$;
