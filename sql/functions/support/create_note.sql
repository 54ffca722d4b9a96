-- Stores a note of an operator on an app user.
--
-- Called with a support key or more.
-- Idempotent by the Idempotency-Key. Without one, each call stores a note.
-- Null: idempotency_key, request_digest.
-- Locks: the key → the app user.
-- Raises: app_user_not_found 404, idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.create_note(
    app_user_id text, note text, actor text, idempotency_key text, request_digest bytea,
    as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _answer json := api.begin_idempotent(
        create_note.idempotency_key, 'create_note', create_note.request_digest);
    _stored entitlements.operator_notes;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;
    if api.lock_present_app_users(array[create_note.app_user_id]) <> '{}' then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'No app user has this id.';
    end if;
    insert into entitlements.operator_notes (tenant_id, app_user_id, note, author, written_at)
    values (entitlements.current_tenant_id(), create_note.app_user_id, create_note.note,
            create_note.actor, coalesce(create_note.as_of, clock_timestamp()))
    returning * into strict _stored;
    _answer := api.note_json(_stored);
    perform api.keep_idempotent_answer(
        create_note.idempotency_key, 'create_note', create_note.request_digest, _answer);
    return query select false, _answer;
end
$$;
