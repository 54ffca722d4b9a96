-- Stores the purchases that a snapshot changed, and answers what of that is drift and what it
-- touched.
--
-- internal: called by apply_snapshot, which holds the people and the purchases.
-- What their owners may do is asked before and after, as of now, and only where there is drift.
-- Locks: as store_purchases.

create function api.store_snapshot_changes(
    reading entitlements.snapshots, before entitlements.purchases[],
    after entitlements.purchases[])
returns entitlements.reading_outcome
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _at constant timestamptz := greatest(reading.received_at, now());
    _drifted integer[] := array[]::integer[];
    _ids text[] := array[reading.app_user_id];
    _answers text[];
    _changed_ids text[];
    i integer;
    _outcome entitlements.reading_outcome;
begin
    for i in 1 .. cardinality(after) loop
        if api.is_drift(before[i], after[i], _at) then
            _drifted := _drifted || i;
            _ids := _ids || (before[i]).owner_app_user_id || (after[i]).owner_app_user_id;
        end if;
    end loop;
    if cardinality(_drifted) > 0 then
        _answers := array(select answer::text from api.active_answers(_ids, _at) as answer);
    end if;
    _outcome.changed := api.store_purchases(after);
    if cardinality(_drifted) = 0 then
        return _outcome;
    end if;

    _changed_ids := array(
        select answer.app_user_id from api.active_answers(_ids, _at) as answer
         where answer::text <> all (_answers));
    foreach i in array _drifted loop
        _outcome.differences := _outcome.differences
            || api.purchase_drift(reading, before[i], after[i], _at, _changed_ids);
    end loop;
    return _outcome;
end
$$;

grant execute
    on function api.store_snapshot_changes(
        entitlements.snapshots, entitlements.purchases[], entitlements.purchases[])
    to hearth_server;
comment on function api.store_snapshot_changes(
    entitlements.snapshots, entitlements.purchases[], entitlements.purchases[]) is
    'Stores the purchases that a snapshot changed, and answers what of that is drift.';
