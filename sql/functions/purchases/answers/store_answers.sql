-- Derives what app users may do now, stores it, and logs what changed and new notices.
--
-- `held` are the rows of their answers, which the caller has locked, `places` where each is stored.
-- Deletes only stale marks seen before the derivation: a mark that arrives meanwhile stays.
-- Without a `cause`, an answer changed by itself: by the clock, by a new definition, or by the
-- cause of its mark. `cause_ids` names the cause, or several events.
-- Idempotent: the same facts give the same answers, and nothing is logged.
-- Locks: none beyond the caller's.

create function api.store_answers(
    held entitlements.stored_answers[], places tid[], cause text default null,
    cause_ids text[] default '{}')
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_users constant uuid[] := array(
        select former.app_user_uuid from unnest(store_answers.held) as former);
    _marks constant entitlements.stale_answers[] := array(
        select stale.mark
          from unnest(_app_users) as named (app_user_uuid)
         -- Look each app user up: a comparison with the array may scan all the marks.
         cross join lateral (
               select mark from entitlements.stale_answers mark
                where mark.tenant_id = _tenant_id and mark.app_user_uuid = named.app_user_uuid
               offset 0) as stale);
    -- clock_timestamp(), not now(): a membership begins after this transaction started.
    _as_of constant timestamptz := clock_timestamp();
    -- Read before the derivation: an answer by a newer definition is derived again.
    _tenant constant entitlements.tenants := (
        select tenant from entitlements.tenants tenant where tenant.tenant_id = _tenant_id);
    _rules constant entitlements.notice_rules := (
        select rules from entitlements.notice_rules rules
         where rules.tenant_id = _tenant_id and rules.is_logged);
    _stored record;
begin
    with derived as materialized (
        select found.*, array_position(_app_users, found.app_user_uuid) as number
          from api.derived_answers(_app_users, 'production', _as_of, is_past => false) as found
    ), updated as (
        update entitlements.stored_answers stored
           set answer = derived.answer,
               definition_version = api.answer_version(_tenant.definition_version),
               derived_at = _as_of, notice_at = null,
               valid_until = coalesce(derived.next_change_at, 'infinity')
          from derived
         where stored.tenant_id = _tenant_id
           and stored.ctid = store_answers.places[derived.number]
        returning derived.*)
    select array_agg(updated.number) filter (where updated.differs) as numbers,
           array_agg(updated.answer) filter (where updated.differs) as answers,
           array_agg(updated.app_user_uuid) filter (
               where greatest(updated.ends_at, updated.ended_at)
                     > _as_of - make_interval(days => _rules.ended_days_after)) as ending
      into strict _stored
      from (select updated.*,
                   (store_answers.held[updated.number]).answer::text
                   is distinct from updated.answer::text as differs
              from updated) as updated;
    if _stored.numbers is not null then
        insert into entitlements.pending_changes (
            tenant_id, kind, app_user_id, before, after, cause, cause_id, happened_at, recorded_at)
        select _tenant_id, changed.kind, changed.app_user_id, changed.before, changed.after,
               changed.cause, coalesce(updated.event_id, changed.cause_id),
               coalesce(updated.order_at, changed.happened_at), _as_of
          -- Sorted together, because a join would compare each answer with each event.
          from (select either.number, either.answer,
                       max(either.event_id) over same as event_id,
                       max(either.order_at) over same as order_at
                  from (select _app_users[one.number] as app_user_uuid, one.number, one.answer,
                               null::text as event_id, null::timestamptz as order_at
                          from unnest(_stored.numbers, _stored.answers) as one (number, answer)
                         union all
                        select event.app_user_uuid, null, null, event.event_id, event.order_at
                          from api.causing_events(store_answers.cause_ids) as event
                         where store_answers.cause = 'event') as either
                window same as (partition by either.app_user_uuid)) as updated
         cross join lateral api.changed_answer(
                   store_answers.held[updated.number], updated.answer, _tenant,
                   store_answers.cause, store_answers.cause_ids, _marks, _as_of) as changed
         where updated.number is not null;
    end if;
    if _rules.is_logged then
        perform api.note_wings(
            _app_users, _stored.ending, _rules, store_answers.cause, store_answers.cause_ids,
            _marks, _as_of);
    end if;
    if cardinality(_marks) > 0 then
        delete from entitlements.stale_answers stale
         where stale.tenant_id = _tenant_id
           and stale.app_user_uuid = any (_app_users)
           and stale.mark_id in (select mark.mark_id from unnest(_marks) as mark);
    end if;
end
$$;
