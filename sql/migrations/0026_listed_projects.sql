-- A run over everybody that has a key for version 2 of RevenueCat's API also lists the ids of the
-- whole project, page by page: people whose webhooks were all lost are known there alone.
alter table entitlements.runs
    drop constraint runs_status_check,
    drop constraint runs_check1,
    add constraint runs_status_check check (
        status in ('preparing', 'running', 'listing', 'finished', 'cancelled', 'stopped')),
    add constraint runs_check1 check (
        (ended_at is null) = (status in ('preparing', 'running', 'listing'))),
    -- Whether all ids of the project were listed; and whether listing has ended, also without that.
    add column is_project_listed boolean not null default false,
    add column has_listing_ended boolean not null default false,
    -- The next page, as RevenueCat names it. Null: the first.
    add column project_page text check (octet_length(project_page) <= 4000),
    add column project_pages integer not null default 0,
    -- One of the pages before: a list that comes back to it has no end.
    add column project_marker text,
    -- How often in a row the next page could not be read.
    add column project_failures integer not null default 0;
