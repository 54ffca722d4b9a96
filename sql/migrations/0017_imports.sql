-- An app's past is imported as evidence of its own kind, which anything that RevenueCat says
-- outranks.

create type entitlements.import_row as (
    -- The place of the row in its call, from 1.
    number integer,
    -- 'app_user', 'household_member', 'purchase', 'use' or 'grant'.
    record text,
    app_user_id text,
    -- Of an app user.
    anonymous_app_user_ids text[],
    created_at timestamptz,
    -- Of a household member; `household` is the app's own id of the household.
    household text,
    household_name text,
    role text,
    joined_at timestamptz,
    left_at timestamptz,
    left_because text,
    -- Of a purchase; `transaction_id` is the store's original transaction or subscription.
    environment text,
    store text,
    transaction_id text,
    product_id text,
    period_type text,
    purchased_at timestamptz,
    original_purchased_at timestamptz,
    expires_at timestamptz,
    grace_expires_at timestamptz,
    will_renew boolean,
    cancelled_at timestamptz,
    billing_issue_at timestamptz,
    refunded_at timestamptz,
    -- Of a use; `reference` also of a grant.
    limit_id text,
    amount bigint,
    used_at timestamptz,
    reference text,
    -- Of a grant; `expires_at` null: it never ends.
    entitlement_id text,
    starts_at timestamptz,
    reason text,
    -- 'imported', 'known' or 'refused'; null: not decided.
    outcome text,
    -- The code of a refusal.
    code text,
    detail text
);
comment on type entitlements.import_row is
    'A row of an app''s past, and what becomes of it.';
alter type entitlements.import_row owner to hearth_owner;
