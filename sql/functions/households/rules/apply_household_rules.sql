-- Replaces a tenant's household rules by those of a validated definition.
--
-- The definition holds every rule, defaults included: Swift has the list. The caller has locked the
-- tenant.
-- The review worker then looks, one by one, at households with more members than allowed. If
-- `shares_from`, `shares_grants` or `transfer_hold_days` changed, it looks at every household.
-- Idempotent: the same rules again are the same row.
-- Locks: the reviews.

create function api.apply_household_rules(definition jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _before constant entitlements.household_rules := api.household_rules();
    _rules entitlements.household_rules;
begin
    delete from entitlements.household_rules rules where rules.tenant_id = _tenant_id;
    insert into entitlements.household_rules
    select rules.*
      from jsonb_populate_record(
               null::entitlements.household_rules,
               (definition -> 'households') || jsonb_build_object('tenant_id', _tenant_id)
           ) as rules
    returning * into strict _rules;

    perform api.queue_household_review(
        array(select member.household_id
                from entitlements.household_members member
               where member.tenant_id = _tenant_id and member.left_at is null
               group by member.household_id
              having count(*) > _rules.max_members
                  or _rules.shares_from <> _before.shares_from
                  or _rules.shares_grants <> _before.shares_grants
                  or _rules.transfer_hold_days <> _before.transfer_hold_days),
        now());
end
$$;
