-- Joins the ids that each snapshot names together into one app user, and answers the drift.
--
-- Drift is an id that was unknown, or another app user's. It is no drift if all the ids were
-- unknown. Answers also what the join touched. Nearly always the ids are joined already, or all are
-- unknown; the unknown of all snapshots become app users in one step.
-- RevenueCat sends no event when an anonymous customer logs in.
-- Idempotent: ids that were named together before are no drift.
-- Locks: as join_app_user_ids → as join_strangers.

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
                   'occurred_at', snapshot.read_at, 'received_at', snapshot.received_at,
                   'evidence_id',
                   api.snapshot_evidence_id(snapshot.app_user_id, snapshot.read_at, '')))
          from unnest(snapshots) as snapshot);
    _facts constant jsonb[] := array(
        select jsonb_build_object('app_user_ids', snapshot.app_user_ids)
          from unnest(snapshots) as snapshot);
    _prefixes constant text[] := api.anonymous_prefixes();
    _event record;
    _strangers jsonb[] := array[]::jsonb[];
    _named_at timestamptz[];
    _evidence_ids text[];
    _drift entitlements.drift;
    _outcome entitlements.snapshot_outcome := row('{}', api.changes_of());
    _changed entitlements.changes;
    _before text[];
begin
    for _event in
        select unjoined.*, known.ids > 0 as are_known,
               known.ids = cardinality(unjoined.app_user_ids) and known.app_users = 1 as are_one,
               known.ids = 0 and named.identified <= 1 as are_strangers
          from api.unjoined_events(_entries, _facts) as unjoined
         cross join lateral (
               select count(*) as ids, count(distinct known.app_user_uuid) as app_users
                 from entitlements.app_user_ids known
                where known.tenant_id = _tenant_id
                  and known.app_user_id = any (unjoined.app_user_ids)) as known
         cross join lateral (
               select count(*) as identified from unnest(unjoined.app_user_ids) as named (id)
                where not starts_with(named.id, '$RCAnonymousID:')
                  and not named.id ^@ any (_prefixes)) as named
         order by unjoined.app_user_ids
    loop
        if _event.are_strangers then
            _strangers := _strangers || to_jsonb(_event.app_user_ids);
            _named_at := _named_at || _event.linked_at;
            _evidence_ids := _evidence_ids || _event.evidence_id;
            continue;
        end if;
        if not _event.are_one and _event.are_known then
            _before := array(
                select answer::text from api.active_answers(_event.app_user_ids, _at) as answer);
            _drift.before := api.snapshot_app_users(_event.app_user_ids);
        end if;
        _changed := api.join_app_user_ids(
            _event.app_user_ids, _event.linked_at, _event.evidence_id);
        _outcome.changed := api.all_changes(_outcome.changed, _changed);
        continue when _event.are_one or not _event.are_known;
        _drift.after := api.snapshot_app_users(_event.app_user_ids);
        if _drift.before is distinct from _drift.after then
            _drift.app_user_id := _event.app_user_ids[1];
            _drift.access_affected := _before <> array(
                select answer::text from api.active_answers(_event.app_user_ids, _at) as answer);
            _drift.cause := 'alias_unknown';
            _outcome.differences := _outcome.differences || _drift;
        end if;
    end loop;
    if cardinality(_strangers) > 0 then
        _outcome.changed := api.all_changes(
            _outcome.changed, api.join_strangers(_strangers, _named_at, _evidence_ids));
    end if;
    return _outcome;
end
$$;
