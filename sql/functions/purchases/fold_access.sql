-- From when until when a purchase gives access, and the word for either side of the end.
--
-- internal: called by fold_purchase_step.
-- Access ends by the clock: at the latest of expiry and grace, or earlier where an expiration or a
-- refund says so. Of several words the one that asks for action stands first.
-- Pure: reads nothing but its arguments.

create function api.fold_access(state entitlements.purchases) returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
begin
    s.access_starts_at := coalesce(s.starts_at, 'infinity');
    s.access_ends_at := least(s.refunded_at, s.ended_at, case
        when s.starts_at is null then '-infinity'
        when s.never_expires then 'infinity'
        -- A period whose end nobody told us gives nothing: it is not a lifetime.
        else coalesce(greatest(s.expires_at, s.grace_expires_at), '-infinity') end);
    s.status_until_end := case
        when s.store = 'promotional' then 'granted'
        when s.never_expires then 'lifetime'
        when s.billing_issue_at is not null then 'billing_issue'
        when s.paused_at is not null then 'paused'
        when s.cancelled_at is not null then 'cancelled'
        when s.period_type = 'trial' then 'trialing'
        else 'active' end;
    s.status_after_end := case
        when s.refunded_at is not null then 'refunded'
        when s.paused_at is not null then 'paused'
        else 'expired' end;
    return s;
end
$$;

grant execute on function api.fold_access(entitlements.purchases) to hearth_server;
comment on function api.fold_access(entitlements.purchases) is
    'From when until when a purchase gives access, and the word for either side of the end.';
