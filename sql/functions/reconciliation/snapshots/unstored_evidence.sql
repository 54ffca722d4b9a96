-- Derives evidence of a purchase from the snapshots that have no evidence row for it.
--
-- - A snapshot that repeated the last one: that evidence again, at the later time.
-- - A snapshot that did not list the purchase: an absence, which hidden_until dates.
-- `app_user_ids` are the ids of all possible owners. Absence is not stored, so it also counts for a
-- purchase that becomes known after the snapshot.
-- Locks: none.

create function api.unstored_evidence(purchase_id uuid, app_user_ids text[], as_of timestamptz)
returns setof entitlements.evidence
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _snapshot entitlements.snapshots;
    _told entitlements.evidence;
begin
    for _snapshot in
        select snapshot.*
          from entitlements.snapshots snapshot
         where snapshot.tenant_id = _tenant_id
           and snapshot.app_user_id = any (unstored_evidence.app_user_ids)
           and snapshot.order_at <= unstored_evidence.as_of
           and not exists (
               select from entitlements.evidence told
                where told.tenant_id = _tenant_id
                  and told.purchase_id = unstored_evidence.purchase_id
                  and told.kind = 'snapshot' and told.app_user_id = snapshot.app_user_id
                  and told.occurred_at = snapshot.read_at)
    loop
        _told := null;
        if unstored_evidence.purchase_id = any (_snapshot.purchase_ids) then
            select told.* into _told
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.purchase_id = unstored_evidence.purchase_id
               and told.kind = 'snapshot' and told.order_at <= _snapshot.order_at
             order by told.order_at desc, told.evidence_id desc
             limit 1;
        else
            _told.expires_at := api.hidden_until(_snapshot, unstored_evidence.purchase_id);
            continue when _told.expires_at = 'infinity';
            _told.purchase_id := unstored_evidence.purchase_id;
            _told.kind := 'absence';
        end if;
        continue when _told.kind is null;
        _told.tenant_id := _tenant_id;
        _told.evidence_id := api.snapshot_evidence_id(_snapshot.app_user_id, _snapshot.read_at, '');
        _told.app_user_id := _snapshot.app_user_id;
        _told.occurred_at := _snapshot.read_at;
        _told.received_at := _snapshot.received_at;
        _told.order_at := _snapshot.order_at;
        _told.rank := entitlements.evidence_rank(_told.kind);
        return next _told;
    end loop;
end
$$;
