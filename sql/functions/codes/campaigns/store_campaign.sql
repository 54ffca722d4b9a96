-- Stores a campaign over the present one of its id, with its one shared code or none.
--
-- The redemptions and the codes of batches stay. A shared code that another campaign had becomes
-- this one's.
-- Idempotent: the same campaign again changes nothing.
-- Locks: the campaign → its codes.

create function api.store_campaign(
    asked entitlements.code_campaigns, origin text, code_digest bytea, as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.code_campaigns as campaign
           (tenant_id, campaign_id, origin, is_listed, gives, valid_from, valid_until,
            max_redemptions, per_app_user, only_new, without_subscription, is_stackable,
            redemptions, created_at)
    values (_tenant_id, asked.campaign_id, store_campaign.origin, true, asked.gives,
            asked.valid_from, asked.valid_until, asked.max_redemptions, asked.per_app_user,
            asked.only_new, asked.without_subscription, asked.is_stackable, 0,
            store_campaign.as_of)
        on conflict on constraint code_campaigns_pkey do update
       set origin = excluded.origin, is_listed = true, gives = excluded.gives,
           valid_from = excluded.valid_from, valid_until = excluded.valid_until,
           max_redemptions = excluded.max_redemptions, per_app_user = excluded.per_app_user,
           only_new = excluded.only_new, without_subscription = excluded.without_subscription,
           is_stackable = excluded.is_stackable;
    update entitlements.codes code
       set is_listed = false
     where code.tenant_id = _tenant_id and code.campaign_id = asked.campaign_id
       and code.batch_id is null and code.is_listed
       and code.digest is distinct from store_campaign.code_digest;
    insert into entitlements.codes as code
           (tenant_id, campaign_id, digest, is_listed, created_at)
    select _tenant_id, asked.campaign_id, store_campaign.code_digest, true, store_campaign.as_of
     where store_campaign.code_digest is not null
        on conflict (tenant_id, digest) do update
       set campaign_id = excluded.campaign_id, is_listed = true
     where code.batch_id is null;
end
$$;
