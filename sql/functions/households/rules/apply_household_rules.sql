-- Replaces a tenant's household rules by those of a validated definition.
--
-- A rule that the definition lacks gets its default. The caller has locked the tenant.
-- The review worker then looks, one by one, at households with more members than allowed. If
-- `shares_from` or `transfer_hold_days` changed, it looks at every household.
-- Idempotent: the same rules again are the same row.
-- Locks: the reviews.

create function api.apply_household_rules(definition jsonb) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _before constant entitlements.household_rules := api.household_rules();
    _rules entitlements.household_rules;
begin
    delete from entitlements.household_rules rules where rules.tenant_id = _tenant_id;
    insert into entitlements.household_rules (tenant_id) values (_tenant_id)
    returning * into strict _rules; -- The defaults.
    _rules := jsonb_populate_record(_rules, coalesce(definition -> 'households', '{}'));
    update entitlements.household_rules rules
       set max_members = _rules.max_members,
           switch_cooldown_days = _rules.switch_cooldown_days,
           invite_ttl_days = _rules.invite_ttl_days,
           owner_leaves = _rules.owner_leaves,
           departure_grace_days = _rules.departure_grace_days,
           downgrade = _rules.downgrade,
           downgrade_notice_days = _rules.downgrade_notice_days,
           confirm_by_owner = _rules.confirm_by_owner,
           joins_per_30_days = _rules.joins_per_30_days,
           shares_from = _rules.shares_from,
           invites_within_seats = _rules.invites_within_seats,
           transfer_hold_days = _rules.transfer_hold_days
     where rules.tenant_id = _tenant_id;

    perform api.queue_household_review(
        array(select member.household_id
                from entitlements.household_members member
               where member.tenant_id = _tenant_id and member.left_at is null
               group by member.household_id
              having count(*) > _rules.max_members
                  or _rules.shares_from <> _before.shares_from
                  or _rules.transfer_hold_days <> _before.transfer_hold_days),
        now());
end
$$;
