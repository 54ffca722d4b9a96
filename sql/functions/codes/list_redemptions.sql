-- Returns a page of redemptions, newest first: all, of one campaign, or of one app user.
--
-- Called with a support key or more.
-- Null: campaign_id, app_user_id.

create function api.list_redemptions(
    campaign_id text, app_user_id text, page_limit integer,
    before_redeemed_at timestamptz default null, before_redemption_id uuid default null)
returns table (redeemed_at timestamptz, redemption_id uuid, answer json)
language plpgsql stable rows 100
set plan_cache_mode = 'force_custom_plan'
as $$
declare
    _ids constant text[] := api.ids_of_app_user(list_redemptions.app_user_id);
begin
    return query
    select redeemed.redeemed_at, redeemed.redemption_id, api.redemption_json(redeemed)::json
      from entitlements.code_redemptions redeemed
     where redeemed.tenant_id = entitlements.current_tenant_id()
       and (list_redemptions.campaign_id is null
            or redeemed.campaign_id = list_redemptions.campaign_id)
       and (list_redemptions.app_user_id is null or redeemed.app_user_id = any (_ids))
       and (list_redemptions.before_redeemed_at is null
            or (redeemed.redeemed_at, redeemed.redemption_id)
               < (list_redemptions.before_redeemed_at, list_redemptions.before_redemption_id))
     order by redeemed.redeemed_at desc, redeemed.redemption_id desc
     limit list_redemptions.page_limit;
end
$$;
