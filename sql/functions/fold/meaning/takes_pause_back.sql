-- Returns whether an UNCANCELLATION takes back a pause that was announced and has not begun.
--
-- RevenueCat does not say what it sends then; a running pause ends with a renewal.

create function api.takes_pause_back(state entitlements.purchases, evidence entitlements.evidence)
returns boolean
language sql immutable
return evidence.kind = 'uncancellation' and state.paused_at is not null and state.ended_at is null
    and coalesce(evidence.order_at < state.expires_at, true);
