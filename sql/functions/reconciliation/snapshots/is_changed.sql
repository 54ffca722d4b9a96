-- Returns whether two states of a purchase differ in more than the last folded evidence.
--
-- The chain id and the uuids of owners are not compared.

create function api.is_changed(before entitlements.purchases, after entitlements.purchases)
returns boolean
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := after;
begin
    _purchase.chain_id := before.chain_id;
    _purchase.owner_uuid := before.owner_uuid;
    _purchase.previous_owner_uuid := before.previous_owner_uuid;
    _purchase.folded_at := before.folded_at;
    _purchase.folded_rank := before.folded_rank;
    _purchase.folded_evidence_id := before.folded_evidence_id;
    return before is distinct from _purchase;
end
$$;
