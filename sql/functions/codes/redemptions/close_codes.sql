-- Marks a code, a batch or a campaign as revoked, and returns how many codes it closed.
--
-- A campaign closes its codes by its own row.
-- Idempotent: the first moment stays.
-- Locks: the campaign → the codes.
-- Raises: code_not_found 404, campaign_not_found 404.

create function api.close_codes(
    code_digest bytea, batch_id uuid, campaign_id text, as_of timestamptz)
returns bigint
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _closed bigint;
begin
    if close_codes.campaign_id is not null then
        update entitlements.code_campaigns campaign
           set revoked_at = coalesce(campaign.revoked_at, close_codes.as_of)
         where campaign.tenant_id = _tenant_id
           and campaign.campaign_id = close_codes.campaign_id;
        if not found then
            raise sqlstate 'PT404' using message = 'campaign_not_found',
                detail = api.unknown_name('campaign', close_codes.campaign_id);
        end if;
        return (
            select count(*) from entitlements.codes code
             where code.tenant_id = _tenant_id and code.campaign_id = close_codes.campaign_id);
    end if;
    -- A call that redeems one of them holds the lock of its campaign.
    perform from entitlements.code_campaigns campaign
      where campaign.tenant_id = _tenant_id
        and campaign.campaign_id in (
            select code.campaign_id
              from api.codes_to_revoke(
                       close_codes.code_digest, close_codes.batch_id, null) as code)
      order by campaign.campaign_id
        for no key update;
    update entitlements.codes code
       set revoked_at = coalesce(code.revoked_at, close_codes.as_of)
     where code.tenant_id = _tenant_id
       and code.code_id in (
           select named.code_id
             from api.codes_to_revoke(
                      close_codes.code_digest, close_codes.batch_id, null) as named);
    get diagnostics _closed = row_count;
    if _closed = 0 then
        raise sqlstate 'PT404' using message = 'code_not_found',
            detail = 'The tenant has no such code or batch.';
    end if;
    return _closed;
end
$$;
