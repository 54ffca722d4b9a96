-- Adds what a snapshot lists as evidence, and folds it: each purchase before and after. Nothing is
-- stored yet but the evidence.
--
-- internal: called by apply_snapshot, which holds the people and the purchases and has written the
-- reading down.
-- Most snapshots say what the one before said. Then no evidence is added: the reading's list of
-- purchases tells as much (see reading_evidence). The reading has an id of its own in the order of
-- evidence, so it too must be newer than everything that was folded.
-- Locks: none beyond the caller's.

create function api.fold_listed_purchases(
    reading entitlements.snapshots, listed entitlements.evidence[])
returns table (before entitlements.purchases, after entitlements.purchases)
language plpgsql volatile security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _own constant text[] := api.own_app_user_ids(reading.app_user_id);
    _ids constant text[] := api.snapshot_app_user_ids(reading.app_user_id, reading.read_at);
    _reading_id constant text := api.snapshot_evidence_id(
        reading.app_user_id, reading.read_at, '');
    _told entitlements.evidence;
    _is_newest boolean;
    s entitlements.purchases;
    _folded entitlements.purchases;
begin
    foreach _told in array listed loop
        select * into strict s from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.purchase_id = _told.purchase_id;
        select newest.is_newest into strict _is_newest
          from api.is_newest_evidence(_told, s, _own) as newest;
        if _is_newest then
            _folded := api.fold_purchase_step(s, _told, _ids);
        end if;
        if _is_newest and s.folded_rank = _told.rank and not api.is_changed(s, _folded)
           and (s.folded_at, s.folded_evidence_id) < (_told.order_at, _reading_id) then
            _folded.folded_evidence_id := _reading_id;
        else
            perform api.add_evidence(array[_told], array[_told.purchase_id]);
        end if;
        if not _is_newest then
            _folded := api.folded_purchase(s.purchase_id);
        end if;
        return query select s, _folded;
    end loop;
end
$$;

grant execute on function api.fold_listed_purchases(entitlements.snapshots, entitlements.evidence[])
    to hearth_server;
comment on function api.fold_listed_purchases(
    entitlements.snapshots, entitlements.evidence[]) is
    'Adds what a snapshot lists as evidence, and folds it: each purchase before and after.';
