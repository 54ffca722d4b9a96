-- Returns a page of the tenant's campaigns by their ids, without their codes.
--
-- Called with a secret or an admin key.

create function api.list_campaigns(page_limit integer, after_campaign_id text default null)
returns table (campaign_id text, answer json)
language plpgsql stable rows 100
as $$
begin
    return query
    select campaign.campaign_id, api.campaign_json(campaign)
      from entitlements.code_campaigns campaign
     where campaign.tenant_id = entitlements.current_tenant_id()
       and campaign.campaign_id > coalesce(list_campaigns.after_campaign_id, '')
     order by campaign.campaign_id
     limit list_campaigns.page_limit;
end
$$;
