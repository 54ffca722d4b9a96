-- Events carry what was found for them from step to step of a write, so that nothing is looked up
-- twice.

create type entitlements.bought_event as (
    evidence entitlements.evidence,
    -- All ids of the app user that the evidence names.
    app_user_ids text[],
    -- One of these ids is on a side of a transfer.
    has_transfer boolean,
    -- As it was when it was locked.
    purchase entitlements.purchases
);
comment on type entitlements.bought_event is
    'An event about a purchase, with what a write found for it.';
alter type entitlements.bought_event owner to hearth_owner;
