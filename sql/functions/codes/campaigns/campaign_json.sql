-- Returns a campaign as the contract shows it.

create function api.campaign_json(campaign entitlements.code_campaigns) returns json
language plpgsql stable
as $$
begin
    return json_build_object(
        'campaign_id', campaign.campaign_id,
        'origin', campaign.origin,
        'is_open', campaign.is_listed and campaign.revoked_at is null,
        'gives', api.reward_json(campaign.gives),
        'valid_from', api.rfc3339(campaign.valid_from),
        'valid_until', api.rfc3339(campaign.valid_until),
        'max_redemptions', campaign.max_redemptions,
        'per_app_user', campaign.per_app_user,
        'only_new', campaign.only_new,
        'without_subscription', campaign.without_subscription,
        'is_stackable', campaign.is_stackable,
        'redemptions', campaign.redemptions,
        'codes', (
            select count(*) from entitlements.codes code
             where code.tenant_id = campaign.tenant_id
               and code.campaign_id = campaign.campaign_id),
        'revoked_at', api.rfc3339(campaign.revoked_at));
end
$$;
