-- Replaces a tenant's rules for codes and its file's campaigns by a validated definition.
--
-- The definition holds every rule, defaults included: Swift has the list. A campaign or a shared
-- code that left the file is kept and gives nothing more; its redemptions stay. What was revoked
-- stays revoked. A campaign of the API with the same name becomes the file's.
-- Idempotent: the same definition again changes nothing.
-- Locks: the campaigns → the codes; the caller has locked the tenant.

create function api.apply_codes(definition jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _campaign record;
begin
    delete from entitlements.code_rules rules where rules.tenant_id = _tenant_id;
    insert into entitlements.code_rules
    select _tenant_id, rules.attempts_per_hour, rules.tenant_attempts_per_hour
      from jsonb_to_record(definition -> 'codes')
           as rules (attempts_per_hour integer, tenant_attempts_per_hour integer);

    update entitlements.code_campaigns campaign
       set is_listed = false
     where campaign.tenant_id = _tenant_id and campaign.origin = 'file' and campaign.is_listed
       and campaign.campaign_id not in (
           select entry ->> 'campaign_id'
             from jsonb_array_elements(definition #> '{codes,campaigns}') as entry);
    for _campaign in
        select asked, entry ->> 'code_digest' as digest
          from jsonb_array_elements(definition #> '{codes,campaigns}') as entry
         cross join lateral jsonb_populate_record(
               null::entitlements.code_campaigns, entry) as asked
         order by asked.campaign_id
    loop
        perform api.store_campaign(_campaign.asked, 'file', decode(_campaign.digest, 'hex'), now());
    end loop;
end
$$;
