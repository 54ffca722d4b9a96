-- A use that an entitlement without a limit covered does not count against an allowance later,
-- unless the limit says `counts: all`. So each use keeps whether it was covered. Uses of earlier
-- releases count, as they did.

alter table entitlements.limits
    add column counts text not null default 'within_allowance'
        check (counts in ('all', 'within_allowance'));
comment on column entitlements.limits.counts is
    'Whether an allowance counts all uses, or only those that no unlimited entitlement covered.';

alter table entitlements.uses
    add column covered bigint not null default 0,
    add column covered_total bigint not null default 0,
    add check (covered between 0 and amount),
    add check (covered_total >= covered);
comment on column entitlements.uses.covered is
    'How much of the amount an entitlement without a limit covered, with a running total.';

alter table entitlements.usage
    add column covered bigint not null default 0 check (covered >= 0);

alter table entitlements.reservations
    add column is_covered boolean not null default false;
comment on column entitlements.reservations.is_covered is
    'Whether an entitlement without a limit covered it when it was made.';

-- Whether the state counts covered uses: all count while nothing limits them.
alter type entitlements.limit_state add attribute counts_covered boolean;
