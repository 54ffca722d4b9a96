-- Whether evidence is newer than everything that a purchase's state can depend on, so that folding
-- it in is one step.
--
-- internal: called by apply_purchase_evidence and fold_listed_purchases, which hold the related
-- people and the purchase. `app_user_ids` are those of the people whom the evidence is about.
-- Somebody related or the owner so far may have had transfers, of which one may be newer, or may
-- have been read back later than the evidence.
-- Locks: none.

create function api.is_newest_evidence(
    told entitlements.evidence, state entitlements.purchases, app_user_ids text[])
returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := is_newest_evidence.app_user_ids
        || coalesce(state.owner_app_user_id, state.previous_owner_app_user_id);
begin
    if (state.folded_at, state.folded_rank, state.folded_evidence_id)
       >= (told.order_at, told.rank, told.evidence_id) then
        return false;
    end if;
    return not exists (
            select from entitlements.transfer_sides side
             where side.tenant_id = _tenant_id and side.app_user_id = any (_related))
        and not exists (
            select from entitlements.snapshots reading
             where reading.tenant_id = _tenant_id and reading.app_user_id = any (_related)
               -- Nothing is ordered later than it was read: older readings need not be looked at.
               and reading.read_at >= told.order_at
               and (reading.order_at, entitlements.evidence_rank('absence'))
                   > (told.order_at, told.rank));
end
$$;

grant execute
    on function api.is_newest_evidence(entitlements.evidence, entitlements.purchases, text[])
    to hearth_server;
comment on function api.is_newest_evidence(
    entitlements.evidence, entitlements.purchases, text[]) is
    'Whether evidence is newer than everything that a purchase''s state can depend on.';
