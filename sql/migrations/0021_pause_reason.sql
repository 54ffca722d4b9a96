-- A caller who must wait is told why: RevenueCat is down, limits requests, or refuses the key.
alter table entitlements.upstreams add column pause_reason text
    constraint upstreams_pause_reason_check
    check (pause_reason in ('rate_limited', 'unavailable', 'key_unusable'));
comment on column entitlements.upstreams.pause_reason is
    'Why no request is allowed before paused_until; it says nothing of later.';
