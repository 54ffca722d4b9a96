-- Writes a moment as RevenueCat's v1 does: in UTC, with whole seconds.
--
-- Infinity is null, as a purchase without an end has none there.

create function api.revenuecat_date(moment timestamptz) returns text
language sql immutable
return case when isfinite(moment)
            then to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end;
