-- Gives back what a merge took from redemptions, until its end, and returns what changed.
--
-- A grant that was revoked stays revoked: another one follows it.
-- Idempotent: a redemption that was not taken back by a merge stays as it is.
-- Locks: the redemptions → the inserted purchases; the caller has locked the app users.

create function api.give_back_redemptions(redemption_ids uuid[], as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _running uuid[];
    _grants entitlements.grants[];
    _changed entitlements.changes;
begin
    select coalesce(array_agg(redeemed.redemption_id order by redeemed.redemption_id), '{}'),
           coalesce(array_agg(
               jsonb_populate_record(granted, jsonb_build_object(
                   'grant_id', gen_random_uuid(),
                   'starts_at', greatest(granted.starts_at, give_back_redemptions.as_of),
                   'granted_at', greatest(granted.revoked_at, give_back_redemptions.as_of),
                   'revoked_at', null, 'revoked_by', null, 'revocation_reason', null))
               order by redeemed.redemption_id), '{}')
      into _running, _grants
      from entitlements.code_redemptions redeemed
      join entitlements.grants granted
        on granted.tenant_id = _tenant_id and granted.grant_id = redeemed.grant_id
     where redeemed.tenant_id = _tenant_id
       and redeemed.redemption_id = any (give_back_redemptions.redemption_ids)
       and redeemed.revoked_because = 'merged' and granted.revoked_at is not null
       and coalesce(granted.expires_at > give_back_redemptions.as_of, true);
    _changed := api.add_grants(_grants);
    update entitlements.code_redemptions redeemed
       set revoked_at = null, revoked_because = null,
           grant_id = coalesce(
               _grants[array_position(_running, redeemed.redemption_id)].grant_id,
               redeemed.grant_id)
     where redeemed.tenant_id = _tenant_id
       and redeemed.redemption_id = any (give_back_redemptions.redemption_ids)
       and redeemed.revoked_because = 'merged';
    return _changed;
end
$$;
