-- Returns the code of a digest, if its campaign has begun and neither was revoked or taken back.
--
-- No row otherwise: such a code is unknown to a caller. An ended campaign is returned.

create function api.open_code(code_digest bytea, as_of timestamptz)
returns setof entitlements.codes
language plpgsql stable rows 1
as $$
begin
    return query
    select code.*
      from entitlements.codes code
      join entitlements.code_campaigns campaign
        on campaign.tenant_id = code.tenant_id and campaign.campaign_id = code.campaign_id
     where code.tenant_id = entitlements.current_tenant_id()
       and code.digest = open_code.code_digest
       and code.is_listed and code.revoked_at is null
       and campaign.is_listed and campaign.revoked_at is null
       and coalesce(campaign.valid_from, '-infinity') <= open_code.as_of;
end
$$;
