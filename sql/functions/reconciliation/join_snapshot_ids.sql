-- Makes one person of the ids that a snapshot names together, and answers the drift that this is:
-- an id that we did not know as this person's, or that is another person's; and what that touched.
--
-- internal: called by apply_snapshot.
-- RevenueCat sends no event when somebody who was anonymous logs in. A person of whom we knew
-- nothing is no drift.
-- Idempotent: ids that were named together before are no drift.
-- Locks: as join_app_user_ids.

create function api.join_snapshot_ids(reading entitlements.snapshots)
returns entitlements.reading_outcome
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _at constant timestamptz := greatest(reading.received_at, now());
    _evidence_id constant text :=
        api.snapshot_evidence_id(reading.app_user_id, reading.read_at, '');
    _are_known boolean;
    _are_one boolean;
    _drift entitlements.drift;
    _outcome entitlements.reading_outcome;
    _before text[];
begin
    select count(*) > 0,
           count(*) = cardinality(reading.app_user_ids) and count(distinct app_user_uuid) = 1
      into _are_known, _are_one
      from entitlements.app_user_ids known
     where known.tenant_id = _tenant_id and known.app_user_id = any (reading.app_user_ids);
    if _are_one or not _are_known then
        _outcome.changed :=
            api.join_app_user_ids(reading.app_user_ids, reading.order_at, _evidence_id);
        return _outcome;
    end if;

    _before := array(
        select answer::text from api.active_answers(reading.app_user_ids, _at) as answer);
    _drift.before := api.snapshot_people(reading.app_user_ids);
    _outcome.changed := api.join_app_user_ids(reading.app_user_ids, reading.order_at, _evidence_id);
    _drift.after := api.snapshot_people(reading.app_user_ids);
    if _drift.before is distinct from _drift.after then
        _drift.access_affected := _before <> array(
            select answer::text from api.active_answers(reading.app_user_ids, _at) as answer);
        _drift.cause := 'alias_unknown';
        _outcome.differences := array[_drift];
    end if;
    return _outcome;
end
$$;

grant execute on function api.join_snapshot_ids(entitlements.snapshots) to hearth_server;
comment on function api.join_snapshot_ids(entitlements.snapshots) is
    'Makes one person of the ids that a snapshot names together, and answers the drift.';
