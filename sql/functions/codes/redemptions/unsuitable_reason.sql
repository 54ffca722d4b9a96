-- Returns why a campaign is not for an app user at a moment; null if it is.
--
-- `ids` are the app user's counted ids. A redemption counts for ever, also if it was revoked.
-- Locks: none; the caller has locked the app user.

create function api.unsuitable_reason(
    campaign entitlements.code_campaigns, app_user_id text, ids text[], as_of timestamptz)
returns text
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = unsuitable_reason.app_user_id);
    _covered_until timestamptz;
begin
    if (select count(*) from entitlements.code_redemptions redeemed
         where redeemed.tenant_id = _tenant_id and redeemed.app_user_id = any (ids)
           and redeemed.campaign_id = campaign.campaign_id) >= campaign.per_app_user then
        return 'already_redeemed';
    elsif campaign.only_new is not null
          and not api.is_new(ids, campaign.only_new, unsuitable_reason.as_of) then
        return 'not_new';
    elsif campaign.without_subscription
          and api.has_subscription(_app_user_uuid, unsuitable_reason.as_of) then
        return 'subscribed';
    elsif exists (
        select from entitlements.code_redemptions running
          join entitlements.code_campaigns other
            on other.tenant_id = _tenant_id and other.campaign_id = running.campaign_id
         where running.tenant_id = _tenant_id and running.app_user_id = any (ids)
           and running.revoked_at is null
           and coalesce(running.ends_at, 'infinity') > unsuitable_reason.as_of
           and not (other.is_stackable and campaign.is_stackable)) then
        return 'not_stackable';
    end if;
    if (campaign.gives).extends then
        _covered_until := api.covered_until(
            unsuitable_reason.app_user_id, 'production',
            api.asked_entitlements(
                (campaign.gives).entitlement_id, (campaign.gives).product_id),
            unsuitable_reason.as_of);
    end if;
    return case when _covered_until = 'infinity' then 'access_never_ends'
                when _covered_until <= unsuitable_reason.as_of then 'nothing_to_extend' end;
end
$$;
