-- Returns whether evidence can be folded in one step, because nothing in the fold is newer.
--
-- The caller has locked the related app users and the purchase. `app_user_ids` are all ids of the
-- app user that the evidence names; `has_transfer` says whether one of them is on a side of a
-- transfer. A purchase that only an import told of requires a full fold. So do two other things
-- under any of these ids or the owner's:
-- - any transfer;
-- - a snapshot newer than the evidence.
-- The ids are computed before they are compared (plans: rule 4). The owner's are looked up if they
-- are others, which is rare.

create function api.is_newest_evidence(
    evidence entitlements.evidence, state entitlements.purchases, app_user_ids text[],
    has_transfer boolean)
returns table (is_newest boolean)
language sql stable rows 1
begin atomic
    select coalesce((state.folded_at, state.folded_rank, state.folded_evidence_id)
                    < (placed.at, evidence.rank, evidence.evidence_id), true)
       and state.folded_rank is distinct from entitlements.evidence_rank('import')
       and is_newest_evidence.has_transfer is not true
       and not exists (
           select from entitlements.transfer_sides side
            where related.owner_ids <> '{}'
              and side.tenant_id = entitlements.current_tenant_id()
              and side.app_user_id = any (related.owner_ids))
       and not exists (
           select from entitlements.snapshots snapshot
            where snapshot.tenant_id = entitlements.current_tenant_id()
              and snapshot.app_user_id = any (related.ids)
             -- The place is never later than read_at, so this skips older snapshots by index.
              and snapshot.read_at >= placed.at
              and (api.order_of(snapshot.read_at, snapshot.received_at),
                   entitlements.evidence_rank('absence')) > (placed.at, evidence.rank))
      from (select array(
                       select own.app_user_id
                         from (select case when state.owner_app_user_id is null
                                           then state.previous_owner_app_user_id
                                           else state.owner_app_user_id end
                               offset 0) as owner (id)
                         join entitlements.app_user_ids known
                           on known.tenant_id = entitlements.current_tenant_id()
                          and known.app_user_id = owner.id
                         join entitlements.app_user_ids own
                           on own.tenant_id = entitlements.current_tenant_id()
                          and own.app_user_uuid = known.app_user_uuid
                        where owner.id <> all (coalesce(is_newest_evidence.app_user_ids, '{}')))
           offset 0) as owners (ids)
     cross join lateral (
           select owners.ids, coalesce(is_newest_evidence.app_user_ids, '{}') || owners.ids
           offset 0) as related (owner_ids, ids)
     cross join lateral (
           select api.order_of(evidence.occurred_at, evidence.received_at)) as placed (at);
end;
