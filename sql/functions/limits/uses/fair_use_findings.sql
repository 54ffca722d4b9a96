-- Returns the limits that app users used above their fair use within 30 days, for the findings.
--
-- The count is the number of app users. Reads at most 1,000 of each limit.

create function api.fair_use_findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable rows 4
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select 'fair_use_exceeded', stated.limit_id, count(*), min(noted.first_at), max(noted.last_at)
      from entitlements.limits stated
     cross join lateral (
           select overuse.first_at, overuse.last_at from entitlements.overuses overuse
            where overuse.tenant_id = _tenant_id and overuse.limit_id = stated.limit_id
              and overuse.last_at > now() - interval '30 days'
            limit 1000) as noted
     where stated.tenant_id = _tenant_id
     group by stated.limit_id;
end
$$;
