-- Replaces a tenant's rules for claims and merges by those of a validated definition.
--
-- The definition holds every rule, defaults included: Swift has the list.
-- Idempotent: the same rules again are the same row.
-- Locks: none; the caller has locked the tenant.

create function api.apply_people_rules(definition jsonb) returns void
language plpgsql volatile
as $$
begin
    delete from entitlements.people_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    insert into entitlements.people_rules
    select rules.*
      from jsonb_populate_record(
               null::entitlements.people_rules,
               (definition -> 'people')
               || jsonb_build_object('tenant_id', entitlements.current_tenant_id())) as rules;
end
$$;
