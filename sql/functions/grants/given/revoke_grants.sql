-- Revokes grants as evidence: their access ends now. Returns what changed.
--
-- The caller has locked the app users of the grants, and calls derive once. Each revocation has an
-- audit entry.
-- Idempotent: a grant that was revoked or has ended stays as it is.
-- Locks: purchases by id.

create function api.revoke_grants(
    grant_ids uuid[], actor text, reason text, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _revoked entitlements.grants[];
    _entries entitlements.evidence[];
    _held entitlements.purchases[];
    _states entitlements.purchases[];
begin
    _held := array(
        select purchase from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id = any (revoke_grants.grant_ids)
         order by purchase.purchase_id
           for no key update);
    with revoked as (
        update entitlements.grants granted
           set revoked_at = greatest(revoke_grants.as_of, granted.granted_at),
               revoked_by = revoke_grants.actor,
               revocation_reason = revoke_grants.reason
         where granted.tenant_id = _tenant_id
           and granted.grant_id = any (revoke_grants.grant_ids) and granted.revoked_at is null
           and coalesce(granted.expires_at > revoke_grants.as_of, true)
        returning granted)
    select coalesce(array_agg(revoked.granted), '{}') into _revoked from revoked;
    _entries := api.grant_evidence(_revoked);
    perform api.add_evidence(
        _entries, array(select evidence.purchase_id from unnest(_entries) as evidence));
    perform api.add_audit_entry(
                'revoke', granted.revoked_by, granted.revocation_reason,
                array[granted.app_user_id],
                jsonb_build_array(api.grant_json(granted, granted.granted_at)),
                jsonb_build_array(api.grant_json(granted, granted.revoked_at)),
                granted.revoked_at)
       from unnest(_revoked) as granted;
    select array_agg(purchase), array_agg(api.fold_purchase_step(purchase, evidence, null))
      into _held, _states
      from unnest(_entries) as evidence
      join unnest(_held) as purchase on purchase.purchase_id = evidence.purchase_id;
    return api.store_purchases(_held, _states);
end
$$;
