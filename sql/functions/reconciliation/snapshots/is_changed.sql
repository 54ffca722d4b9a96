-- Whether two states of a purchase differ in anything but the evidence that they were folded from
-- last.
--
-- internal: called by whatever folds a snapshot, which mostly says what is known.
-- Pure: reads nothing but its arguments.

create function api.is_changed(before entitlements.purchases, after entitlements.purchases)
returns boolean
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := after;
begin
    s.chain_id := before.chain_id;
    s.owner_uuid := before.owner_uuid;
    s.previous_owner_uuid := before.previous_owner_uuid;
    s.folded_at := before.folded_at;
    s.folded_rank := before.folded_rank;
    s.folded_evidence_id := before.folded_evidence_id;
    return before is distinct from s;
end
$$;
