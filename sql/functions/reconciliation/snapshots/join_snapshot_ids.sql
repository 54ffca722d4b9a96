-- Joins the ids that each snapshot names together into one app user, and answers the drift.
--
-- Drift is an id that was unknown, or another app user's. It is no drift if all the ids were
-- unknown. Answers also what the join touched. Nearly always the ids are joined already.
-- RevenueCat sends no event when an anonymous customer logs in.
-- Idempotent: ids that were named together before are no drift.
-- Locks: as join_app_user_ids.

create function api.join_snapshot_ids(snapshots entitlements.snapshots[])
returns entitlements.snapshot_outcome
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _at constant timestamptz := greatest((snapshots[1]).received_at, now());
    -- Constants, so that unjoined_events is inlined (plans: rule 6).
    _entries constant entitlements.evidence[] := array(
        select jsonb_populate_record(null::entitlements.evidence, jsonb_build_object(
                   'order_at', snapshot.order_at, 'evidence_id',
                   api.snapshot_evidence_id(snapshot.app_user_id, snapshot.read_at, '')))
          from unnest(snapshots) as snapshot);
    _facts constant jsonb[] := array(
        select jsonb_build_object('app_user_ids', snapshot.app_user_ids)
          from unnest(snapshots) as snapshot);
    _event record;
    _are_known boolean;
    _are_one boolean;
    _drift entitlements.drift;
    _outcome entitlements.snapshot_outcome := row('{}', api.changes_of());
    _changed entitlements.changes;
    _before text[];
begin
    for _event in
        select unjoined.* from api.unjoined_events(_entries, _facts) as unjoined
         order by unjoined.app_user_ids
    loop
        select count(*) > 0,
               count(*) = cardinality(_event.app_user_ids) and count(distinct app_user_uuid) = 1
          into _are_known, _are_one
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = any (_event.app_user_ids);
        if not _are_one and _are_known then
            _before := array(
                select answer::text from api.active_answers(_event.app_user_ids, _at) as answer);
            _drift.before := api.snapshot_app_users(_event.app_user_ids);
        end if;
        _changed := api.join_app_user_ids(
            _event.app_user_ids, _event.order_at, _event.evidence_id);
        _outcome.changed := api.all_changes(_outcome.changed, _changed);
        continue when _are_one or not _are_known;
        _drift.after := api.snapshot_app_users(_event.app_user_ids);
        if _drift.before is distinct from _drift.after then
            _drift.app_user_id := _event.app_user_ids[1];
            _drift.access_affected := _before <> array(
                select answer::text from api.active_answers(_event.app_user_ids, _at) as answer);
            _drift.cause := 'alias_unknown';
            _outcome.differences := _outcome.differences || _drift;
        end if;
    end loop;
    return _outcome;
end
$$;
