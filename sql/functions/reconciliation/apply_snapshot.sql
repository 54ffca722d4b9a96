-- Folds a snapshot into what we believe, and answers what of that is drift and what it touched.
--
-- internal: called by add_snapshot, for good or to be undone.
-- Mostly a snapshot says what is known: then only the evidence is new, and nothing else is
-- written.
-- Idempotent: a reading counts once.
-- Locks: tenant and households (where people are joined anew) → the listed transactions → app users
-- by uuid → purchases by id → rows for devices.

create function api.apply_snapshot(
    reading entitlements.snapshots, listed entitlements.evidence[])
returns entitlements.reading_outcome
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reading entitlements.snapshots := reading;
    _purchase_ids uuid[];
    _listed entitlements.evidence[];
    _folded record;
    _outcome entitlements.reading_outcome;
    _stored entitlements.reading_outcome;
    _before entitlements.purchases[] := array[]::entitlements.purchases[];
    _after entitlements.purchases[] := array[]::entitlements.purchases[];
begin
    _outcome := api.join_snapshot_ids(_reading);
    _purchase_ids := api.lock_snapshot_purchases(_reading, listed);
    if exists (
        select from entitlements.snapshots earlier
         where earlier.tenant_id = _tenant_id and earlier.app_user_id = _reading.app_user_id
           and earlier.read_at = _reading.read_at) then
        return _outcome;
    end if;
    _listed := array(
        select matched from api.match_listed_purchases(listed, _purchase_ids) as matched);
    _reading := api.add_reading(_reading, _listed);

    for _folded in
        select * from api.fold_listed_purchases(_reading, _listed)
         union all
        select * from api.fold_unlisted_purchases(_reading, _purchase_ids)
    loop
        if api.is_changed(_folded.before, _folded.after) then
            _before := _before || _folded.before;
            _after := _after || api.with_owners(_folded.after);
        else
            update entitlements.purchases stored
               set folded_at = (_folded.after).folded_at,
                   folded_rank = (_folded.after).folded_rank,
                   folded_evidence_id = (_folded.after).folded_evidence_id
             where stored.tenant_id = _tenant_id
               and stored.purchase_id = (_folded.before).purchase_id
               and stored.folded_evidence_id <> (_folded.after).folded_evidence_id;
        end if;
    end loop;
    _stored := api.store_snapshot_changes(_reading, _before, _after);
    _outcome.differences := _outcome.differences || _stored.differences;
    _outcome.changed := api.all_changes(_outcome.changed, _stored.changed);

    update entitlements.app_users person
       set confirmed_at = greatest(person.confirmed_at, _reading.order_at)
      from entitlements.app_user_ids own
     where own.tenant_id = _tenant_id and own.app_user_id = _reading.app_user_id
       and person.tenant_id = _tenant_id and person.app_user_uuid = own.app_user_uuid;
    return _outcome;
end
$$;

grant execute on function api.apply_snapshot(entitlements.snapshots, entitlements.evidence[])
    to hearth_server;
comment on function api.apply_snapshot(entitlements.snapshots, entitlements.evidence[]) is
    'Folds a snapshot into what we believe, and answers what that changed.';
