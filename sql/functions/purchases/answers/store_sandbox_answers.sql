-- Derives what app users may do in the sandbox now, and logs what changed and new notices.
--
-- App users without a row are left out: they never had a sandbox purchase. No lookup uses the
-- stored answers: they are what the change log reported last.
-- Without a `cause`, an answer changed by itself, as in store_answers.
-- Idempotent: the same facts log nothing.
-- Locks: the rows, by uuid.

create function api.store_sandbox_answers(
    app_user_uuids uuid[], cause text default null, cause_ids text[] default '{}') returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _held constant entitlements.stored_answers[] := array(
        select row(stored.tenant_id, stored.app_user_uuid, stored.answer,
                   stored.definition_version, now(), stored.valid_until,
                   null)::entitlements.stored_answers
          from entitlements.sandbox_answers stored
         where stored.tenant_id = _tenant_id
           and stored.app_user_uuid = any (store_sandbox_answers.app_user_uuids)
         order by stored.app_user_uuid
           for no key update);
    _app_users constant uuid[] := array(select held.app_user_uuid from unnest(_held) as held);
    _as_of constant timestamptz := clock_timestamp();
    _tenant constant entitlements.tenants := (
        select tenant from entitlements.tenants tenant where tenant.tenant_id = _tenant_id);
begin
    if _held = '{}' then
        return;
    end if;
    with derived as materialized (
        select found.* from api.derived_answers(
                   _app_users, 'sandbox', _as_of, is_past => false) as found
    ), updated as (
        update entitlements.sandbox_answers stored
           set answer = derived.answer,
               definition_version = api.answer_version(_tenant.definition_version),
               valid_until = coalesce(derived.next_change_at, 'infinity')
          from derived
         where stored.tenant_id = _tenant_id and stored.app_user_uuid = derived.app_user_uuid
        returning stored.app_user_uuid, derived.answer
    ), causing as materialized (
        select event.* from api.causing_events(store_sandbox_answers.cause_ids) as event
         where store_sandbox_answers.cause = 'event')
    insert into entitlements.pending_changes (
        tenant_id, kind, app_user_id, before, after, cause, cause_id, happened_at, recorded_at,
        environment)
    select _tenant_id, changed.kind, changed.app_user_id, changed.before, changed.after,
           changed.cause, coalesce(causing.event_id, changed.cause_id),
           coalesce(causing.order_at, changed.happened_at), _as_of, 'sandbox'
      from updated
      join unnest(_held) as former on former.app_user_uuid = updated.app_user_uuid
     cross join lateral api.changed_answer(
               former, updated.answer, _tenant, store_sandbox_answers.cause,
               store_sandbox_answers.cause_ids, '{}', _as_of) as changed
      left join causing on causing.app_user_uuid = updated.app_user_uuid;
    perform api.note_sandbox_wings(
        _app_users, store_sandbox_answers.cause, store_sandbox_answers.cause_ids, _as_of);
end
$$;
