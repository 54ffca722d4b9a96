-- Returns the codes that a digest, a batch or a campaign names; exactly one of them is given.

create function api.codes_to_revoke(code_digest bytea, batch_id uuid, campaign_id text)
returns setof entitlements.codes
language sql stable rows 100
begin atomic
    select code.* from entitlements.codes code
     where code.tenant_id = entitlements.current_tenant_id()
       and code.digest = codes_to_revoke.code_digest
     union all
    select code.* from entitlements.codes code
     where code.tenant_id = entitlements.current_tenant_id()
       and code.batch_id = codes_to_revoke.batch_id
     union all
    select code.* from entitlements.codes code
     where code.tenant_id = entitlements.current_tenant_id()
       and code.campaign_id = codes_to_revoke.campaign_id;
end;
