-- Stores a transfer as evidence, and folds again the purchases of the app users on both sides.
--
-- Returns what changed. The caller has joined the ids of each side. A transfer does not name its
-- purchases: it moves all that the source owns at that time, including purchases stored later. The
-- new owner is the first identified id of the destination, else the first id.
-- Idempotent: an evidence id has one row. The caller must pass each event once.
-- Locks: app users by uuid → purchases by id.
-- Raises: evidence_incomplete 422.

create function api.apply_transfer(
    evidence entitlements.evidence, transferred_from text[], transferred_to text[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _ids constant text[] := array(
        select distinct id
          from unnest(transferred_from || transferred_to) as named (id)
         order by id);
    _evidence entitlements.evidence := evidence;
    _before jsonb;
    _changes entitlements.changes;
begin
    if cardinality(transferred_from) = 0 or cardinality(transferred_to) = 0 then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The transfer names no source or no destination.';
    end if;
    select id into _evidence.transferred_to_app_user_id
      from unnest(transferred_to) with ordinality as named (id, position)
     order by starts_with(id, '$RCAnonymousID:'), position
     limit 1;
    _evidence.app_user_id := null;
    perform api.add_evidence(array[_evidence], null);
    insert into entitlements.transfer_sides (tenant_id, app_user_id, evidence_id, side)
    select _evidence.tenant_id, id, _evidence.evidence_id, 'from'
      from unnest(transferred_from) as named (id)
     union
    select _evidence.tenant_id, id, _evidence.evidence_id, 'to'
      from unnest(transferred_to) as named (id);

    perform api.lock_related_app_users(_ids);
    _before := api.ownership_json(_ids);
    _changes := api.refold_related_purchases(_ids);
    perform api.add_audit_entry(
        'transfer', 'revenuecat', _evidence.evidence_id, _ids, _before, api.ownership_json(_ids),
        _evidence.order_at);
    return _changes;
end
$$;
