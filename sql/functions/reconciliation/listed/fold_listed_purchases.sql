-- Adds the purchases that snapshots list as evidence, and folds each: before and after.
--
-- Stores only the evidence. `app_user_id` is the id of the snapshot. The caller holds the app users
-- and the purchases, and has stored the snapshots.
-- If an entry says what the last snapshot said, no evidence is added: the snapshot's list of
-- purchases serves instead (see unstored_evidence). The snapshot's own evidence id must then be
-- newer than everything folded.
-- Looks up one purchase at a time (plans: rule 3).
-- Locks: none beyond the caller's.

create function api.fold_listed_purchases(listed entitlements.evidence[])
returns table (
    app_user_id text, before entitlements.purchases, after entitlements.purchases)
language plpgsql volatile rows 64
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _found record;
    _evidence entitlements.evidence;
    _snapshot_id text;
    _added entitlements.evidence[] := array[]::entitlements.evidence[];
    _purchase_ids uuid[] := array[]::uuid[];
    _asked text[] := array[]::text[];
    _refolded uuid[] := array[]::uuid[];
begin
    for _found in
        select evidence, held.state, newest.is_newest,
               api.snapshot_app_user_ids(evidence.app_user_id, evidence.occurred_at) as ids
          from unnest(listed) as evidence
         cross join lateral (
               select purchase from entitlements.purchases purchase
                where purchase.tenant_id = _tenant_id
                  and purchase.purchase_id = evidence.purchase_id
               offset 0) as held (state)
          left join lateral api.app_user_of(evidence.app_user_id) as app_user on true
         cross join lateral api.ids_in_transfers(app_user.app_user_uuid) as own
         cross join lateral api.is_newest_evidence(
                   evidence, held.state, own.ids, own.has_transfer) as newest
    loop
        _evidence := _found.evidence;
        app_user_id := _evidence.app_user_id;
        before := _found.state;
        after := null;
        _snapshot_id := api.snapshot_evidence_id(_evidence.app_user_id, _evidence.occurred_at, '');
        if _found.is_newest then
            after := api.fold_purchase_step(before, _evidence, _found.ids);
        else
            _asked := _asked || _evidence.app_user_id;
            _refolded := _refolded || before.purchase_id;
        end if;
        if _found.is_newest and before.folded_rank = _evidence.rank
           and not api.is_changed(before, after)
           and (before.folded_at, before.folded_evidence_id) < (
               api.order_of(_evidence.occurred_at, _evidence.received_at), _snapshot_id) then
            after.folded_evidence_id := _snapshot_id;
        else
            _added := _added || _evidence;
            _purchase_ids := _purchase_ids || before.purchase_id;
        end if;
        continue when not _found.is_newest;
        return next;
    end loop;
    perform api.add_evidence(_added, _purchase_ids);
    return query
    select again.app_user_id, purchase, folded
      from unnest(_asked, _refolded) as again (app_user_id, purchase_id)
      join entitlements.purchases purchase
        on purchase.tenant_id = _tenant_id and purchase.purchase_id = again.purchase_id
     cross join lateral api.folded_purchase(purchase.purchase_id) as folded;
end
$$;
