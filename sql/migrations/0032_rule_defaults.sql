-- The defaults of a tenant's rules are in Swift; each write names every rule.
alter table entitlements.household_rules
    alter max_members drop default,
    alter switch_cooldown_days drop default,
    alter invite_ttl_days drop default,
    alter owner_leaves drop default,
    alter departure_grace_days drop default,
    alter downgrade drop default,
    alter downgrade_notice_days drop default,
    alter confirm_by_owner drop default,
    alter joins_per_30_days drop default,
    alter shares_from drop default,
    alter invites_within_seats drop default,
    alter transfer_hold_days drop default;
alter table entitlements.people_rules
    alter restore_behavior drop default,
    alter claim_expiry_days drop default,
    alter claims_per_30_days drop default,
    alter claim_attempts_per_hour drop default,
    alter tenant_claim_attempts_per_hour drop default,
    alter aliases drop default,
    alter anonymous_ids drop default;
alter table entitlements.tenants
    alter revenuecat_api drop default,
    alter requests_per_minute drop default,
    alter order_expiry_hours drop default;
