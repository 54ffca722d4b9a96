-- Makes an entitlement of an answer a type. It was passed between functions as 21 arguments, and a
-- row without one was a list of nulls. A new field is one line here, and one where it is filled.

create type entitlements.answered_entitlement as (
    app_user_uuid uuid,
    entitlement_id text,
    rank integer,
    has_begun boolean,
    is_active boolean,
    status text,
    expires_at timestamptz,
    will_renew boolean,
    source_kind text,
    source_app_user_id text,
    household_id uuid,
    product_id text,
    store text,
    period_type text,
    implied_by text,
    -- When the clock alone next changes the answer.
    next_change_at timestamptz,
    ended_reason text,
    period_started_at timestamptz,
    period_ends_at timestamptz,
    grace_ends_at timestamptz,
    trial_ends_at timestamptz,
    product_kind text,
    duration text,
    management_url text
);
comment on type entitlements.answered_entitlement is
    'What an app user may do by one entitlement at a moment, from its best source.';
alter type entitlements.answered_entitlement owner to hearth_owner;
