-- Applies a set of webhook events: joins ids, folds purchases, applies transfers.
--
-- Returns what changed.
-- `facts` holds each normalised event. Its keys are the columns of entitlements.evidence, plus
-- app_user_ids, transferred_from and transferred_to.
-- Event order does not matter: a fold sorts its evidence. If evidence is newer than all other
-- evidence of its purchase, it is one step on the stored state. Otherwise the purchase is folded
-- again from the start.
-- Idempotent: an evidence id has one row. The caller must pass each event once.
-- Other kinds than the informative ones become evidence.
-- Locks: those of join_app_user_ids (only where ids are joined) → transactions (of new purchases) →
-- app users by uuid → purchases by id.
-- Raises: evidence_incomplete 422, 40001.

create function api.apply_events(event_ids text[], facts jsonb[], received_at timestamptz[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _entries entitlements.evidence[]; _bought entitlements.evidence[]; _has_transfers boolean;
    _changes entitlements.changes := api.changes_of(); _stored entitlements.changes;
    _found entitlements.bought_event[]; _event record; _evidence entitlements.evidence;
    _added entitlements.evidence[] := array[]::entitlements.evidence[];
    _purchase_ids uuid[] := array[]::uuid[]; _refolded uuid[] := array[]::uuid[];
    _former entitlements.purchases[] := array[]::entitlements.purchases[];
    _states entitlements.purchases[] := array[]::entitlements.purchases[];
    _claimed entitlements.purchases[]; _purchase entitlements.purchases; _has_items boolean;
begin
    select array_agg(evidence),
           coalesce(array_agg(evidence) filter (
               where evidence.kind not in ('transfer', 'alias', 'informative', 'test', 'unknown')),
               '{}'),
           bool_or(evidence.kind = 'transfer'), bool_or(evidence.order_items is not null)
      into _entries, _bought, _has_transfers, _has_items
      from api.event_evidence(
               apply_events.event_ids, apply_events.facts, apply_events.received_at) as evidence;
    for _event in select * from api.unjoined_events(_entries, apply_events.facts) loop
        _changes := api.all_changes(_changes, api.join_app_user_ids(
            _event.app_user_ids, _event.linked_at, _event.evidence_id));
    end loop;
    if _has_items then
        _bought := array(
            select listed
              from api.event_items(_bought, apply_events.event_ids, apply_events.facts) as listed);
    end if;
    _found := api.lock_event_purchases(_bought);
    for _event in select * from api.purchases_of_evidence(_found) loop
        if (_event.state).purchase_id is distinct from _purchase.purchase_id then
            _purchase := _event.state;
            _former := _former || _purchase;
            _states := _states || _purchase;
        end if;
        if (_event.state).is_claimed_without_owner then
            _claimed := _claimed || _event.state;
        end if;
        _evidence := _event.evidence;
        _evidence.purchase_id := _purchase.purchase_id;
        if _evidence.kind <> 'absence' then -- See left_out_addons.
            _added := _added || _evidence;
            _purchase_ids := _purchase_ids || _purchase.purchase_id;
        end if;
        if _event.is_newest then
            _purchase := api.fold_event(_purchase, _evidence, _event.app_user_ids);
            _states[cardinality(_states)] := _purchase;
        else
            _refolded := _refolded || _purchase.purchase_id;
        end if;
    end loop;
    if cardinality(_added) > 0 then
        perform api.add_evidence(_added, _purchase_ids);
        if cardinality(_refolded) > 0 then
            _states := array(
                select case when former.purchase_id = any (_refolded)
                            then api.folded_purchase(former.purchase_id)
                            else _states[former.ordinality] end
                  from unnest(_former) with ordinality as former
                 order by former.ordinality);
        end if;
        _stored := api.store_purchases(_former, _states);
        _changes := api.all_changes(_changes, _stored);
    end if;
    if cardinality(_claimed) > 0 then
        perform api.note_undone_claims(_claimed);
    end if;
    if _has_transfers then
        _stored := api.apply_transfers(_entries, apply_events.facts);
        _changes := api.all_changes(_changes, _stored);
    end if;
    return _changes;
end
$$;
