-- Returns the grant that a reward is, for add_grants.
--
-- Rewards that stack follow each other: this one ends its duration after the last running one of
-- the same entitlement or product. See asked_grant for rewards that extend.
-- Locks: none; the caller has locked the app user.
-- Raises: as asked_grant.

create function api.reward_grant(
    gives entitlements.reward, app_user_id text, ids text[], is_stackable boolean, reason text,
    actor text, as_of timestamptz)
returns entitlements.grants
language plpgsql volatile
as $$
declare
    _after timestamptz;
begin
    if reward_grant.is_stackable and not gives.extends and gives.duration is not null then
        select max(running.expires_at) into _after
          from entitlements.grants running
         where running.tenant_id = entitlements.current_tenant_id()
           and running.app_user_id = any (ids) and running.environment = 'production'
           and running.revoked_at is null and running.expires_at > reward_grant.as_of
           and (running.entitlement_id = gives.entitlement_id
                or running.product_id = gives.product_id)
           and (exists (
               select from entitlements.code_redemptions redeemed
                where redeemed.tenant_id = running.tenant_id
                  and redeemed.app_user_id = running.app_user_id
                  and redeemed.grant_id = running.grant_id)
            or exists (
               select from entitlements.referrals brought
                where brought.tenant_id = running.tenant_id
                  and brought.referrer_app_user_id = running.app_user_id
                  and brought.referrer_grant_id = running.grant_id)
            or exists (
               select from entitlements.referrals brought
                where brought.tenant_id = running.tenant_id
                  and brought.referred_app_user_id = running.app_user_id
                  and brought.referred_grant_id = running.grant_id));
    end if;
    return api.asked_grant(
        reward_grant.app_user_id, 'production', gives.entitlement_id, gives.product_id,
        case when _after is null then gives.duration end,
        (_after at time zone 'UTC' + gives.duration::interval) at time zone 'UTC',
        gives.extends, reward_grant.reason, reward_grant.actor, reward_grant.as_of);
end
$$;
