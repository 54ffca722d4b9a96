-- Returns a campaign, without its codes.
--
-- Called with a secret or an admin key.
-- Raises: campaign_not_found 404.

create function api.get_campaign(campaign_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
begin
    return query
    select coalesce(get_campaign.as_of, now()), api.campaign_json(campaign)
      from entitlements.code_campaigns campaign
     where campaign.tenant_id = entitlements.current_tenant_id()
       and campaign.campaign_id = get_campaign.campaign_id;
    if not found then
        raise sqlstate 'PT404' using message = 'campaign_not_found',
            detail = api.unknown_name('campaign', get_campaign.campaign_id);
    end if;
end
$$;
