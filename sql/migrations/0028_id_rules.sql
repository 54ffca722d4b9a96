-- A tenant file may name an app's own anonymous ids by a pattern, and may make one person of two
-- identified ids that RevenueCat takes for one customer.
alter table entitlements.people_rules
    -- Patterns like "anon_*": the asterisk stands at the end, for any characters.
    add column anonymous_ids text[] not null default '{}'
        check (cardinality(anonymous_ids) <= 20),
    drop constraint people_rules_aliases_check,
    add constraint people_rules_aliases_check
        check (aliases in ('one_person', 'shared_purchases', 'conflict'));

drop index entitlements.app_users_have_one_identified_id;
alter table entitlements.app_user_ids
    drop column is_anonymous;
alter table entitlements.app_user_ids
    -- The id matched a pattern of `people.anonymous_ids`.
    add column matches_anonymous_ids boolean not null default false,
    -- RevenueCat named the id together with another identified id, and the tenant's rule makes them
    -- one person. The other id identifies that person.
    add column is_alias boolean not null default false,
    add column is_anonymous boolean not null
        generated always as (
            starts_with(app_user_id, '$RCAnonymousID:')
            or ((declared_anonymous_at is not null or matches_anonymous_ids or is_alias)
                and identified_at is null)) stored;
create unique index app_users_have_one_identified_id
    on entitlements.app_user_ids (tenant_id, app_user_uuid) where not is_anonymous;
