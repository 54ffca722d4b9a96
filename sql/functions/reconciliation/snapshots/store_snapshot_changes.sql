-- Stores the purchases that snapshots changed; returns the drift and what it touched.
--
-- The caller holds the app users and the purchases. `asked` has the id of the snapshot of each
-- purchase. If there is drift, the owners' answers are compared before and after, as of now.
-- Locks: as store_purchases.

create function api.store_snapshot_changes(
    snapshots entitlements.snapshots[], asked text[], before entitlements.purchases[],
    after entitlements.purchases[])
returns entitlements.snapshot_outcome
language plpgsql volatile
as $$
declare
    _at constant timestamptz := greatest((snapshots[1]).received_at, now());
    _after entitlements.purchases[] := after;
    _owner record;
    _drifted integer[] := array[]::integer[];
    _ids text[] := array[]::text[];
    _answers text[];
    _changed_ids text[];
    _outcome entitlements.snapshot_outcome;
begin
    if cardinality(after) = 0 then
        _outcome.changed := api.changes_of();
        return _outcome;
    end if;
    for _owner in
        select folded.ordinality as place, own.app_user_uuid, former.app_user_uuid as former_uuid
          from unnest(after) with ordinality as folded
          left join lateral api.app_user_of(folded.owner_app_user_id) as own on true
          left join lateral api.app_user_of(folded.previous_owner_app_user_id) as former on true
    loop
        _after[_owner.place].owner_uuid := _owner.app_user_uuid;
        _after[_owner.place].previous_owner_uuid := _owner.former_uuid;
        if api.is_drift(before[_owner.place], _after[_owner.place], _at) then
            _drifted := _drifted || _owner.place::integer;
            _ids := _ids || asked[_owner.place] || (before[_owner.place]).owner_app_user_id
                || (after[_owner.place]).owner_app_user_id;
        end if;
    end loop;
    if cardinality(_drifted) > 0 then
        _answers := array(select answer::text from api.active_answers(_ids, _at) as answer);
    end if;
    _outcome.changed := api.store_purchases(before, _after);
    if cardinality(_drifted) = 0 then
        return _outcome; -- The usual case.
    end if;
    _changed_ids := array(
        select answer.app_user_id from api.active_answers(_ids, _at) as answer
         where answer::text <> all (_answers));
    _outcome.differences := array(
        select api.purchase_drift(
                   snapshot, before[drifted.place], _after[drifted.place], _at, _changed_ids)
          from unnest(_drifted) as drifted (place)
          join unnest(snapshots) as snapshot on snapshot.app_user_id = asked[drifted.place]);
    return _outcome;
end
$$;
