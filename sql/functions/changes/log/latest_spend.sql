-- Returns the reference of an app user's latest spend of a credit, if a spend is the cause.

create function api.latest_spend(app_user_uuid uuid, credit_id text, cause text) returns text
language sql stable
return case when cause = 'spend' then (
    select spent.reference
      from entitlements.app_user_ids known
      join entitlements.credit_spends spent
        on spent.tenant_id = known.tenant_id and spent.app_user_id = known.app_user_id
     where known.tenant_id = entitlements.current_tenant_id()
       and known.app_user_uuid = latest_spend.app_user_uuid
       and spent.credit_id = latest_spend.credit_id
     order by spent.spent_at desc, spent.reference
     limit 1) end;
