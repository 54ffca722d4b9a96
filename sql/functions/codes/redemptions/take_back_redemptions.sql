-- Takes back what redemptions gave, and returns what changed.
--
-- The caller has locked the app users, and calls derive. The redemptions still count.
-- Idempotent: a redemption that was taken back stays as it is.
-- Locks: the redemptions → their purchases by id.

create function api.take_back_redemptions(
    redemption_ids uuid[], because text, actor text, reason text, as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _grant_ids uuid[];
begin
    with revoked as (
        update entitlements.code_redemptions redeemed
           set revoked_at = greatest(take_back_redemptions.as_of, redeemed.redeemed_at),
               revoked_because = take_back_redemptions.because
         where redeemed.tenant_id = entitlements.current_tenant_id()
           and redeemed.redemption_id = any (take_back_redemptions.redemption_ids)
           and redeemed.revoked_at is null
        returning redeemed.grant_id)
    select coalesce(array_agg(revoked.grant_id), '{}') into _grant_ids from revoked;
    return api.revoke_grants(
        _grant_ids, take_back_redemptions.actor, take_back_redemptions.reason,
        take_back_redemptions.as_of);
end
$$;
