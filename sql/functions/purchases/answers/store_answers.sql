-- Derives what app users may do now, stores it, and logs what changed and new notices.
--
-- The caller has locked the rows of the answers. Deletes only stale marks seen before the
-- derivation: a mark that arrives meanwhile stays.
-- Without a `cause`, an answer changed by itself: by the clock, by a new definition, or by the
-- cause of its mark. `cause_ids` names the cause, or several events.
-- Idempotent: the same facts give the same answers, and nothing is logged.
-- Locks: none beyond the caller's.

create function api.store_answers(
    app_user_uuids uuid[], cause text default null, cause_ids text[] default '{}') returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _marks constant entitlements.stale_answers[] := array(
        select stale.mark
          from unnest(store_answers.app_user_uuids) as named (app_user_uuid)
         -- Look each app user up: a comparison with the array may scan all the marks.
         cross join lateral (
               select mark from entitlements.stale_answers mark
                where mark.tenant_id = _tenant_id and mark.app_user_uuid = named.app_user_uuid
               offset 0) as stale);
    -- clock_timestamp(), not now(): a membership begins after this transaction started.
    _as_of constant timestamptz := clock_timestamp();
    _rules constant entitlements.notice_rules := (
        select rules from entitlements.notice_rules rules
         where rules.tenant_id = _tenant_id and rules.is_logged);
    _ending uuid[];
begin
    with derived as materialized (
        select * from api.derived_answers(
            store_answers.app_user_uuids, 'production', _as_of, is_past => false)
    ), updated as (
        update entitlements.stored_answers stored
           set answer = derived.answer,
               definition_version = tenant.definition_version,
               derived_at = _as_of, notice_at = null,
               valid_until = coalesce(derived.next_change_at, 'infinity')
          from derived
         cross join entitlements.tenants tenant
         cross join lateral (
               select one from entitlements.stored_answers one
                where one.tenant_id = _tenant_id and one.app_user_uuid = derived.app_user_uuid
               offset 0) as former (stored)
         where tenant.tenant_id = _tenant_id
           and stored.tenant_id = _tenant_id and stored.app_user_uuid = derived.app_user_uuid
        returning former.stored as former, derived.answer, derived.ends_at, derived.ended_at
    ), causing as materialized (
        select event.* from api.causing_events(store_answers.cause_ids) as event
         where store_answers.cause = 'event'
    ), logged as (
        insert into entitlements.pending_changes (
            tenant_id, kind, app_user_id, before, after, cause, cause_id, happened_at, recorded_at)
        select _tenant_id, changed.kind, changed.app_user_id, changed.before, changed.after,
               changed.cause, coalesce(causing.event_id, changed.cause_id),
               coalesce(causing.order_at, changed.happened_at), _as_of
          from updated
         cross join lateral api.changed_answer(
                   updated.former, updated.answer, store_answers.cause, store_answers.cause_ids,
                   _marks, _as_of) as changed
          left join causing on causing.app_user_uuid = (updated.former).app_user_uuid)
    select array_agg((updated.former).app_user_uuid) filter (
               where greatest(updated.ends_at, updated.ended_at)
                     > _as_of - make_interval(days => _rules.ended_days_after))
      into _ending from updated;
    if _rules.is_logged then
        perform api.note_wings(
            store_answers.app_user_uuids, _ending, _rules, store_answers.cause,
            store_answers.cause_ids, _marks, _as_of);
    end if;
    if cardinality(_marks) > 0 then
        delete from entitlements.stale_answers stale
         where stale.tenant_id = _tenant_id
           and stale.app_user_uuid = any (store_answers.app_user_uuids)
           and stale.mark_id in (select mark.mark_id from unnest(_marks) as mark);
    end if;
end
$$;
