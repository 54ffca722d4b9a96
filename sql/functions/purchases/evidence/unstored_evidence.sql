-- Derives evidence of a purchase from the snapshots that have no evidence row for it.
--
-- - A snapshot that repeated the last one: that evidence again, at the later time.
-- - A snapshot that did not list the purchase: an absence, which hidden_until dates.
-- Of equal snapshots in one row, the first and the last count.
-- `app_user_ids` are the ids of all possible owners. Absence is not stored, so it also counts for a
-- purchase that becomes known after the snapshot.

create function api.unstored_evidence(purchase_id uuid, app_user_ids text[], as_of timestamptz)
returns setof entitlements.evidence
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _snapshot entitlements.snapshots;
    _evidence entitlements.evidence;
begin
    for _snapshot in
        select snapshot.*
          from entitlements.snapshots stored
         cross join lateral api.first_and_last(stored) as snapshot
         where stored.tenant_id = _tenant_id
           and stored.app_user_id = any (unstored_evidence.app_user_ids)
           and snapshot.order_at <= unstored_evidence.as_of
           and not exists (
               select from entitlements.evidence evidence
                where evidence.tenant_id = _tenant_id
                  and evidence.purchase_id = unstored_evidence.purchase_id
                  and evidence.kind = 'snapshot' and evidence.app_user_id = snapshot.app_user_id
                  and evidence.occurred_at = snapshot.read_at)
    loop
        _evidence := null;
        if unstored_evidence.purchase_id = any (_snapshot.purchase_ids) then
            select evidence.* into _evidence
              from entitlements.evidence evidence
             where evidence.tenant_id = _tenant_id
               and evidence.purchase_id = unstored_evidence.purchase_id
               and evidence.kind = 'snapshot'
               and api.order_of(evidence.occurred_at, evidence.received_at)
                   <= api.order_of(_snapshot.read_at, _snapshot.received_at)
             order by api.order_of(evidence.occurred_at, evidence.received_at) desc,
                      evidence.evidence_id desc
             limit 1;
        else
            _evidence.expires_at := api.hidden_until(_snapshot, unstored_evidence.purchase_id);
            continue when _evidence.expires_at = 'infinity';
            _evidence.purchase_id := unstored_evidence.purchase_id;
            _evidence.kind := 'absence';
        end if;
        continue when _evidence.kind is null;
        _evidence.tenant_id := _tenant_id;
        _evidence.evidence_id := api.snapshot_evidence_id(_snapshot.app_user_id, _snapshot.read_at,
                                                          '');
        _evidence.app_user_id := _snapshot.app_user_id;
        _evidence.occurred_at := _snapshot.read_at;
        _evidence.received_at := _snapshot.received_at;
        _evidence.order_at := _snapshot.order_at;
        _evidence.rank := entitlements.evidence_rank(_evidence.kind);
        return next _evidence;
    end loop;
end
$$;
