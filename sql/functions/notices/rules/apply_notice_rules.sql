-- Replaces a tenant's rules for notices by those of a validated definition.
--
-- The definition holds every rule, defaults included: Swift has the list.
-- Idempotent: the same rules again are the same row.
-- Locks: none; the caller has locked the tenant.

create function api.apply_notice_rules(definition jsonb) returns void
language plpgsql volatile
as $$
begin
    delete from entitlements.notice_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    insert into entitlements.notice_rules
    select rules.*
      from jsonb_populate_record(
               null::entitlements.notice_rules,
               (definition -> 'notices')
               || jsonb_build_object('tenant_id', entitlements.current_tenant_id())) as rules;
end
$$;
