-- Whether evidence is newer than everything that a purchase's state can depend on, so that folding
-- it in is one step.
--
-- internal: called by told_purchases and fold_listed_purchases. The related people and the purchase
-- are held. `app_user_ids` are those of the person that the evidence names.
-- Two more things count, by any id of this person and of the owner so far:
-- - a transfer, which may be newer;
-- - a reading that was made later than the evidence.
-- `offset 0` has the ids computed before they are compared: row security keeps what is computed in
-- a comparison out of the index, also what `coalesce` computes, but not `case`.
-- The standard's body binds its names now and is inlined by the planner.
-- Locks: none.

create function api.is_newest_evidence(
    told entitlements.evidence, state entitlements.purchases, app_user_ids text[])
returns table (is_newest boolean)
language sql stable security invoker rows 1
begin atomic
    select coalesce((state.folded_at, state.folded_rank, state.folded_evidence_id)
                    < (told.order_at, told.rank, told.evidence_id), true)
       and not exists (
           select from entitlements.transfer_sides side
            where side.tenant_id = entitlements.current_tenant_id()
              and side.app_user_id = any (related.ids))
       and not exists (
           select from entitlements.snapshots reading
            where reading.tenant_id = entitlements.current_tenant_id()
              and reading.app_user_id = any (related.ids)
              -- Nothing is ordered later than it was read: older readings are passed over.
              and reading.read_at >= told.order_at
              and (reading.order_at, entitlements.evidence_rank('absence'))
                  > (told.order_at, told.rank))
      from (select coalesce(is_newest_evidence.app_user_ids, '{}') || array(
                       select own.app_user_id
                         from entitlements.app_user_ids known
                         join entitlements.app_user_ids own
                           on own.tenant_id = entitlements.current_tenant_id()
                          and own.app_user_uuid = known.app_user_uuid
                        where known.tenant_id = entitlements.current_tenant_id()
                          and known.app_user_id = case
                              when state.owner_app_user_id is null
                              then state.previous_owner_app_user_id
                              else state.owner_app_user_id end
                          and known.app_user_id
                              <> all (coalesce(is_newest_evidence.app_user_ids, '{}')))
           offset 0) as related (ids);
end;
