-- Creates a campaign, or replaces the conditions of one that was created so.
--
-- Called with a secret or an admin key. `campaign` has the columns of the table. `code_digest` is
-- that of the one shared code; null: only codes of batches. Redemptions stay, and count.
-- Idempotent: the same campaign again is the same row.
-- Null: code_digest.
-- Locks: the tenant → the campaign → its codes.
-- Raises: campaign_in_file 409, code_taken 409, entitlement_not_in_catalog 404,
-- product_not_in_catalog 404, product_not_grantable 409.

create function api.put_campaign(
    campaign_id text, campaign jsonb, code_digest bytea, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _asked constant entitlements.code_campaigns := jsonb_populate_record(
        null::entitlements.code_campaigns,
        put_campaign.campaign || jsonb_build_object('campaign_id', put_campaign.campaign_id));
    _campaign entitlements.code_campaigns;
begin
    -- A tenant file that is applied meanwhile waits, so that its campaigns stay its own.
    perform from entitlements.tenants tenant
      where tenant.tenant_id = _tenant_id for no key update;
    answered_as_of := coalesce(put_campaign.as_of, clock_timestamp());
    perform api.require_entitlements(array_remove(array[(_asked.gives).entitlement_id], null));
    perform api.require_grantable((_asked.gives).product_id);
    if exists (
        select from entitlements.code_campaigns present
         where present.tenant_id = _tenant_id
           and present.campaign_id = put_campaign.campaign_id and present.origin = 'file') then
        raise sqlstate 'PT409' using message = 'campaign_in_file',
            detail = 'The tenant file defines this campaign. Change it there.';
    elsif exists (
        select from entitlements.codes code
         where code.tenant_id = _tenant_id and code.digest = put_campaign.code_digest
           and (code.campaign_id <> put_campaign.campaign_id or code.batch_id is not null)) then
        raise sqlstate 'PT409' using message = 'code_taken',
            detail = 'Another campaign has this code.';
    end if;
    perform api.store_campaign(_asked, 'api', put_campaign.code_digest, answered_as_of);
    select present.* into strict _campaign from entitlements.code_campaigns present
     where present.tenant_id = _tenant_id and present.campaign_id = put_campaign.campaign_id;
    answer := api.campaign_json(_campaign);
    return next;
end
$$;
