-- When RevenueCat had no customer for an app user with a purchase that gives access.
-- Compatible from schema version 40.

alter table entitlements.app_users add column missing_at timestamptz;
comment on column entitlements.app_users.missing_at is
    'When RevenueCat last had no such customer, though a purchase of theirs gave access; counts '
    'until the next confirmation.';
