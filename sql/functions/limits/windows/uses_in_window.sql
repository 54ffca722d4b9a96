-- Returns what the window of a limit holds for an app user: uses and unexpired reservations.
--
-- Without `counts_covered`, uses that an entitlement without a limit covered are left out.
-- - `used`: in all; with a household, by all of its members (see counted_spans).
-- - `own_used`: by the app user.
-- - `own_spans`: the moments at which a use by the app user counts.

create function api.uses_in_window(
    app_user_ids text[], household_id uuid, limit_id text, since timestamptz, until timestamptz,
    as_of timestamptz, counts_covered boolean)
returns table (
    used bigint, own_used bigint, oldest_at timestamptz, own_spans tstzmultirange)
language sql stable rows 1
begin atomic
    select coalesce(sum(own.used + held.amount), 0)::bigint,
           coalesce(sum(own.used + held.amount) filter (where span.is_own), 0)::bigint,
           min(least(own.oldest_at, held.oldest_at)),
           range_agg(tstzrange(span.counted_from, span.counted_until)) filter (where span.is_own)
      from api.counted_spans(
               uses_in_window.app_user_ids, uses_in_window.household_id, uses_in_window.since,
               uses_in_window.until) as span
     cross join lateral api.used_between(
               span.app_user_id, uses_in_window.limit_id, span.counted_from,
               span.counted_until, uses_in_window.counts_covered) as own
     cross join lateral (
           select coalesce(sum(held.amount), 0)::bigint as amount, min(held.made_at) as oldest_at
             from entitlements.reservations held
            where held.tenant_id = entitlements.current_tenant_id()
              and held.app_user_id = span.app_user_id
              and held.limit_id = uses_in_window.limit_id and held.status = 'reserved'
              and tstzrange(span.counted_from, span.counted_until) @> held.made_at
              and held.expires_at > uses_in_window.as_of
              and (uses_in_window.counts_covered or not held.is_covered)) as held;
end;
