-- Makes a reason of an explanation a type. It was passed on as JSON with eight names.
-- Compatible from schema version 37.

create type entitlements.explained_reason as (
    -- `purchase` or `event`; null for a verdict that is neither.
    part text,
    code text,
    facts jsonb,
    -- The rule by which the source of the answer came before others.
    rule text,
    -- This is the source of the answer.
    has_won boolean,
    begins_at timestamptz,
    -- The purchase gives access at the moment, to its owner.
    is_running boolean,
    -- The lowest is the most telling; null: it tells nothing about the answer.
    place integer,
    gives_access boolean,
    -- What was paid for, and cannot be used.
    is_withheld boolean
);
comment on type entitlements.explained_reason is
    'What an explanation considers: a purchase, a way to it, or an event.';
alter type entitlements.explained_reason owner to hearth_owner;
